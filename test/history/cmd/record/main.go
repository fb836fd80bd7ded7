// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command record records the history of a local landscape.
package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history/recorder"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	err := command().ExecuteContext(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

func command() *cobra.Command {
	var (
		directory, out, story, release string
		namespaces                     []string
	)
	root := &cobra.Command{
		Use:           "record",
		Short:         "Records until standard input ends, which may have observations of others as lines without times",
		Args:          cobra.NoArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(root *cobra.Command, _ []string) (err error) {
			file, err := os.Create(out) // #nosec G304 -- the user names the file
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, file.Close()) }()
			return recorder.Record(root.Context(), recorder.Options{
				Landscape: recorder.Directory(directory), Namespaces: namespaces, Setup: history.Setup{Story: story, Release: release}, To: file, Story: root.InOrStdin(),
			})
		},
	}
	flags := root.Flags()
	flags.StringVar(&directory, "landscape", "", "directory of the landscape")
	flags.StringVar(&out, "out", "", "file for the history, which is overwritten")
	flags.StringVar(&story, "story", "", "name of what happens")
	flags.StringVar(&release, "release", "", "version or commit of the extension")
	flags.StringSliceVar(&namespaces, "namespace", nil, "namespaces of the projects that are recorded (default: all)")
	for _, name := range []string{"landscape", "out"} {
		// The flag exists.
		_ = root.MarkFlagRequired(name)
	}
	return root
}
