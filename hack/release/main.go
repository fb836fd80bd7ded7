// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Command release writes the published files of a version of the extension into a directory: charts, registration
// objects, the component of gardener-landscape-kit, the component descriptor of the Open Component Model, archives of
// the kubectl plugin, lists of all images and charts, and checksums. It does not build the image. With --push, it also
// pushes the charts, in the format that Helm and Gardener pull, and the component descriptor to a registry.
//
// The same commit, version and repository produce identical bytes.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/registration/manifests"
)

type options struct {
	release   manifests.Release
	out       string
	push      bool
	plainHTTP bool
	// plugin is the path of the kubectl plugin for this machine, which lists Flux's images.
	plugin string
	// plugins is the directory with the kubectl plugin for each platform. licence is the licence file for its archives.
	plugins, licence string
	// included are additional files to copy into the directory.
	included []string
}

func main() {
	var o options
	flag.StringVar(&o.out, "out", "", "directory into which everything is written")
	flag.StringVar(&o.release.Version, "version", "", "version, for instance v1.2.3")
	flag.StringVar(&o.release.Repository, "repository", "", "path in a registry below which image and charts are, for instance registry.example.com/shoot-flux")
	flag.StringVar(&o.release.ImageDigest, "image-digest", "", "digest of the image, which pins it")
	flag.StringVar(&o.release.Commit, "commit", "", "commit of the sources, for the component descriptor")
	flag.StringVar(&o.plugin, "plugin", "bin/kubectl-shoot_flux", "kubectl plugin for this machine, which lists the images of Flux")
	flag.StringVar(&o.plugins, "plugins", "bin/plugin", "directory with the plugin of kubectl, as <os>-<arch>/kubectl-shoot_flux")
	flag.StringVar(&o.licence, "licence", "LICENSES/Apache-2.0.txt", "the licence, which goes into the archives with the plugin")
	flag.BoolVar(&o.push, "push", false, "push the charts and the component descriptor to the registry, with Docker's credentials for it")
	flag.BoolVar(&o.plainHTTP, "plain-http", false, "use HTTP for the registry")
	flag.Parse()
	o.included = flag.Args()

	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	files, err := o.artifacts(ctx)
	if err != nil {
		return err
	}
	if err := write(o.out, files); err != nil {
		return err
	}
	if !o.push {
		return nil
	}
	registry, err := newRegistry(o.plainHTTP)
	if err != nil {
		return err
	}
	artifacts, err := o.release.Artifacts()
	if err != nil {
		return err
	}
	for _, artifact := range artifacts {
		if err := registry.push(ctx, artifact); err != nil {
			return fmt.Errorf("failed to push %s: %w", artifact.Reference, err)
		}
		fmt.Fprintf(os.Stdout, "%s@%s\n", artifact.Reference, artifact.Manifest.Digest)
	}
	return nil
}
