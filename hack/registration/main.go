// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command registration writes the files that register the extension with Gardener. Without flags, it writes the
// examples of this repository, and sets the version in the charts for users who install them from the repository. With
// --out, it writes all files for an installation, including the charts, into a directory.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/charts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/registration/manifests"
)

func main() {
	var (
		release manifests.Release
		out     string
	)
	flag.StringVar(&out, "out", "", "directory for everything; without it, the registrations are written into example/")
	flag.StringVar(&release.Version, "version", "", "version of image and charts (default: that of the file VERSION)")
	flag.StringVar(&release.Repository, "repository", "registry.example.com/shoot-flux", "path in a registry below which image and charts are")
	flag.StringVar(&release.ImageDigest, "image-digest", "", "digest that pins the image")
	flag.Parse()

	if err := run(release, out); err != nil {
		fmt.Fprintln(os.Stderr, "registration:", err)
		os.Exit(1)
	}
}

func run(release manifests.Release, out string) error {
	if release.Version == "" {
		content, err := os.ReadFile("VERSION")
		if err != nil {
			return err
		}
		release.Version = strings.TrimSpace(string(content))
	}
	if out != "" {
		files, err := release.Files()
		if err != nil {
			return err
		}
		return write(out, files)
	}
	files, err := release.Registrations()
	if err != nil {
		return err
	}
	delete(files, manifests.GardenAccess)
	if err := write("example", files); err != nil {
		return err
	}
	return stampCharts(release.Version)
}

func stampCharts(version string) error {
	for _, chart := range []string{charts.Seed, charts.AdmissionApplication, charts.AdmissionRuntime} {
		file := filepath.Join("charts", chart, "Chart.yaml")
		metadata, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if err := os.WriteFile(file, charts.WithVersion(metadata, version), 0o644); err != nil { //nolint:gosec // nothing in it is secret
			return err
		}
	}
	return nil
}

func write(directory string, files map[string][]byte) error {
	if err := os.MkdirAll(directory, 0o755); err != nil { //nolint:gosec // nothing in it is secret
		return err
	}
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(directory, name), content, 0o644); err != nil { //nolint:gosec // nothing in it is secret
			return err
		}
	}
	return nil
}
