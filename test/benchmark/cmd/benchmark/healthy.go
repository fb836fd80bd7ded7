// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/benchmark/gardencontroller"
)

func healthyCommand(project *string) *cobra.Command {
	options := gardencontroller.HealthyOptions{}
	var dir string
	command := &cobra.Command{
		Use:   "healthy",
		Short: "Measures the time from a push until all Shoots of a project are reported as ready with the commit, and prints a line of JSON for each push",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			options.ProjectDir, options.Out, options.Progress = *project, command.OutOrStdout(), command.ErrOrStderr()
			return inDirectory(dir, func(dir string) error {
				options.Dir = dir
				return gardencontroller.RunHealthy(command.Context(), options)
			})
		},
	}
	flags := command.Flags()
	flags.StringVar(&dir, "dir", "", "empty directory for all data, which is kept (default: a temporary one, which is removed)")
	flags.StringVar(&options.Executable, "extension", "", "program of the extension (default: it is built)")
	flags.IntVar(&options.Shoots, "shoots", 100, "number of Shoots, all in one project on one seed")
	flags.IntVar(&options.Rounds, "rounds", 1, "number of pushes in each phase")
	flags.StringArrayVar(&options.Phases, "phase", nil, "name of a phase to run, Follow or Promote; can be repeated (default: both)")
	flags.IntVar(&options.ReadsPerSecond, "reads-per-second", 10, "number of Shoots that read the source per second")
	flags.DurationVar(&options.Fetch, "fetch", time.Second, "time in which Flux in a shoot reads the source")
	flags.DurationVar(&options.Apply, "apply", time.Second, "time in which Flux in a shoot applies a commit")
	flags.DurationVar(&options.Rest, "rest", 75*time.Second, "time between the end of a round and the next push")
	flags.DurationVar(&options.Patience, "patience", 20*time.Minute, "timeout of each wait")
	flags.StringArrayVar(&options.ControllerArgs, "controller-arg", nil, "additional argument of the extension's controller; can be repeated")
	flags.StringVar(&options.Conditions, "conditions", "", "description of the run in the results, such as the load of the machine")
	return command
}
