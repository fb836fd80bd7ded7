// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command conformance runs cases on a running landscape, for authors of cases.
package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/cases"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/conformance/runner"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/node/sandbox"
)

func main() {
	sandbox.Init()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	root := &cobra.Command{
		Use: "conformance", Short: "Runs cases on a permanent landscape", SilenceErrors: true, SilenceUsage: true,
	}
	root.AddCommand(serveCommand(), runCommand())
	err := root.ExecuteContext(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

// addressFile is a file in the directory of the landscape that contains the address of the server.
const addressFile = "address"

func serveCommand() *cobra.Command {
	var project, dir, version string
	command := &cobra.Command{
		Use:   "serve",
		Short: "Starts a landscape with a Shoot, and runs the requested cases until it is interrupted",
		Args:  cobra.NoArgs,
		RunE: func(command *cobra.Command, _ []string) error {
			return serve(command.Context(), project, dir, version, command.OutOrStdout())
		},
	}
	command.Flags().StringVar(&project, "project", filepath.Join("..", ".."), "root of the extension's repository")
	command.Flags().StringVar(&dir, "dir", "", "empty directory for all data")
	command.Flags().StringVar(&version, "flux-version", "", "version of Flux in the Shoot")
	for _, name := range []string{"dir", "flux-version"} {
		_ = command.MarkFlagRequired(name)
	}
	return command
}

func serve(ctx context.Context, project, dir, version string, out io.Writer) error {
	world, err := runner.Start(ctx, runner.Options{ProjectDir: project, Dir: dir, Seeds: []string{runner.SeedName}, Out: out})
	if err != nil {
		return err
	}
	defer world.Stop()
	shoot, err := world.NewShoot(ctx, "serve", version)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(dir, addressFile), []byte(listener.Addr().String()), 0o600); err != nil {
		return err
	}
	server := &http.Server{
		Handler:           http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { answer(r.Context(), w, r.URL.Query(), shoot) }),
		ReadHeaderTimeout: 10 * time.Second,
	}
	ended := context.AfterFunc(ctx, func() { _ = server.Close() })
	defer ended()
	fmt.Fprintf(out, "ready for cases at %s\n", listener.Addr())
	if err := server.Serve(listener); ctx.Err() == nil {
		return err
	}
	return nil
}

// answer runs the requested cases, and writes their results to the response.
func answer(ctx context.Context, w http.ResponseWriter, query url.Values, shoot *runner.Shoot) {
	all, err := cases.Load(os.DirFS(query.Get("cases")))
	if err != nil {
		fmt.Fprintf(w, "refused: %v\n", err)
	}
	var runs []*runner.Run
	for _, c := range all {
		if names := query["name"]; len(names) > 0 && !slices.Contains(names, c.Name) {
			continue
		}
		for _, mutated := range []bool{false, true} {
			if only := query.Get("mutated"); only == "" || only == strconv.FormatBool(mutated) {
				runs = append(runs, shoot.NewRun(c, mutated))
			}
		}
	}
	err = shoot.Together(ctx, runs, func(result runner.Result) {
		word := "passed"
		if result.Err != nil {
			word = "FAILED"
		}
		fmt.Fprintf(w, "%s %s (%.0f s)\n", word, result.Run, result.Seconds)
		if err := result.Run.Suspend(ctx); err != nil {
			fmt.Fprintf(w, "suspending its objects: %v\n", err)
		}
		if result.Err != nil || query.Has("verbose") {
			fmt.Fprintf(w, "%s\n%v\n\n", result.Run.Transcript(), result.Err)
		}
		_ = http.NewResponseController(w).Flush()
	})
	fmt.Fprintf(w, "%d runs, %v\n", len(runs), err)
}

func runCommand() *cobra.Command {
	var dir, casesDir string
	var off, on, verbose bool
	command := &cobra.Command{
		Use:   "run [CASE…]",
		Short: "Runs cases of a directory, with and without mutations, in the landscape of another process",
		RunE: func(command *cobra.Command, names []string) error {
			address, err := os.ReadFile(filepath.Join(dir, addressFile))
			if err != nil {
				return err
			}
			absolute, err := filepath.Abs(casesDir)
			if err != nil {
				return err
			}
			query := url.Values{"cases": {absolute}, "name": names}
			if off != on {
				query.Set("mutated", strconv.FormatBool(off))
			}
			if verbose {
				query.Set("verbose", "true")
			}
			request, err := http.NewRequestWithContext(command.Context(), http.MethodPost, "http://"+string(address)+"/?"+query.Encode(), nil)
			if err != nil {
				return err
			}
			response, err := http.DefaultClient.Do(request)
			if err != nil {
				return err
			}
			defer response.Body.Close()
			_, err = io.Copy(command.OutOrStdout(), response.Body)
			return err
		},
	}
	command.Flags().StringVar(&dir, "dir", "", "directory of the landscape")
	command.Flags().StringVar(&casesDir, "cases-dir", "cases", "directory with the cases")
	command.Flags().BoolVar(&off, "off", false, "with the mutation only")
	command.Flags().BoolVar(&on, "on", false, "run only without mutations")
	command.Flags().BoolVar(&verbose, "verbose", false, "print all commands and their output")
	return command
}
