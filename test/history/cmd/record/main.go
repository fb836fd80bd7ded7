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
	"time"

	"github.com/spf13/cobra"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

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
		times                          map[string]string
	)
	root := &cobra.Command{
		Use:           "record",
		Short:         "Records until standard input ends, which may have observations of others as lines without times",
		Args:          cobra.NoArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE: func(root *cobra.Command, _ []string) (err error) {
			setup := history.Setup{Story: story, Release: release}
			if setup.Times, err = durations(times); err != nil {
				return err
			}
			file, err := os.Create(out) // #nosec G304 -- the user names the file
			if err != nil {
				return err
			}
			defer func() { err = errors.Join(err, file.Close()) }()
			return recorder.Record(root.Context(), recorder.Options{
				Landscape: recorder.Directory(directory), Namespaces: namespaces, Setup: setup, To: file, Story: root.InOrStdin(),
			})
		},
	}
	flags := root.Flags()
	flags.StringVar(&directory, "landscape", "", "directory of the landscape")
	flags.StringVar(&out, "out", "", "file for the history, which is overwritten")
	flags.StringVar(&story, "story", "", "name of what happens")
	flags.StringVar(&release, "release", "", "version or commit of the extension")
	flags.StringToStringVar(&times, "times", nil, "times that the landscape has shortened, such as health=90s,objects=3m")
	flags.StringSliceVar(&namespaces, "namespace", nil, "namespaces of the projects that are recorded (default: all)")
	for _, name := range []string{"landscape", "out"} {
		// The flag exists.
		_ = root.MarkFlagRequired(name)
	}
	return root
}

// durations returns the times by their names.
func durations(times map[string]string) (map[string]metav1.Duration, error) {
	var parsed map[string]metav1.Duration
	for name, text := range times {
		duration, err := time.ParseDuration(text)
		if err != nil {
			return nil, fmt.Errorf("--times: %s: %w", name, err)
		}
		if parsed == nil {
			parsed = map[string]metav1.Duration{}
		}
		parsed[name] = metav1.Duration{Duration: duration}
	}
	return parsed, nil
}
