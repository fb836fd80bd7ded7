// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/benchmark/phases"
)

func phasesCommand(project *string) *cobra.Command {
	options := phases.Options{}
	var dir string
	command := &cobra.Command{
		Use:   "phases",
		Short: "Measures the cost of the extension during changes of all shoots, and prints a line of JSON for each phase",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			options.ProjectDir, options.Out, options.Progress = *project, command.OutOrStdout(), command.ErrOrStderr()
			return inDirectory(dir, func(dir string) error {
				options.Dir = dir
				return phases.Run(command.Context(), options)
			})
		},
	}
	flags := command.Flags()
	flags.StringVar(&dir, "dir", "", "empty directory for all data, which is kept (default: a temporary one, which is removed)")
	flags.IntVar(&options.Shoots, "shoots", 500, "number of shoots")
	flags.IntVar(&options.Largest, "largest", 0, "number of shoots of the largest project (default: a fifth of them)")
	flags.IntVar(&options.Projects, "projects", 0, "number of other projects, which share the other shoots (default: one for ten shoots)")
	flags.DurationVar(&options.Rest, "rest", 3*time.Minute, "length of the idle phases")
	flags.DurationVar(&options.GardenOutage, "garden-outage", 2*time.Minute, "time without the garden")
	flags.DurationVar(&options.Patience, "patience", 10*time.Minute, "timeout for expected reports")
	flags.StringArrayVar(&options.ControllerArgs, "controller-arg", nil, "additional argument of the controller; can be repeated")
	return command
}
