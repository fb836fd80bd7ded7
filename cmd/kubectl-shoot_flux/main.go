// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command kubectl-shoot_flux is the kubectl plugin "kubectl shoot-flux" for users of Flux in Gardener shoots.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := cli.NewCommand().ExecuteContext(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, printer.CleanError(err))
		os.Exit(printer.ExitCode(err))
	}
}
