// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command builder builds command landscape and the binaries of a landscape, and reports progress. It has few
// dependencies, so that it builds within seconds with an empty build cache.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"syscall"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	err := run(ctx, os.Stdout, os.Args[1:])
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, out io.Writer, arguments []string) error {
	flags := flag.NewFlagSet("builder", flag.ExitOnError)
	project := flags.String("project", filepath.Join("..", ".."), "root of the extension's repository; command landscape is written to its directory bin")
	all := flags.Bool("all", false, "also build the pinned binaries of every landscape, into the user's cache")
	gardenlet := flags.Bool("gardenlet", false, "also build gardenlet")
	gitea := flags.Bool("gitea", false, "also build Gitea, which needs a C compiler and takes minutes")
	prometheus := flags.Bool("prometheus", false, "also build Prometheus, which takes minutes")
	olderFlux := flags.Bool("older-flux", false, "also build controllers of older Flux versions, which takes minutes")
	if err := flags.Parse(arguments); err != nil {
		return err
	}
	root, err := filepath.Abs(*project)
	if err != nil {
		return err
	}
	programs := []binaries.Program{{
		Dir: filepath.Join(root, "test", "landscape"), Package: "./cmd/landscape", Path: filepath.Join(root, "bin", "landscape"),
	}}
	var names []string
	if *all {
		names = binaries.Landscape()
		// The landscape builds these programs at each start.
		programs = append(programs,
			binaries.Program{Dir: root, Package: "./cmd/gardener-extension-shoot-flux"},
			binaries.Program{Dir: root, Package: "./cmd/kubectl-shoot_flux"},
			binaries.Program{Dir: root, Package: "./hack/registration"},
		)
	}
	if *gardenlet {
		names = append(names, binaries.Gardenlet)
	}
	if _, err := binaries.Build(ctx, out, programs, names...); err != nil {
		return err
	}
	if *gitea {
		if _, err := binaries.EnsureGitea(ctx, out); err != nil {
			return err
		}
	}
	if *prometheus {
		if _, err := binaries.EnsurePrometheus(ctx, out); err != nil {
			return err
		}
	}
	if *olderFlux {
		if _, err := binaries.EnsureFlux(ctx, out); err != nil {
			return err
		}
	}
	return nil
}
