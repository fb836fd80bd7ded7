// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/benchmark/dashboard"
)

func dashboardCommand(project *string) *cobra.Command {
	options := dashboard.Options{}
	var dir string
	command := &cobra.Command{
		Use:   "dashboard",
		Short: "Measures the page of the command dashboard in a browser with many Shoots; prints a line of JSON",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			options.ProjectDir, options.Out, options.Progress = *project, command.OutOrStdout(), command.ErrOrStderr()
			return inDirectory(dir, func(dir string) error {
				options.Dir = dir
				return dashboard.Run(command.Context(), options)
			})
		},
	}
	flags := command.Flags()
	flags.StringVar(&dir, "dir", "", "empty directory for all data, which is kept (default: a temporary one, which is removed)")
	flags.StringVar(&options.Pictures, "pictures", "", "directory for a picture of the page (default: none)")
	flags.IntVar(&options.Shoots, "shoots", 5000, "number of Shoots")
	flags.IntVar(&options.Projects, "projects", 10, "number of projects with the Shoots")
	flags.IntVar(&options.Times, "times", 10, "number of measurements")
	return command
}
