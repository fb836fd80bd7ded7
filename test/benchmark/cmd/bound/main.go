// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command bound is the stand-in that the extension is compared with: a controller that for each Extension writes three ManagedResources
// with their Secrets and does nothing else. It reads no configuration, connects to no garden and no shoot, checks nothing and reports
// nothing but the operation. An extension that delivers Flux as ManagedResources and is built from Gardener's library can hardly cost less.
//
// Its content is what the extension renders for a shoot of the simulation, by the same renderer. What all shoots share is rendered and
// compressed once, at the start; into the rest the shoot's name is written, and it is compressed, for each. Controller and delivery are those
// of Gardener's library, as most extensions have them: extension.Add, managedresources.NewRegistry and managedresources.CreateForShoot,
// with Secrets read from the API server and ManagedResources from a watch. Permissions, workers, limits of requests and the target of garbage
// collection are those of the extension, of whose arguments it takes those that it has itself.
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
