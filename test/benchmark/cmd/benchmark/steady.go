// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/benchmark/steady"
)

func steadyCommand(project *string) *cobra.Command {
	options := steady.Options{}
	var dir string
	command := &cobra.Command{
		Use:   "steady",
		Short: "Measures the cost of idle Shoots per Shoot and hour, and prints a line of JSON",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			options.ProjectDir, options.Out, options.Progress = *project, command.OutOrStdout(), command.ErrOrStderr()
			return inDirectory(dir, func(dir string) error {
				options.Dir = dir
				return steady.Run(command.Context(), options)
			})
		},
	}
	flags := command.Flags()
	flags.StringVar(&dir, "dir", "",
		"empty directory for all data, which is kept (default: a temporary one, which is removed)")
	flags.IntVar(&options.Shoots, "shoots", 1000, "number of Shoots, a fifth of them in one project")
	flags.DurationVar(&options.Settle, "settle", 2*time.Minute,
		"time between the restart of the controller and the period, for the first health checks")
	flags.DurationVar(&options.Period, "period", 24*time.Minute,
		"how long it is measured; with less, the reads of all Flux objects are not in it as often as in the long run")
	flags.DurationVar(&options.Patience, "patience", 20*time.Minute, "timeout until all Shoots are reported")
	flags.StringArrayVar(&options.ControllerArgs, "controller-arg", nil,
		"additional argument of the extension's controller; can be repeated")
	return command
}
