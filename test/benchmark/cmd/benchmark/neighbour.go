// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/benchmark/neighbour"
)

func neighbourCommand(project *string) *cobra.Command {
	options := neighbour.Options{}
	var (
		dir       string
		admission bool
	)
	command := &cobra.Command{
		Use:   "neighbour",
		Short: "Measures the effect of a hostile project on the shoots of another one, and prints a line of JSON for each door",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			options.ProjectDir, options.Out, options.Progress = *project, command.OutOrStdout(), command.ErrOrStderr()
			return inDirectory(dir, func(dir string) error {
				options.Dir = dir
				if admission {
					return neighbour.RunAdmission(command.Context(), options)
				}
				return neighbour.Run(command.Context(), options)
			})
		},
	}
	flags := command.Flags()
	flags.StringVar(&dir, "dir", "", "empty directory for all data, which is kept (default: a temporary one, which is removed)")
	flags.IntVar(&options.Shoots, "shoots", 100, "number of shoots of the hostile project")
	flags.IntVar(&options.Neighbours, "neighbours", 0, "number of shoots of the other projects (default: as many)")
	flags.IntVar(&options.Rounds, "rounds", 5, "number of reconciliations of the neighbours for each door")
	flags.StringSliceVar(&options.Doors, "doors", nil, "names of the doors to measure, such as alone,flux-config (default: all)")
	flags.BoolVar(&options.Reports, "reports", true, "also measure the time until a new revision is reported, which takes a minute for each round")
	flags.BoolVar(&admission, "admission", false, "measure responses of the admission on the local landscape instead")
	flags.DurationVar(&options.Patience, "patience", 10*time.Minute, "timeout of each round")
	flags.StringArrayVar(&options.ControllerArgs, "controller-arg", nil, "additional argument of the controller; can be repeated")
	return command
}
