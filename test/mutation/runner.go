// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package mutation

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// simulation is the package that runs garden and seeds together, and has the judge check the history.
const simulation = "test/simulation"

// hangs is how long the tests of a package may take: many times what they take without a mutant.
const hangs = 20 * time.Minute

// longSpecs are the specs that take most of the time of their package. They are left out at first.
const longSpecs = "random sequences"

// Survived is the verdict on a mutant with which all tests pass.
const Survived = "**survived**"

// ErrNotCompiled means that a mutant is no program.
var ErrNotCompiled = errors.New("does not compile")

// Runner runs the tests of the module at Root with a mutant. It does not change a file of the module.
type Runner struct {
	Root string
	// Scratch is a directory for the changed files.
	Scratch string
	// Output gets the output of failed tests.
	Output io.Writer
}

// Compile compiles the package of the mutant. It returns ErrNotCompiled if the mutant is no program.
func (r Runner) Compile(ctx context.Context, m Mutant) error {
	overlay, err := r.overlay(m)
	if err != nil {
		return err
	}
	err = r.command(ctx, "build", "-overlay", overlay, "./"+filepath.Dir(m.File)).Run()
	var exit *exec.ExitError
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &exit):
		return ErrNotCompiled
	}
	return err
}

// Judge returns the first test that fails with the mutant, or Survived.
func (r Runner) Judge(ctx context.Context, s Subject, m Mutant) (string, error) {
	overlay, err := r.overlay(m)
	if err != nil {
		return "", err
	}
	all := s.packagesFor(m)
	if failed, err := r.failed(ctx, m, overlay, all[0], "-ginkgo.skip", longSpecs); failed != "" || err != nil {
		return failed, err
	}
	for _, tests := range all {
		if failed, err := r.failed(ctx, m, overlay, tests); failed != "" || err != nil {
			return failed, err
		}
	}
	return Survived, nil
}

// failed returns the first test of a package that fails with the mutant; empty if none does, or the package is compiled
// without the mutant.
func (r Runner) failed(ctx context.Context, m Mutant, overlay, tests string, ginkgo ...string) (string, error) {
	if sees, err := r.dependsOn(ctx, tests, filepath.Dir(m.File)); err != nil || !sees {
		return "", err
	}
	output := &bytes.Buffer{}
	arguments := []string{"test", "-overlay", overlay, "-vet=off", "-count=1", "-failfast", "-timeout", hangs.String(), "./" + tests}
	switch usesGinkgo, err := r.usesGinkgo(tests); {
	case err != nil:
		return "", err
	case usesGinkgo:
		arguments = append(append(arguments, "-ginkgo.fail-fast", "-ginkgo.no-color"), ginkgo...)
	case tests == simulation:
		arguments = append(arguments, "-run", "^TestSimulation$")
	}
	command := r.command(ctx, arguments...)
	command.Stdout, command.Stderr = output, output
	var exit *exec.ExitError
	switch err := command.Run(); {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.As(err, &exit):
		fmt.Fprintf(r.Output, "%s in %s:\n%s\n", m.Place(), tests, output)
		return tests + ": " + firstFailure(output.String()), nil
	default:
		return "", err
	}
}

// dependsOn reports whether the tests of a package are compiled with another package, or are its own.
func (r Runner) dependsOn(ctx context.Context, tests, on string) (bool, error) {
	directories, err := r.command(ctx, "list", "-deps", "-test", "-f", "{{.Dir}}", "./"+tests).Output()
	if err != nil {
		return false, fmt.Errorf("failed to list what the tests of %s depend on: %w", tests, errors.Join(err, ctx.Err()))
	}
	return slices.Contains(strings.Fields(string(directories)), filepath.Join(r.Root, on)), nil
}

// usesGinkgo reports whether the tests of a package accept the flags of Ginkgo.
func (r Runner) usesGinkgo(tests string) (bool, error) {
	suites, err := filepath.Glob(filepath.Join(r.Root, tests, "*_suite_test.go"))
	return len(suites) > 0, err
}

// overlay writes the changed file, and what -overlay reads.
func (r Runner) overlay(m Mutant) (string, error) {
	path := filepath.Join(r.Root, m.File)
	source, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	changed, overlay := filepath.Join(r.Scratch, filepath.Base(m.File)), filepath.Join(r.Scratch, "overlay.json")
	if err := os.WriteFile(changed, m.Apply(source), 0o600); err != nil {
		return "", err
	}
	content, err := json.Marshal(map[string]map[string]string{"Replace": {path: changed}})
	if err != nil {
		return "", err
	}
	return overlay, os.WriteFile(overlay, content, 0o600)
}

func (r Runner) command(ctx context.Context, arguments ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, "go", arguments...)
	command.Dir = r.Root
	// What the simulation finds is enough, shortened or not.
	command.Env = append(os.Environ(), "SIMULATION_SHORTEN=1ns", "GOGC=400")
	return command
}

// Their first groups name the first failure, in the order in which they are tried.
var failures = []*regexp.Regexp{
	regexp.MustCompile(`panic: (test timed out)`),
	regexp.MustCompile(`breaks promises of the documentation\.\n\d+ events:\n(?:  .*\n)*\s*([\w-]+): `),
	regexp.MustCompile(`Summarizing \d+ Failures?:\s+\[[A-Z!]+\] (.+)`),
	regexp.MustCompile(`(?m)^\s*--- FAIL: (\S+)`),
	regexp.MustCompile(`(?m)^((?:panic|fatal error): .*)$`),
	regexp.MustCompile(`(?m)^(.+)$`),
}

// firstFailure returns the name of the test that failed first, according to the output of go test.
func firstFailure(output string) string {
	for _, failure := range failures {
		if found := failure.FindStringSubmatch(output); found != nil {
			return strings.TrimSpace(found[1])
		}
	}
	return "fails"
}
