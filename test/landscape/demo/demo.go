// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package demo shows the life of a shoot on a local landscape as a user sees it, from an empty project to objects from
// Git in the shoot. It must act only as an operator, a project member or the owner of a repository, and print only
// observed facts.
package demo

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/go-logr/logr"
	"github.com/go-logr/logr/funcr"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/recording"
)

// Options configure the demo.
type Options struct {
	// ProjectDir is the root of the extension's repository.
	ProjectDir string
	// Dir is an empty directory for all data. If it is empty, Run creates and removes a temporary directory.
	Dir string
	// Once ends the demo after the last step. Otherwise, the demo ends with the context.
	Once bool
	// Out receives the steps.
	Out io.Writer
}

// storyTimeout limits the time from the first to the last step, without builds.
const storyTimeout = 5 * time.Minute

// Run runs the demo. An error names the failed step. When Run returns, no process is left.
func Run(ctx context.Context, options Options) error {
	dir, cleanUp, err := dataDir(options.Dir)
	if err != nil {
		return err
	}
	defer cleanUp()

	teller := &teller{out: options.Out}
	teller.heading("The extension is built from this checkout")
	executables, err := landscape.Build(ctx, options.ProjectDir, filepath.Join(dir, "bin"), options.Out)
	if err != nil {
		return err
	}
	programs, err := recording.Build(ctx, options.ProjectDir, filepath.Join(dir, "bin"))
	if err != nil {
		return err
	}
	teller.seen("the extension is built")
	log, closeLog, err := fileLog(filepath.Join(dir, "landscape.log"))
	if err != nil {
		return err
	}
	defer closeLog()
	logf.SetLogger(log)

	teller.heading("The landscape starts")
	storyCtx, cancel := context.WithTimeout(ctx, storyTimeout)
	defer cancel()
	l, err := landscape.Start(storyCtx, landscape.Options{
		Dir: filepath.Join(dir, "landscape"), ProjectDir: options.ProjectDir, Executables: executables,
		Seeds: []string{seedName}, Progress: teller.seen, Log: log,
	})
	if err != nil {
		return err
	}
	defer func() {
		teller.heading("The landscape stops")
		l.Stop()
		teller.seen("all processes are gone")
	}()
	teller.seen("the landscape is up")
	release, err := recording.Release(ctx, options.ProjectDir)
	if err != nil {
		return err
	}
	recorded, err := recording.Start(recording.Options{
		Programs: programs, Landscape: filepath.Join(dir, "landscape"), Namespaces: []string{"garden-" + project}, Story: "demo", Release: release, Times: l.Times(),
		File: filepath.Join(dir, "history.jsonl"),
	})
	if err != nil {
		return err
	}
	defer func() { _ = recorded.Stop() }()

	desk, err := newDesk(l, filepath.Join(dir, "desk"), options.ProjectDir)
	if err != nil {
		return err
	}
	var background sync.WaitGroup
	defer background.Wait()
	backgroundCtx, end := context.WithCancel(ctx)
	defer end()
	background.Go(func() { l.Garden.Schedule(backgroundCtx, seedName, log) })
	background.Go(func() { desk.follow(backgroundCtx, log) })

	s := &story{teller: teller, landscape: l, seed: l.Seed(seedName), desk: desk}
	if err := s.tell(storyCtx); err != nil {
		return err
	}
	if err := s.check(storyCtx, recorded); err != nil {
		return err
	}
	s.invite(options.Once)
	if !options.Once {
		<-ctx.Done()
	}
	return nil
}

func dataDir(dir string) (string, func(), error) {
	if dir != "" {
		absolute, err := filepath.Abs(dir)
		if err != nil {
			return "", nil, err
		}
		return absolute, func() {}, os.MkdirAll(absolute, 0o755) //nolint:gosec // containers run as other users, and read the files
	}
	dir, err := os.MkdirTemp("", "shoot-flux-demo-")
	if err != nil {
		return "", nil, err
	}
	// Files that cannot be removed do no harm in a temporary directory.
	return dir, func() { _ = os.RemoveAll(dir) }, os.Chmod(dir, 0o755) //nolint:gosec // containers run as other users and read below it
}

// fileLog returns a logger for the landscape's own components that writes to a file.
func fileLog(path string) (logr.Logger, func(), error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		return logr.Logger{}, nil, err
	}
	file, err := os.Create(path)
	if err != nil {
		return logr.Logger{}, nil, err
	}
	write := func(prefix, args string) { _, _ = fmt.Fprintln(file, time.Now().Format(time.TimeOnly), prefix, args) }
	return funcr.New(write, funcr.Options{}), func() { _ = file.Close() }, nil
}
