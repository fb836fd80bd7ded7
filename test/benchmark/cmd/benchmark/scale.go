// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/benchmark/scale"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

func scaleCommand(project *string) *cobra.Command {
	var (
		numbers      []int
		dir          string
		withoutBound bool
	)
	options := scale.Options{}
	command := &cobra.Command{
		Use:   "scale",
		Short: "Measures the cost of each Extension, and prints a line of JSON for each number of Extensions",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			options.ProjectDir, options.Progress = *project, command.ErrOrStderr()
			keep := dir != ""
			return inDirectory(dir, func(dir string) error {
				if options.Executable == "" {
					var err error
					if options.Executable, err = simulation.Build(command.Context(), *project, filepath.Join(dir, "bin"), options.Progress); err != nil {
						return err
					}
				}
				bound := ""
				if !withoutBound {
					var err error
					if bound, err = scale.BuildBound(command.Context(), *project, filepath.Join(dir, "bin")); err != nil {
						return err
					}
				}
				for _, options.N = range numbers {
					options.Dir = filepath.Join(dir, strconv.Itoa(options.N))
					if err := measure(command, options, bound, keep); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	flags := command.Flags()
	flags.IntSliceVarP(&numbers, "number", "n", []int{300}, "numbers of Extensions, each measured in a separate environment")
	flags.StringVar(&options.Executable, "extension", "", "existing program of the extension, to measure another version (default: it is built)")
	flags.StringVar(&dir, "dir", "", "empty directory for all data, which is kept (default: a temporary one, which is removed)")
	flags.BoolVar(&options.WithoutShoots, "without-shoots", false, "omit the simulated shoots")
	flags.BoolVar(&withoutBound, "without-bound", false, "do not measure the stand-in that only writes ManagedResources before and after the extension")
	flags.DurationVar(&options.Settle, "settle", time.Minute, "length of the two idle phases")
	flags.DurationVar(&options.Patience, "patience", time.Hour, "timeout for expected results")
	flags.StringArrayVar(&options.ControllerArgs, "controller-arg", nil, "additional argument of the controller; can be repeated")
	return command
}

// measure measures the extension, and also the stand-in if its executable is given.
func measure(command *cobra.Command, options scale.Options, bound string, keep bool) error {
	var (
		result scale.Result
		err    error
	)
	if bound == "" {
		result, err = scale.Run(command.Context(), options)
	} else {
		result, err = scale.RunWithBound(command.Context(), options, bound)
	}
	if err != nil {
		return err
	}
	if !keep {
		if err := os.RemoveAll(options.Dir); err != nil {
			return err
		}
	}
	return json.NewEncoder(command.OutOrStdout()).Encode(result)
}
