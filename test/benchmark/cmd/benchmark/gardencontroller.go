// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/benchmark/gardencontroller"
)

func gardenControllerCommand(project *string) *cobra.Command {
	options := gardencontroller.Options{}
	var dir string
	command := &cobra.Command{
		Use:   "garden-controller",
		Short: "Measures the cost of the garden controller in a garden with many Shoots, rollouts, webhooks and receivers, and prints a line of JSON for each phase",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			options.ProjectDir, options.Out, options.Progress = *project, command.OutOrStdout(), command.ErrOrStderr()
			return inDirectory(dir, func(dir string) error {
				options.Dir = dir
				return gardencontroller.Run(command.Context(), options)
			})
		},
	}
	flags := command.Flags()
	flags.StringVar(&dir, "dir", "", "empty directory for all data, which is kept (default: a temporary one, which is removed)")
	flags.IntVar(&options.Shoots, "shoots", 10000, "number of Shoots")
	flags.IntVar(&options.Projects, "projects", 1000, "number of projects, which share the Shoots")
	flags.IntVar(&options.Seeds, "seeds", 40, "number of seeds, which share the Shoots of each project")
	flags.StringArrayVar(&options.Phases, "phase", nil, "name of a phase to run, beside start; can be repeated (default: all)")
	flags.IntVar(&options.Changes, "changes", 200, "number of projects to change in a phase: one by one, and then at once by a rollout, a push and a failed Shoot")
	flags.DurationVar(&options.Settle, "settle", 12*time.Minute, "length of the phase after the start, with the first read of each flux-status")
	flags.DurationVar(&options.Rest, "rest", 5*time.Minute, "length of the idle phase")
	flags.DurationVar(&options.Patience, "patience", 10*time.Minute, "timeout of each phase")
	return command
}

func rolloutCommand(project *string) *cobra.Command {
	options := gardencontroller.Options{Projects: 1, Patience: 20 * time.Minute}
	var dir string
	command := &cobra.Command{
		Use:   "rollout",
		Short: "Measures the time of a change of a project with and without rings, with simulated seeds, and prints a line of JSON for each",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			options.ProjectDir, options.Out, options.Progress = *project, command.OutOrStdout(), command.ErrOrStderr()
			return inDirectory(dir, func(dir string) error {
				options.Dir = dir
				return gardencontroller.RunRollouts(command.Context(), options)
			})
		},
	}
	flags := command.Flags()
	flags.StringVar(&dir, "dir", "", "empty directory for all data, which is kept (default: a temporary one, which is removed)")
	flags.IntVar(&options.Shoots, "shoots", 1000, "number of Shoots, all in one project")
	flags.StringArrayVar(&options.Phases, "phase", nil, "name of a phase to run, beside start; can be repeated (default: all)")
	flags.IntVar(&options.Seeds, "seeds", 4, "number of seeds, which share the Shoots")
	return command
}

func pushCommand(project *string) *cobra.Command {
	options := gardencontroller.Options{Projects: 1, Patience: 20 * time.Minute}
	var (
		dir            string
		readsPerSecond int
		floods         bool
	)
	command := &cobra.Command{
		Use:   "push",
		Short: "Measures pushes to a project and wrong requests to the endpoint, with simulated shoots, and prints a line of JSON for each phase",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			options.ProjectDir, options.Out, options.Progress = *project, command.OutOrStdout(), command.ErrOrStderr()
			return inDirectory(dir, func(dir string) error {
				options.Dir = dir
				return gardencontroller.RunPushes(command.Context(), options, readsPerSecond, floods)
			})
		},
	}
	flags := command.Flags()
	flags.StringVar(&dir, "dir", "", "empty directory for all data, which is kept (default: a temporary one, which is removed)")
	flags.IntVar(&options.Shoots, "shoots", 1000, "number of Shoots, all in one project")
	flags.IntVar(&options.Seeds, "seeds", 4, "number of seeds, which share the Shoots")
	flags.BoolVar(&floods, "floods", true, "run phases with wrong requests")
	flags.IntVar(&readsPerSecond, "reads-per-second", 10, "number of Shoots that read the source per second")
	return command
}
