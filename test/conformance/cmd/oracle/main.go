// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command oracle shows what the real controllers of Flux do with a commit, for authors of cases.
package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/oracle"
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
	root := &cobra.Command{Use: "oracle", Short: "Shows what the real controllers of Flux do with a commit", SilenceErrors: true, SilenceUsage: true}
	options := oracle.Options{Log: os.Stderr}
	flags := root.PersistentFlags()
	flags.StringVar(&options.Plugin, "plugin", filepath.Join("..", "..", "bin", "kubectl-shoot_flux"), "the plugin of kubectl")
	flags.StringVar(&options.Shoot, "shoot", filepath.Join("..", "..", "example", "20-shoot.yaml"), "file with a Shoot")
	flags.StringVar(&options.Dir, "dir", "", "empty directory for all data, which is kept")
	var atATime, times int
	flags.IntVar(&atATime, "at-a-time", 2, "trials at a time, each in its own cluster")
	// with calls a function with a World.
	with := func(ctx context.Context, do func(*oracle.World) error) (err error) {
		if options.Dir == "" {
			if options.Dir, err = os.MkdirTemp("", "shoot-flux-oracle-"); err != nil {
				return err
			}
			defer func() { _ = os.RemoveAll(options.Dir) }()
		}
		world, err := oracle.Start(ctx, options)
		if err != nil {
			return err
		}
		defer world.Stop()
		return do(world)
	}

	run := &cobra.Command{
		Use: "run CASE…", Short: "Runs cases: directories, or names of the table", Args: cobra.MinimumNArgs(1),
		RunE: func(command *cobra.Command, names []string) error {
			return with(command.Context(), func(world *oracle.World) error {
				return try(command.Context(), world, names, times, atATime, os.Stdout)
			})
		},
	}
	run.Flags().IntVar(&times, "times", 1, "trials of each case")
	var address string
	serve := &cobra.Command{
		Use: "serve", Short: "Runs the cases of requests such as /?case=DIRECTORY&times=3 until it is interrupted", Args: cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			return with(command.Context(), func(world *oracle.World) error { return answer(command.Context(), world, address, atATime) })
		},
	}
	serve.Flags().StringVar(&address, "address", "127.0.0.1:0", "address to listen on")
	root.AddCommand(run, serve)
	return root
}

// try runs cases, and writes what Flux did.
func try(ctx context.Context, world *oracle.World, names []string, times, atATime int, out io.Writer) error {
	rows, err := find(names)
	if err != nil {
		return err
	}
	for i := range rows {
		rows[i].Trials = max(times, 1)
	}
	var mutex sync.Mutex
	oracle.Together(atATime, rows, func(row oracle.Row) {
		started := time.Now()
		outcome, err := world.Try(ctx, row.Case)
		mutex.Lock()
		defer mutex.Unlock()
		fmt.Fprintf(out, "=== %s (%.1f s)\n", row.Name, time.Since(started).Seconds())
		if err != nil {
			fmt.Fprintln(out, "ERROR", err)
			return
		}
		fmt.Fprint(out, outcome)
	})
	return nil
}

// find returns the cases of directories, and of names of the table.
func find(names []string) ([]oracle.Row, error) {
	table, err := oracle.Table()
	if err != nil {
		return nil, err
	}
	var rows []oracle.Row
	for _, name := range names {
		known := false
		for _, row := range table {
			if row.Name == name {
				rows, known = append(rows, row), true
			}
		}
		if known {
			continue
		}
		c, err := oracle.ReadCase(filepath.Clean(name))
		if err != nil {
			return nil, err
		}
		rows = append(rows, oracle.Row{Case: c})
	}
	return rows, nil
}

// answer serves requests with cases.
func answer(ctx context.Context, world *oracle.World, address string, atATime int) error {
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	slots := make(chan struct{}, atATime)
	server := &http.Server{
		ReadHeaderTimeout: 10 * time.Second,
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			slots <- struct{}{}
			defer func() { <-slots }()
			times, _ := strconv.Atoi(r.URL.Query().Get("times"))
			if err := try(ctx, world, r.URL.Query()["case"], times, 1, w); err != nil {
				fmt.Fprintln(w, "ERROR", err)
			}
		}),
	}
	ended := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer ended()
	fmt.Fprintln(os.Stdout, "ready for cases at", listener.Addr())
	if err := server.Serve(listener); ctx.Err() == nil {
		return err
	}
	return nil
}
