// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package oracle

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/githost"
)

// exampleRepository matches a repository on the Git host of all cases. That of the oracle takes its place, with a
// directory for each trial.
var exampleRepository = regexp.MustCompile(`https://git\.example\.com/([a-z0-9-]+/[a-z0-9-]+)(\.git)?`)

// hosts serve the sources of all trials.
type hosts struct {
	git *githost.Host
	dir string
}

func startHosts(ctx context.Context, dir string) (*hosts, error) {
	git, err := githost.Start(ctx, githost.Options{Dir: dir})
	if err != nil {
		return nil, err
	}
	return &hosts{git: git, dir: dir}, nil
}

func (h *hosts) stop() { h.git.Stop() }

// address replaces the addresses of the example host in a text by those of the trial.
func (h *hosts) address(trial, text string) string {
	return exampleRepository.ReplaceAllString(text, strings.TrimSuffix(h.git.HTTPURL(trial), ".git")+"/$1.git")
}

// repository is a work tree whose commits are pushed to the Git host, if it has a name there.
type repository struct{ dir, bare string }

// newRepository creates an empty repository. Without a host, it has only a work tree.
func newRepository(ctx context.Context, dir string, h *hosts, name string) (*repository, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	r := &repository{dir: dir}
	if h != nil {
		if err := h.git.CreateRepository(ctx, name, true); err != nil {
			return nil, err
		}
		r.bare = filepath.Join(h.dir, filepath.FromSlash(name)+".git")
	}
	return r, r.git(ctx, "init", "--quiet", "--initial-branch=main")
}

// commit replaces the files of the branch.
func (r *repository) commit(ctx context.Context, message string, tree Tree) error {
	entries, err := os.ReadDir(r.dir)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Name() == ".git" {
			continue
		}
		if err := os.RemoveAll(filepath.Join(r.dir, entry.Name())); err != nil {
			return err
		}
	}
	if err := tree.write(r.dir); err != nil {
		return err
	}
	if err := r.git(ctx, "add", "--all", "--force"); err != nil {
		return err
	}
	if err := r.git(ctx, "commit", "--quiet", "--allow-empty", "--message="+message); err != nil {
		return err
	}
	if r.bare == "" {
		return nil
	}
	return r.git(ctx, "push", "--quiet", r.bare, "main")
}

// git runs git without the configuration of the user.
func (r *repository) git(ctx context.Context, arguments ...string) error {
	command := exec.CommandContext(ctx, "git", append([]string{"-C", r.dir, "-c", "protocol.file.allow=always"}, arguments...)...)
	command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
	var messages bytes.Buffer
	command.Stderr = &messages
	if err := command.Run(); err != nil {
		return fmt.Errorf("git %s: %w: %s", strings.Join(arguments, " "), err, messages.String())
	}
	return nil
}
