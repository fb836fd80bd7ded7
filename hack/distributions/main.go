// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command distributions writes the Flux distributions that package pkg/flux/distributions embeds.
//
// Each one is what `flux install --export` of that version prints with all components, built from the Go modules of flux2 and of the
// controllers it names, so that nothing but the module proxy is needed and every input is pinned by a checksum.
// The versions to write are those of flux2 in modules.sum. It must not write anything when a module differs from
// its recorded checksum.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"syscall"

	"golang.org/x/mod/semver"
)

type options struct {
	out    string
	sums   string
	record string
}

func main() {
	var opts options
	flag.StringVar(&opts.out, "out", filepath.Join("pkg", "flux", "distributions"), "directory of the embedding package")
	flag.StringVar(&opts.sums, "sums", filepath.Join("hack", "distributions", "modules.sum"), "file with the checksums of the modules")
	flag.StringVar(&opts.record, "record", "", "Flux version to add, for instance v2.9.3: its modules' checksums are recorded instead of demanded")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, opts)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "distributions:", err)
		os.Exit(1)
	}
}

// run renders every distribution before it writes the first, so that a failure leaves the tree as it was.
func run(ctx context.Context, opts options) error {
	sums, err := readSums(opts.sums)
	if err != nil {
		return err
	}
	versions := sums.versions(fluxModule)
	if opts.record != "" && !slices.Contains(versions, opts.record) {
		versions = append(versions, opts.record)
		semver.Sort(versions)
	}

	source := newModuleSource(sums, goModDownload(opts.record != ""), opts.record != "")
	rendered := make(map[string][]byte, len(versions))
	for _, version := range versions {
		if rendered[version], err = render(ctx, source, version); err != nil {
			return fmt.Errorf("rendering Flux %s: %w", version, err)
		}
		fmt.Printf("Flux %s: %d bytes\n", version, len(rendered[version]))
	}

	if opts.record != "" {
		if err := os.WriteFile(opts.sums, source.used.format(), 0o644); err != nil {
			return fmt.Errorf("recording checksums: %w", err)
		}
	} else if unused := source.unused(); len(unused) > 0 {
		return fmt.Errorf("%s names modules that no distribution uses: %v", opts.sums, unused)
	}
	return write(opts.out, versions, rendered)
}
