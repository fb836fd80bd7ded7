// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package binaries

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
)

// landscapeModule is the module whose go.mod pins the binaries.
const landscapeModule = "github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"

// lockInterval is the interval between checks of another process's lock.
const lockInterval = 500 * time.Millisecond

// Paths maps names to executables.
type Paths map[string]string

// Ensure returns the named executables, and builds executables that are not in the cache. It reports builds to out. It
// runs the go command in the working directory to find the landscape's module.
func Ensure(ctx context.Context, out io.Writer, names ...string) (Paths, error) {
	return Build(ctx, out, nil, names...)
}

// Build is like Ensure, and also builds programs of the work tree.
func Build(ctx context.Context, out io.Writer, programs []Program, names ...string) (Paths, error) {
	builder, err := newBuilder(ctx, out)
	if err != nil {
		return nil, err
	}
	return builder.Build(ctx, programs, names...)
}

// newBuilder returns a builder for the binaries that the landscape's module pins.
func newBuilder(ctx context.Context, out io.Writer) (Builder, error) {
	moduleDir, err := findModule(ctx)
	if err != nil {
		return Builder{}, err
	}
	cacheDir, err := os.UserCacheDir()
	if err != nil {
		return Builder{}, fmt.Errorf("finding the user's cache directory: %w", err)
	}
	return Builder{ModuleDir: moduleDir, CacheDir: filepath.Join(cacheDir, "shoot-flux"), Ready: ReadyDirs(), Out: out}, nil
}

func findModule(ctx context.Context) (string, error) {
	command := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", landscapeModule)
	command.Env = append(os.Environ(), "GOWORK=off")
	output, err := command.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = fmt.Errorf("%w: %s", err, strings.TrimSpace(string(exit.Stderr)))
		}
		return "", fmt.Errorf("finding the directory of module %s: %w", landscapeModule, err)
	}
	return strings.TrimSpace(string(output)), nil
}

// Builder builds binaries into a cache.
type Builder struct {
	// ModuleDir is the directory of the module whose go.mod pins the binaries.
	ModuleDir string
	// CacheDir is the directory for the binaries: bin/<os>-<architecture>/<name>-<version>.
	CacheDir string
	// Ready are directories with prebuilt programs. The builder verifies and copies these programs instead of building
	// them.
	Ready []string
	// Out receives the progress of builds. It may be nil.
	Out io.Writer
	// Tags are the build tags.
	Tags []string
	// CGO is true if builds need a C compiler.
	CGO bool
}

// Program is a program of a work tree. It is built into the work tree, and again after changes of its source.
type Program struct {
	// Dir is the directory of the program's module.
	Dir string
	// Package is the main package, relative to Dir.
	Package string
	// Path is the path of the executable. If it is empty, the first build compiles the packages without linking, so that a
	// later build of the program is as fast as a repeated one.
	Path string
}

func (p Program) name() string {
	if p.Path == "" {
		return path.Base(p.Package)
	}
	return filepath.Base(p.Path)
}

func (p Program) output() string {
	if p.Path == "" {
		return os.DevNull
	}
	return p.Path
}

// Ensure returns the named executables, and builds executables that are not in the cache.
func (b Builder) Ensure(ctx context.Context, names ...string) (Paths, error) {
	return b.Build(ctx, nil, names...)
}

// Build returns the named executables. It builds programs together with the executables that are not in the cache.
func (b Builder) Build(ctx context.Context, programs []Program, names ...string) (Paths, error) {
	catalog, err := Catalog(b.ModuleDir)
	if err != nil {
		return nil, err
	}
	paths := make(Paths, len(names))
	var wanted []Binary
	for _, name := range names {
		binary, found := catalog[name]
		if !found {
			return nil, fmt.Errorf("go.mod in %s has no tool directive for %s", b.ModuleDir, name)
		}
		if _, listed := paths[name]; !listed {
			wanted = append(wanted, binary)
			paths[name] = b.path(binary)
		}
	}
	missing, err := b.missing(wanted)
	if err != nil {
		return nil, err
	}
	if len(missing) > 0 {
		unlock, err := b.lock(ctx)
		if err != nil {
			return nil, err
		}
		// Closing the file unlocks it. An error does not matter.
		defer func() { _ = unlock() }()
		// The previous holder of the lock may have built some of the binaries.
		if missing, err = b.missing(missing); err != nil {
			return nil, err
		}
		if missing, err = b.takeReady(ctx, missing); err != nil {
			return nil, err
		}
	}
	first, err := anyMissing(programs)
	if err != nil {
		return nil, err
	}
	if first = first || len(missing) > 0; !first {
		programs = slices.DeleteFunc(slices.Clone(programs), func(program Program) bool { return program.Path == "" })
	}
	if len(missing)+len(programs) == 0 {
		return paths, nil
	}
	if err := b.buildAll(ctx, missing, programs, first); err != nil {
		return nil, err
	}
	return paths, nil
}

// anyMissing returns whether any of the programs has never been built.
func anyMissing(programs []Program) (bool, error) {
	for _, program := range programs {
		if program.Path == "" {
			continue
		}
		_, err := os.Stat(program.Path)
		if errors.Is(err, fs.ErrNotExist) {
			return true, nil
		}
		if err != nil {
			return false, fmt.Errorf("checking whether %s is built: %w", program.name(), err)
		}
	}
	return false, nil
}

func (b Builder) dir() string {
	return filepath.Join(b.CacheDir, "bin", runtime.GOOS+"-"+runtime.GOARCH)
}

func (b Builder) path(binary Binary) string {
	return filepath.Join(b.dir(), binary.Name+"-"+binary.Version)
}

func (b Builder) missing(wanted []Binary) ([]Binary, error) {
	var missing []Binary
	for _, binary := range wanted {
		_, err := os.Stat(b.path(binary))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			missing = append(missing, binary)
		case err != nil:
			return nil, fmt.Errorf("looking for %s in the cache: %w", binary.Name, err)
		}
	}
	return missing, nil
}

// lock prevents concurrent builds of the same binaries by two processes, which would compete for processors and
// memory. The kernel drops the lock of a process that dies.
func (b Builder) lock(ctx context.Context) (unlock func() error, err error) {
	if err := os.MkdirAll(b.dir(), 0o750); err != nil {
		return nil, fmt.Errorf("creating the cache of binaries: %w", err)
	}
	file, err := os.OpenFile(filepath.Join(b.dir(), ".lock"), os.O_CREATE|os.O_RDWR, 0o640)
	if err != nil {
		return nil, fmt.Errorf("opening the lock of the cache of binaries: %w", err)
	}
	tryLock := func(context.Context) error {
		return syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	}
	if tryLock(ctx) == nil {
		return file.Close, nil
	}
	b.printf("another process is building the landscape's binaries, waiting for it")
	defer every(reportInterval, func() { b.printf("  still waiting") })()
	if err := process.Until(ctx, "the lock "+file.Name(), lockInterval, tryLock); err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return file.Close, nil
}

func (b Builder) printf(format string, args ...any) {
	if b.Out == nil {
		return
	}
	// A failure to print progress does not fail the build.
	_, _ = fmt.Fprintf(b.Out, format+"\n", args...)
}
