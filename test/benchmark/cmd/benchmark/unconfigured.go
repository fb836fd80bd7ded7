// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/benchmark/unconfigured"
)

func unconfiguredCommand(project *string) *cobra.Command {
	options := unconfigured.Options{}
	command := &cobra.Command{
		Use:   "unconfigured",
		Short: "Measures the cost of Extensions of Shoots without configuration, and prints a line of JSON for each phase",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			options.ProjectDir, options.Out, options.Progress = *project, command.OutOrStdout(), command.ErrOrStderr()
			return inDirectory("", func(dir string) error {
				options.Dir = dir
				return unconfigured.Run(command.Context(), options)
			})
		},
	}
	flags := command.Flags()
	flags.IntVar(&options.Shoots, "shoots", 1000, "number of Shoots, in projects of ten")
	flags.DurationVar(&options.Rest, "rest", time.Minute, "length of the idle phase")
	flags.DurationVar(&options.Patience, "patience", 20*time.Minute, "timeout of each phase")
	return command
}
