// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"github.com/shoot-flux/gardener-extension-shoot-flux/hack/distributions/gomodule"
)

// step is a part of the update.
type step struct {
	name string
	run  func(context.Context) error
	// by is the command line of a step that takes long, which quick leaves to the reader.
	by string
}

// runSteps runs the steps until one fails.
func runSteps(ctx context.Context, steps []step, quick bool, progress io.Writer) (left []string, err error) {
	for _, s := range steps {
		if quick && s.by != "" {
			left = append(left, s.by)
			continue
		}
		fmt.Fprintf(progress, "\n== %s\n", s.name)
		if err := s.run(ctx); err != nil {
			return left, fmt.Errorf("step %q failed: %w", s.name, err)
		}
	}
	return left, nil
}

// commands runs programs in the repository.
type commands struct {
	root   string
	output io.Writer
}

// run runs a program. Its output is progress, because standard output is for the review.
func (c commands) run(ctx context.Context, directory string, words ...string) error {
	if err := c.command(ctx, directory, words...).Run(); err != nil {
		return fmt.Errorf("%s: %w", strings.Join(words, " "), err)
	}
	return nil
}

// command returns a command in a process group of its own: a terminal does not interrupt it, and all its processes are
// killed when the context ends, so that nothing writes into the tree after that.
func (c commands) command(ctx context.Context, directory string, words ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, words[0], words[1:]...)
	command.Dir = filepath.Join(c.root, directory)
	command.Stdout, command.Stderr = c.output, c.output
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
	return command
}

// get returns the output of a program that runs in the repository.
func (c commands) get(ctx context.Context, words ...string) ([]byte, error) {
	command := c.command(ctx, "", words...)
	var stderr bytes.Buffer
	command.Stdout, command.Stderr = nil, &stderr
	output, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %s", strings.Join(words, " "), err, strings.TrimSpace(stderr.String()))
	}
	return output, nil
}

// step returns a step that is a single program.
func (c commands) step(name string, words ...string) step {
	return step{name: name, run: func(ctx context.Context) error { return c.run(ctx, "", words...) }}
}

// long returns a step that quick leaves out.
func (c commands) long(name string, words ...string) step {
	s := c.step(name, words...)
	s.by = strings.Join(words, " ")
	return s
}

// read reads a file of the tree.
func (c commands) read(path string) ([]byte, error) {
	return os.ReadFile(filepath.Join(c.root, filepath.FromSlash(path)))
}

// readAt returns a reader of a commit.
func (c commands) readAt(ctx context.Context, commit string) reader {
	return func(path string) ([]byte, error) { return c.get(ctx, "git", "show", commit+":"+path) }
}

// files returns the tracked files of the tree.
func (c commands) files(ctx context.Context) ([]string, error) {
	output, err := c.get(ctx, "git", "ls-files", "-z", "--", ":!vendor")
	if err != nil {
		return nil, fmt.Errorf("listing the files of the repository: %w", err)
	}
	return strings.Split(strings.TrimSuffix(string(output), "\x00"), "\x00"), nil
}

// copiesOf returns the version of the module with the copies of Flux's releases from which to take one of them: the
// recorded one if it has it, and otherwise the newest one.
func (c commands) copiesOf(ctx context.Context, version string) (string, error) {
	content, err := c.read(sumsFile)
	if err != nil {
		return "", err
	}
	recorded := recordedCopies(string(content))
	// The generator has recorded its checksum.
	copies, err := gomodule.Go(false)(ctx, module.Version{Path: copiesModule, Version: recorded})
	if err != nil {
		return "", err
	}
	if _, err := os.Stat(filepath.Join(copies.Dir, "config", "data", "flux", version)); err == nil {
		return recorded, nil
	}
	output, err := c.get(ctx, "go", "-C", "hack/generators", "list", "-mod=readonly", "-m", "-f", "{{ .Version }}", copiesModule+"@latest")
	if err != nil {
		return "", fmt.Errorf("finding the newest version of %s: %w", copiesModule, err)
	}
	return strings.TrimSpace(string(output)), nil
}

// recordedCopies returns the newest version of the module with the copies in modules.sum.
func recordedCopies(recorded string) string {
	newest := ""
	for line := range strings.Lines(recorded) {
		if words := strings.Fields(line); len(words) == 3 && words[0] == copiesModule && semver.Compare(words[1], newest) > 0 {
			newest = words[1]
		}
	}
	return newest
}

// oldestKubernetes returns the oldest minor version of Kubernetes in the source of the command `flux check`.
func (c commands) oldestKubernetes(ctx context.Context, version string) (string, error) {
	flux, err := gomodule.Go(true)(ctx, module.Version{Path: fluxModule, Version: version})
	if err != nil {
		return "", err
	}
	source, err := os.ReadFile(filepath.Join(flux.Dir, "cmd", "flux", "check.go"))
	if err != nil {
		return "", err
	}
	return kubernetesIn(string(source))
}

// kubernetesIn returns the oldest minor version of the constraints in the source.
func kubernetesIn(source string) (string, error) {
	block := regexp.MustCompile(`(?s)var kubernetesConstraints = \[\]string\{(.*?)\}`).FindStringSubmatch(source)
	if block == nil {
		return "", errors.New("the source of flux check has no kubernetesConstraints")
	}
	var oldest string
	for _, match := range regexp.MustCompile(`"[>=~^ ]*v?(\d+\.\d+)\.`).FindAllStringSubmatch(block[1], -1) {
		if version := "v" + match[1]; oldest == "" || semver.Compare(version, oldest) < 0 {
			oldest = version
		}
	}
	if oldest == "" {
		return "", errors.New("no version in the kubernetesConstraints of flux check")
	}
	return oldest, nil
}

// withKubernetes returns kubernetes.yaml with an entry for the minor version. Those of older ones stay, because an operator
// may supply them.
func withKubernetes(content, version, oldest string) string {
	var head, entries []string
	for line := range strings.Lines(content) {
		minor, _, isEntry := strings.Cut(line, ": ")
		switch {
		case !isEntry || !strings.HasPrefix(minor, "v"):
			head = append(head, line)
		case minor != semver.MajorMinor(version):
			entries = append(entries, line)
		}
	}
	entries = append(entries, semver.MajorMinor(version)+": "+oldest+"\n")
	slices.SortFunc(entries, func(a, b string) int {
		return semver.Compare(strings.SplitN(a, ":", 2)[0], strings.SplitN(b, ":", 2)[0])
	})
	return strings.Join(slices.Concat(head, entries), "")
}
