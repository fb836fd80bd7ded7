// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command history records the history of a local landscape, and checks histories.
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
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history/check"
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
	root := &cobra.Command{
		Use:           "history",
		Short:         "Records and checks histories of a local landscape",
		SilenceErrors: true,
		SilenceUsage:  true,
	}
	root.AddCommand(recordCommand(), checkCommand())
	return root
}

func recordCommand() *cobra.Command {
	var (
		directory, out, story, release string
		namespaces                     []string
	)
	command := &cobra.Command{
		Use:   "record",
		Short: "Records until standard input ends, which may have observations of others as lines without times",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) (err error) {
			file, err := os.Create(out) // #nosec G304 -- the user names the file
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, file.Close()) }()
			return recorder.Record(command.Context(), recorder.Options{
				Landscape: recorder.Directory(directory), Namespaces: namespaces, Setup: history.Setup{Story: story, Release: release}, To: file, Story: command.InOrStdin(),
			})
		},
	}
	command.Flags().StringVar(&directory, "landscape", "", "directory of the landscape")
	command.Flags().StringVar(&out, "out", "", "file for the history, which is overwritten")
	command.Flags().StringVar(&story, "story", "", "name of what happens")
	command.Flags().StringVar(&release, "release", "", "version or commit of the extension")
	command.Flags().StringSliceVar(&namespaces, "namespace", nil, "namespaces of the projects that are recorded (default: all)")
	for _, name := range []string{"landscape", "out"} {
		// The flag exists.
		_ = command.MarkFlagRequired(name)
	}
	return command
}

func checkCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "check <history>",
		Short: "Checks a history by the documentation, and fails if it breaks a promise",
		Args:  cobra.ExactArgs(1),
		RunE: func(command *cobra.Command, args []string) error {
			file, err := os.Open(args[0])
			if err != nil {
				return err
			}
			observations, err := history.Read(file)
			if err := errors.Join(err, file.Close()); err != nil {
				return err
			}
			violations := check.History(observations)
			if err := check.Print(command.OutOrStdout(), violations); err != nil {
				return err
			}
			if len(violations) > 0 {
				return fmt.Errorf("%d violations", len(violations))
			}
			_, err = fmt.Fprintf(command.OutOrStdout(), "%d observations break none of %d rules\n", len(observations), len(check.Rules()))
			return err
		},
	}
}
