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
		Short: "Measures what the shoots of one project notice of another that does its worst; prints a line of JSON for each door",
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
	flags.IntVar(&options.Shoots, "shoots", 100, "number of shoots of each of the two sides")
	flags.IntVar(&options.Rounds, "rounds", 5, "how often the neighbours are reconciled at each door")
	flags.StringSliceVar(&options.Doors, "doors", nil, "names of the doors to measure, such as alone,flux-config (default: all)")
	flags.BoolVar(&options.Reports, "reports", true, "measure too how long a new revision takes to be reported, which is a minute for each round")
	flags.BoolVar(&admission, "admission", false, "measure the answers of the admission on the local landscape instead")
	flags.DurationVar(&options.Patience, "patience", 10*time.Minute, "how long it is waited for each round")
	flags.StringArrayVar(&options.ControllerArgs, "controller-arg", nil, "argument of the controller beside those of its chart; can be repeated")
	return command
}
