// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package binaries

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/mod/semver"
)

const (
	// stopDelay limits the time that the go command has to end after a build is cancelled.
	stopDelay = 15 * time.Second
	// errorLines is the number of lines of the go command's output that an error contains.
	errorLines = 20
	// unfinished is the directory in the cache for the output of a running build.
	unfinished = ".unfinished"
)

// goBuild is a call of go build. All calls use the same compiler flags, so that they share Go's build cache.
type goBuild struct {
	// dir is the directory of the module.
	dir string
	// packages are the main packages.
	packages []string
	// flags are the flags that differ between calls. They must not affect the compiler.
	flags []string
	// output is the path of the executable, or an existing directory for several executables.
	output string
}

// arguments returns the common arguments of go build and go list.
func (g goBuild) arguments(tags []string) []string {
	return slices.Concat([]string{"-trimpath", "-buildvcs=false", "-tags=" + strings.Join(tags, ",")}, g.flags, g.packages)
}

// buildAll builds programs, and builds missing binaries into the cache atomically. It always reports first builds, but
// other builds only if they take long.
func (b Builder) buildAll(ctx context.Context, missing []Binary, programs []Program, first bool) error {
	report := &progress{printf: b.printf, started: time.Now()}
	names := describe(missing, programs)
	if first {
		b.printf("building %s", strings.Join(names, ", "))
	}
	stop := every(reportInterval, report.print)
	err := b.buildInto(ctx, report, missing, programs, first)
	stop()
	if err != nil {
		return fmt.Errorf("building %s: %w", some(names), err)
	}
	if first {
		b.printf("built in %s", report.elapsed())
	}
	return nil
}

func (b Builder) buildInto(ctx context.Context, report *progress, missing []Binary, programs []Program, first bool) error {
	calls, executables := b.calls(missing)
	if len(missing) > 0 {
		clean, err := b.makeUnfinished(calls)
		if err != nil {
			return err
		}
		defer clean()
	}
	var programCalls []goBuild
	for _, program := range programs {
		programCalls = append(programCalls, goBuild{
			dir: program.Dir, packages: []string{program.Package},
			// Without debug information, linking takes a third less time.
			flags: []string{"-ldflags=-s -w"}, output: program.output(),
		})
	}
	if first {
		report.link(executables)
		if err := b.count(ctx, report, slices.Concat(calls, programCalls)); err != nil {
			return err
		}
	}
	if err := b.run(ctx, report, calls); err != nil {
		return err
	}
	for i, binary := range missing {
		if err := os.Rename(executables[i], b.path(binary)); err != nil {
			return fmt.Errorf("moving %s into the cache: %w", binary.Name, err)
		}
	}
	// All binaries are linked, so there are no more files to count.
	report.link(nil)
	return b.run(ctx, report, programCalls)
}

func (b Builder) run(ctx context.Context, report *progress, calls []goBuild) error {
	for _, call := range calls {
		arguments := append([]string{"build", "-v", "-o", call.output}, call.arguments(b.Tags)...)
		if err := b.goCommand(ctx, report, report, call.dir, arguments...); err != nil {
			return err
		}
	}
	return nil
}

// calls returns the calls that build binaries, and the paths of the executables. It uses few calls, because one call
// links some binaries while it compiles packages of others. Only binaries with the same executable name need separate
// calls.
func (b Builder) calls(missing []Binary) ([]goBuild, []string) {
	var calls []goBuild
	executables := make([]string, 0, len(missing))
	callsWith := map[string]int{}
	for _, binary := range missing {
		name := binary.executable()
		number := callsWith[name]
		callsWith[name]++
		if number == len(calls) {
			output := filepath.Join(b.dir(), unfinished, strconv.Itoa(number))
			calls = append(calls, goBuild{dir: b.ModuleDir, flags: []string{"-mod=readonly"}, output: output})
		}
		call := &calls[number]
		call.packages = append(call.packages, binary.Package)
		call.flags = append(call.flags, "-ldflags="+binary.Package+"="+binary.linkerFlags())
		executables = append(executables, filepath.Join(call.output, name))
	}
	return calls, executables
}

// makeUnfinished creates empty output directories for the calls, and returns a function that removes them. The caller
// must hold the lock.
func (b Builder) makeUnfinished(calls []goBuild) (clean func(), err error) {
	dir := filepath.Join(b.dir(), unfinished)
	if err := os.RemoveAll(dir); err != nil {
		return nil, fmt.Errorf("removing the files of an interrupted build: %w", err)
	}
	for _, call := range calls {
		if err := os.MkdirAll(call.output, 0o750); err != nil {
			return nil, fmt.Errorf("creating a directory in the cache of binaries: %w", err)
		}
	}
	// The next build removes files that could not be removed.
	return func() { _ = os.RemoveAll(dir) }, nil
}

// stale is a template for go list. It prints the packages that are not in Go's build cache, with the versions of their
// modules, which may differ between calls.
const stale = "{{if .Stale}}{{.ImportPath}}{{with .Module}}@{{.Version}}{{end}}{{end}}"

// count downloads the modules that the calls need, and reports the number of packages that are not in Go's build cache.
func (b Builder) count(ctx context.Context, report *progress, calls []goBuild) error {
	packages := map[string]bool{}
	for _, call := range calls {
		output := &bytes.Buffer{}
		arguments := append([]string{"list", "-deps", "-f", stale}, call.arguments(b.Tags)...)
		if err := b.goCommand(ctx, report, output, call.dir, arguments...); err != nil {
			return err
		}
		for pkg := range strings.FieldsSeq(output.String()) {
			packages[pkg] = true
		}
	}
	report.expect(len(packages))
	return nil
}

// goCommand runs the go command in a module's directory. An error contains the last lines of output that are not
// progress.
func (b Builder) goCommand(ctx context.Context, report *progress, stdout io.Writer, dir string, arguments ...string) error {
	command := exec.CommandContext(ctx, "go", arguments...)
	command.Dir = dir
	command.Env = append(os.Environ(), "CGO_ENABLED=0", "GOWORK=off")
	if b.CGO {
		command.Env = append(command.Env, "CGO_ENABLED=1")
	}
	command.Stdout, command.Stderr = stdout, report
	// A cancelled build must also stop the compilers that the go command starts.
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGINT) }
	command.WaitDelay = stopDelay
	if err := command.Run(); err != nil {
		return fmt.Errorf("go %s: %w\n%s", arguments[0], err, report.last(errorLines))
	}
	return nil
}

// executable returns the name that the go command gives to the executable of a main package.
func (b Binary) executable() string {
	name := path.Base(b.Package)
	if semver.Major(name) == name && name != "v0" && name != "v1" {
		name = path.Base(path.Dir(b.Package))
	}
	return name
}
