// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command landscape runs a demo on a local landscape, and builds binaries for tests. Command builder builds it.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/demo"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node/sandbox"
)

func main() {
	sandbox.Init()
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
		Use:           "landscape",
		Short:         "Runs a Gardener landscape with the extension on this machine",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.PersistentFlags().StringVar(&project, "project", filepath.Join("..", ".."), "root of the extension's repository")
	root.AddCommand(assetsCommand(), demoCommand(&project))
	return root
}

func assetsCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "assets",
		Short: "Builds a kube-apiserver for tests, and prints shell commands that set its environment variables",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			paths, err := binaries.Ensure(command.Context(), command.ErrOrStderr(), binaries.Etcd, binaries.KubeAPIServer)
			if err != nil {
				return err
			}
			_, gardener, err := landscape.GardenerModule(command.Context())
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(command.OutOrStdout(), "export TEST_ASSET_ETCD='%s'\nexport TEST_ASSET_KUBE_APISERVER='%s'\nexport TEST_ASSET_SEED_CRDS='%s'\n",
				paths[binaries.Etcd], paths[binaries.KubeAPIServer], filepath.Join(gardener, "example", "seed-crds"))
			return err
		},
	}
}

func demoCommand(project *string) *cobra.Command {
	var (
		once bool
		dir  string
	)
	command := &cobra.Command{
		Use:   "demo",
		Short: "Shows a shoot that gets Flux, and runs until it is interrupted",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			return demo.Run(command.Context(), demo.Options{ProjectDir: *project, Dir: dir, Once: once, Out: command.OutOrStdout()})
		},
	}
	command.Flags().BoolVar(&once, "once", false, "exit after the last step")
	command.Flags().StringVar(&dir, "dir", "", "empty directory for all data, which is kept (default: a temporary directory, which is removed)")
	return command
}
