// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command benchmark measures the cost of the extension on a seed with many shoots.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/go-logr/logr"
	"github.com/spf13/cobra"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node/sandbox"
)

func main() {
	sandbox.Init()
	// Discard the log messages of the simulation.
	logf.SetLogger(logr.Discard())
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	err := command().ExecuteContext(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

func command() *cobra.Command {
	var project string
	root := &cobra.Command{
		Use:           "benchmark",
		Short:         "Measures the cost of the extension on a seed with many simulated shoots",
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(*cobra.Command, []string) error {
			var err error
			project, err = filepath.Abs(project)
			return err
		},
	}
	root.PersistentFlags().StringVar(&project, "project", filepath.Join("..", ".."), "root of the extension's repository")
	root.AddCommand(scaleCommand(&project), phasesCommand(&project), neighbourCommand(&project), gardenControllerCommand(&project), rolloutCommand(&project), pushCommand(&project), healthyCommand(&project), dashboardCommand(&project), idleCommand(&project), unconfiguredCommand(&project), steadyCommand(&project), reportCommand(&project))
	return root
}

// inDirectory calls a function with the directory or, if it is empty, with a temporary directory.
func inDirectory(dir string, do func(dir string) error) error {
	if dir != "" {
		return do(dir)
	}
	dir, err := os.MkdirTemp("", "shoot-flux-benchmark-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	return do(dir)
}
