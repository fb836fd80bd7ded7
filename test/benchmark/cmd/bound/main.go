// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command bound is the stand-in that the extension is compared with: a minimal controller that writes three
// ManagedResources with their Secrets for each Extension. It reads no configuration, connects to neither the garden nor
// shoots, checks nothing, and reports only the operation. An extension that uses Gardener's library and delivers Flux
// in ManagedResources can hardly cost less.
//
// It delivers the manifests that the extension renders for a shoot of the simulation. The parts that all shoots share
// are rendered and compressed once, at the start. For each shoot, it inserts the name of the shoot into the remaining
// manifests and compresses them. Like most extensions, it uses Gardener's library for the controller and the delivery:
// extension.Add, managedresources.NewRegistry and managedresources.CreateForShoot, which read Secrets from the API
// server and ManagedResources from a watch. Permissions, number of workers, request limits and garbage collection
// target are the same as for the extension. The stand-in ignores arguments of the extension that it does not support.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"sigs.k8s.io/controller-runtime/pkg/manager/signals"
)

func main() {
	if err := command().ExecuteContext(signals.SetupSignalHandler()); err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

func command() *cobra.Command {
	o := &options{}
	command := &cobra.Command{
		Use:   "bound",
		Short: "Writes only three ManagedResources for each Extension",
		// The arguments are the same as in the extension's chart.
		FParseErrWhitelist: cobra.FParseErrWhitelist{UnknownFlags: true},
		SilenceErrors:      true,
		SilenceUsage:       true,
		RunE:               func(command *cobra.Command, _ []string) error { return run(command.Context(), o) },
	}
	o.addFlags(command)
	return command
}
