// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"time"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/benchmark/idle"
)

func idleCommand(project *string) *cobra.Command {
	options := idle.Options{}
	var dir string
	command := &cobra.Command{
		Use:   "idle",
		Short: "Measures the resources of Flux in an idle shoot for each setting, and prints a line of JSON for each",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			options.ProjectDir, options.Out, options.Progress = *project, command.OutOrStdout(), command.ErrOrStderr()
			return inDirectory(dir, func(dir string) error {
				options.Dir = dir
				return idle.Run(command.Context(), options)
			})
		},
	}
	flags := command.Flags()
	flags.StringVar(&dir, "dir", "", "empty directory for all data, which is kept (default: a temporary one, which is removed)")
	flags.StringSliceVar(&options.Settings, "settings", nil, "settings to measure: small, medium, large, collect, lead (default: all, and Flux's defaults)")
	flags.DurationVar(&options.Settle, "settle", 2*time.Minute, "time to wait after all controllers are available")
	flags.DurationVar(&options.Period, "period", 10*time.Minute, "how long it is measured")
	return command
}
