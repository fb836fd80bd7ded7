// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command picture draws the dashboards from metrics that "make monitoring-pictures" has scraped on the local landscape.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/monitoring/picture"
)

func main() {
	scrapes := flag.String("scrapes", "", "file with the scraped metrics")
	seed := flag.String("seed", "alpha", "seed of the dashboard to draw, in addition to the dashboard of the garden")
	out := flag.String("out", filepath.Join("..", "..", "docs", "images"), "directory for the pictures")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	err := draw(ctx, *scrapes, *seed, *out)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "Error:", err)
		os.Exit(1)
	}
}

func draw(ctx context.Context, scrapes, seed, out string) (err error) {
	file, err := os.Open(scrapes)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	dir, err := os.MkdirTemp("", "shoot-flux-picture-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	metrics, err := picture.Load(ctx, file, dir)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, metrics.Close()) }()
	ofSeed, err := metrics.OfSeed(ctx, seed)
	if err != nil {
		return err
	}
	ofGarden, err := metrics.OfGarden(ctx)
	if err != nil {
		return err
	}
	note := "Drawn by test/monitoring, not by Plutono: queries, titles, thresholds and layout are those of the dashboard, the values those of the pods of the local landscape, " +
		metrics.From.UTC().Format("2006-01-02 15:04") + " to " + metrics.To.UTC().Format("15:04") + " UTC."
	for name, dashboard := range map[string]*picture.Dashboard{"monitoring-seed.svg": ofSeed, "monitoring-garden.svg": ofGarden} {
		if err := os.WriteFile(filepath.Join(out, name), []byte(dashboard.SVG(note)), 0o644); err != nil {
			return err
		}
		fmt.Fprintf(os.Stdout, "%s: no data in: %s\n", name, strings.Join(dashboard.Empty(), ", "))
	}
	return nil
}
