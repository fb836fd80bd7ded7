// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command distributions writes the Flux distributions that package pkg/flux/distributions embeds, for the versions in
// the file versions.
//
// Each distribution is the output of `flux install --export` of that version with all components. The command generates
// it with flux2's library from Go modules. It therefore needs only the module proxy, and modules.sum pins every input
// by checksum. It must not write anything if a module differs from its recorded checksum.
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/mod/semver"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/distributions/gomodule"
)

type options struct {
	out, versions, sums      string
	images                   string
	add, drop, prove, copies string
}

func main() {
	var opts options
	flag.StringVar(&opts.out, "out", filepath.Join("pkg", "flux", "distributions"), "directory of the embedding package")
	flag.StringVar(&opts.versions, "versions", filepath.Join("hack", "distributions", "versions"), "file with the Flux versions, one on each line")
	flag.StringVar(&opts.sums, "sums", filepath.Join("hack", "distributions", "modules.sum"), "file with the checksums of the modules")
	flag.StringVar(&opts.images, "images", filepath.Join("imagevector", "images.yaml"), "file with the image vector")
	flag.StringVar(&opts.add, "add", "", "Flux version to add, for instance v2.9.3")
	flag.StringVar(&opts.drop, "drop", "", "Flux version to drop")
	flag.StringVar(&opts.prove, "prove", "", "Flux version that is to be compared with what Flux's modules make from now on: records the checksums of those that can be had")
	flag.StringVar(&opts.copies, "copies", "", "version of "+copiesModule+" to take the copies of releases from, from now on: records its checksum")
	flag.Parse()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, opts, gomodule.Go(opts.recording()))
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "distributions:", err)
		os.Exit(1)
	}
}

// recording returns whether modules without a recorded checksum are accepted, and their checksums recorded.
func (o options) recording() bool {
	return o.prove != "" || o.copies != ""
}

// run renders and writes all distributions. It renders all before it writes the first one, so that a failed rendering
// leaves the files unchanged.
func run(ctx context.Context, opts options, download gomodule.Download) error {
	recorded, err := readSums(opts.sums)
	if err != nil {
		return err
	}
	versions, err := readVersions(opts.versions)
	if err != nil {
		return err
	}
	if versions, err = changed(versions, opts); err != nil {
		return err
	}

	source := newModuleSource(recorded, download, opts.recording())
	copies, err := source.pick(ctx, copiesModule, opts.copies)
	if err != nil {
		return err
	}
	rendered, finalizers, gates := make(map[string][]byte, len(versions)), make(map[string][]byte, len(versions)), make(map[string][]byte, len(versions))
	for _, version := range versions {
		var proven []string
		if rendered[version], proven, err = render(ctx, source, copies, version, versions, version == opts.prove); err != nil {
			return fmt.Errorf("rendering Flux %s: %w", version, err)
		}
		if finalizers[version], err = listFinalizers(ctx, source, version, rendered[version], version == opts.prove); err != nil {
			return fmt.Errorf("listing the finalizers of Flux %s: %w", version, err)
		}
		fmt.Printf("Flux %s: %d bytes; built from Flux's modules: %s\n", version, len(rendered[version]), cmp.Or(strings.Join(proven, ", "), "not compared"))
	}

	for _, version := range versions {
		if gates[version], err = listFeatureGates(ctx, source, version, rendered[version], version == opts.prove); err != nil {
			return fmt.Errorf("listing the feature gates of Flux %s: %w", version, err)
		}
	}
	if unused := source.unused(); len(unused) > 0 && opts.drop == "" && opts.copies == "" {
		return fmt.Errorf("%s names modules that no distribution uses: %v", opts.sums, unused)
	}
	if err := writeImages(copies, versions, rendered, opts.images); err != nil {
		return err
	}
	if err := os.WriteFile(opts.sums, source.used.format(), 0o644); err != nil {
		return fmt.Errorf("recording checksums: %w", err)
	}
	if err := os.WriteFile(opts.versions, []byte(strings.Join(versions, "\n")+"\n"), 0o644); err != nil {
		return fmt.Errorf("recording versions: %w", err)
	}
	if err := write(opts.out, versions, rendered); err != nil {
		return err
	}
	if err := writeLines(filepath.Join(opts.out, finalizersFile), finalizersHeader, versions, finalizers); err != nil {
		return err
	}
	return writeLines(filepath.Join(opts.out, featureGatesFile), featureGatesHeader, versions, gates)
}

// readVersions reads Flux versions from a file with one version on each line.
func readVersions(path string) ([]string, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading versions: %w", err)
	}
	versions := strings.Fields(string(content))
	for _, version := range versions {
		if semver.Canonical(version) != version {
			return nil, fmt.Errorf("%s: %q is no version such as v2.9.3", path, version)
		}
	}
	return versions, nil
}

// changed returns the versions, with the one to add and without the one to drop, oldest first.
func changed(versions []string, opts options) ([]string, error) {
	if opts.drop != "" {
		if !slices.Contains(versions, opts.drop) {
			return nil, fmt.Errorf("there is no version %s to drop, there are %s", opts.drop, strings.Join(versions, ", "))
		}
		versions = slices.DeleteFunc(versions, func(version string) bool { return version == opts.drop })
	}
	if opts.add != "" {
		if semver.Canonical(opts.add) != opts.add {
			return nil, fmt.Errorf("%q is no version such as v2.9.3", opts.add)
		}
		versions = append(versions, opts.add)
	}
	if opts.prove != "" && !slices.Contains(versions, opts.prove) {
		return nil, fmt.Errorf("there is no version %s to prove, there are %s", opts.prove, strings.Join(versions, ", "))
	}
	semver.Sort(versions)
	return slices.Compact(versions), nil
}
