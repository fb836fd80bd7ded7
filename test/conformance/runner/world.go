// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package runner runs cases on the local landscape, in shoots with Flux from the extension. It pushes the files of a
// case, runs the commands in a shell, and waits for the expected output.
package runner

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/go-logr/logr/funcr"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/binaries"
)

// SeedName is the initial seed of all Shoots.
const SeedName = "alpha"

// Options configures a World.
type Options struct {
	// ProjectDir is the root of the extension's repository.
	ProjectDir string
	// Dir is the directory for all data. It must be empty or must not exist.
	Dir string
	// Seeds are the names of the seeds. SeedName is the first one.
	Seeds []string
	// Out receives the progress.
	Out io.Writer
}

// World is a landscape with servers for cases.
type World struct {
	// Landscape is the landscape.
	Landscape *landscape.Landscape

	dir   string
	seeds []string
	out   io.Writer
	hosts hosts
	log   *os.File
}

// Start builds missing programs and starts the landscape, which runs until Stop is called.
func Start(ctx context.Context, options Options) (_ *World, err error) {
	dir, err := filepath.Abs(options.Dir)
	if err != nil {
		return nil, err
	}
	w := &World{dir: dir, seeds: options.Seeds, out: options.Out}
	defer func() {
		if err != nil {
			w.Stop()
		}
	}()
	// Containers run as other users and have to read these files.
	if err := os.MkdirAll(filepath.Join(dir, "bin"), 0o755); err != nil { //nolint:gosec // see above
		return nil, err
	}
	executables, err := landscape.Build(ctx, options.ProjectDir, filepath.Join(dir, "built"), options.Out)
	if err != nil {
		return nil, err
	}
	if w.log, err = os.Create(filepath.Join(dir, "landscape.log")); err != nil {
		return nil, err
	}
	logger := funcr.New(func(prefix, args string) {
		_, _ = fmt.Fprintln(w.log, time.Now().Format(time.TimeOnly), prefix, args)
	}, funcr.Options{})
	logf.SetLogger(logger)
	started := time.Now()
	w.Landscape, err = landscape.Start(ctx, landscape.Options{
		Dir: filepath.Join(dir, "landscape"), ProjectDir: options.ProjectDir, Executables: executables, Seeds: options.Seeds, Log: logger,
		Progress: func(step string) { fmt.Fprintf(options.Out, "%6.1f s  %s\n", time.Since(started).Seconds(), step) },
	})
	if err != nil {
		return nil, err
	}
	if err := w.hosts.start(ctx); err != nil {
		return nil, err
	}
	return w, w.linkPrograms(ctx)
}

// linkPrograms links the programs that the commands of cases use.
func (w *World) linkPrograms(ctx context.Context) error {
	programs, err := binaries.Ensure(ctx, w.out, binaries.SOPS, binaries.AgeKeygen)
	if err != nil {
		return err
	}
	linked := map[string]string{"kubectl": w.Landscape.Kubectl}
	for name, path := range programs {
		linked[name] = path
	}
	for name, path := range linked {
		if err := os.Symlink(path, filepath.Join(w.dir, "bin", name)); err != nil {
			return err
		}
	}
	return nil
}

// remoteKubeconfig returns the kubeconfig of the last seed, a cluster other than the shoot.
func (w *World) remoteKubeconfig() string {
	return w.Landscape.Seed(w.seeds[len(w.seeds)-1]).Cluster.Kubeconfig
}

// Stop stops all processes.
func (w *World) Stop() {
	if w.Landscape != nil {
		w.Landscape.Stop()
	}
	w.hosts.stop()
	if w.log != nil {
		_ = w.log.Close()
	}
}
