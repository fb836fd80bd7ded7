// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"os"
	"path/filepath"
	"time"

	"github.com/go-logr/logr"
	"github.com/spf13/cobra"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/benchmark"
)

func benchmarkCommand(project *string) *cobra.Command {
	options := benchmark.Options{}
	command := &cobra.Command{
		Use:   "benchmark",
		Short: "Measures what the extension costs on a seed with many simulated shoots; prints a line of JSON per phase",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			// What the simulated parts have to say is not of interest.
			logf.SetLogger(logr.Discard())
			if options.Dir == "" {
				dir, err := os.MkdirTemp("", "shoot-flux-benchmark-")
				if err != nil {
					return err
				}
				defer os.RemoveAll(dir)
				options.Dir = dir
			}
			var err error
			if options.ProjectDir, err = filepath.Abs(*project); err != nil {
				return err
			}
			options.Out, options.Progress = command.OutOrStdout(), command.ErrOrStderr()
			return benchmark.Run(command.Context(), options)
		},
	}
	flags := command.Flags()
	flags.StringVar(&options.Dir, "dir", "", "empty directory for all data, which is kept (default: a temporary one, which is removed)")
	flags.IntVar(&options.Shoots, "shoots", 500, "number of shoots")
	flags.IntVar(&options.Largest, "largest", 0, "number of shoots of the largest project (default: a fifth of them)")
	flags.IntVar(&options.Projects, "projects", 0, "number of other projects, which share the other shoots (default: one for ten shoots)")
	flags.DurationVar(&options.Rest, "rest", 3*time.Minute, "length of the phases in which nothing happens")
	flags.DurationVar(&options.GardenOutage, "garden-outage", 2*time.Minute, "how long the garden is down")
	flags.DurationVar(&options.Patience, "patience", 10*time.Minute, "how long it is waited for what should be reported")
	flags.StringArrayVar(&options.ControllerArgs, "controller-arg", nil, "argument of the controller beside those of its chart; can be repeated")
	return command
}
