// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// git runs the command git in a directory of a repository. It is the only code that runs git.
//
// A pull request decides what is in the directory, and Git runs commands from its configuration. Therefore only a .git
// identifies the repository, and only commands are used that run no filters and hooks, and fetch nothing. Because
// nothing that the configuration names is run, it does not matter who owns the repository: Git does not check the owner
// if GIT_DIR is set.
type git struct {
	directory string
	// repository is the .git, a directory or the file of a linked work tree or a submodule. workTree contains it.
	repository, workTree string
}

// findGit returns the repository that contains an absolute directory, or nil. Unlike Git, it does not treat a directory
// with HEAD, objects and refs as a bare repository, because anybody can commit such files.
func findGit(directory string) *git {
	for workTree := directory; ; workTree = filepath.Dir(workTree) {
		if repository := filepath.Join(workTree, ".git"); isRepository(repository) {
			return &git{directory: directory, repository: repository, workTree: workTree}
		}
		if workTree == filepath.Dir(workTree) {
			return nil
		}
	}
}

// isRepository reports whether Git would use a .git.
func isRepository(name string) bool {
	info, err := os.Stat(name)
	if err != nil || !info.IsDir() {
		return err == nil && info.Mode().IsRegular()
	}
	return !slices.ContainsFunc([]string{"HEAD", "objects", "refs"}, func(part string) bool {
		_, err := os.Lstat(filepath.Join(name, part))
		return err != nil
	})
}

// prefix returns the path of the directory in the repository, with a slash at the end unless it is empty.
func (g *git) prefix() (string, error) {
	relative, err := filepath.Rel(g.workTree, g.directory)
	if err != nil || relative == "." {
		return "", err
	}
	return filepath.ToSlash(relative) + "/", nil
}

// command returns a command of Git that reads no configuration and no variables of the user.
func (g *git) command(ctx context.Context, args ...string) *exec.Cmd {
	command := exec.CommandContext(ctx, "git", append([]string{
		"--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + os.DevNull, "-c", "protocol.allow=never", "-c", "safe.bareRepository=explicit",
		"-c", "core.warnAmbiguousRefs=true", "-c", "advice.graftFileDeprecated=false",
	}, args...)...) //nolint:gosec // revisions are resolved to commits before
	command.Dir = g.directory
	inherited := slices.DeleteFunc(os.Environ(), func(variable string) bool { return strings.HasPrefix(strings.ToUpper(variable), "GIT_") })
	command.Env = append(inherited, "GIT_DIR="+g.repository, "GIT_WORK_TREE="+g.workTree, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_ATTR_NOSYSTEM=1",
		// The configuration of the repository may allow protocols one by one. The variable takes precedence.
		"GIT_ALLOW_PROTOCOL=none", "GIT_NO_LAZY_FETCH=1", "GIT_TERMINAL_PROMPT=0",
		"GIT_NO_REPLACE_OBJECTS=1", "GIT_GRAFT_FILE="+os.DevNull, "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C")
	return command
}

// Limits of the output of Git in bytes, because the size depends on the repository. A list is truncated while it is
// read, because a few Git objects are sufficient for a tree with any number of files.
const (
	maxOutput  = 4 << 10
	maxListing = 32 << 20
	maxRecord  = 8 << 10
)

// run runs a git command, and returns its output without the line break at its end.
func (g *git) run(ctx context.Context, args ...string) (string, error) {
	out := &head{}
	err := g.pipe(ctx, nil, func(from io.Reader) error {
		_, err := io.Copy(out, from)
		return err
	}, args...)
	return strings.TrimSpace(out.String()), err
}

// records calls handle with each record in the output of a command.
func (g *git) records(ctx context.Context, separator byte, handle func(string) error, args ...string) error {
	return g.recordsOf(ctx, nil, separator, handle, args...)
}

// recordsOf is like records, for a command that reads an input.
func (g *git) recordsOf(ctx context.Context, input io.Reader, separator byte, handle func(string) error, args ...string) error {
	return g.pipe(ctx, input, func(from io.Reader) error {
		scanner, total := bufio.NewScanner(from), 0
		scanner.Buffer(nil, maxRecord)
		scanner.Split(func(data []byte, atEnd bool) (int, []byte, error) {
			if i := bytes.IndexByte(data, separator); i >= 0 {
				return i + 1, data[:i], nil
			}
			if atEnd && len(data) > 0 {
				return len(data), data, nil
			}
			return 0, nil, nil
		})
		for scanner.Scan() {
			if total += len(scanner.Bytes()); total > maxListing {
				return fmt.Errorf("the list of its files has more than %d bytes; split the repository", maxListing)
			}
			if err := handle(scanner.Text()); err != nil {
				return err
			}
		}
		if errors.Is(scanner.Err(), bufio.ErrTooLong) {
			return fmt.Errorf("a file has a path of more than %d bytes; rename it", maxRecord)
		}
		return scanner.Err()
	}, args...)
}

// head keeps the beginning of what is written to it.
type head struct{ strings.Builder }

// Write implements [io.Writer].
func (h *head) Write(text []byte) (int, error) {
	h.Builder.Write(text[:min(len(text), maxOutput-h.Len())])
	return len(text), nil
}

// pipe runs a command, and calls read with its output. It ends the command if read fails.
func (g *git) pipe(ctx context.Context, input io.Reader, read func(io.Reader) error, args ...string) error {
	own, cancel := context.WithCancel(ctx)
	defer cancel()
	command, messages := g.command(own, args...), &head{}
	command.Stdin, command.Stderr = input, messages
	out, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		if errors.Is(err, exec.ErrNotFound) {
			return fmt.Errorf("the command git is needed to read the checkout: %w", err)
		}
		return err
	}
	failure := read(out)
	if failure != nil && !errors.Is(failure, io.ErrUnexpectedEOF) {
		cancel()
	}
	err = command.Wait()
	text := strings.TrimSpace(messages.String())
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case failure != nil && !errors.Is(failure, io.ErrUnexpectedEOF):
		return failure
	case strings.Contains(text, "is ambiguous"):
		return errAmbiguous
	case err != nil && text != "":
		return fmt.Errorf("git %s: %s", args[0], text)
	}
	return errors.Join(failure, err)
}

// errAmbiguous is the error for a name that several references have. Git would choose one of them.
var errAmbiguous = errors.New("several references have this name")
