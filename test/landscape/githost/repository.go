// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

const (
	// Branch is the branch of all repositories.
	Branch = "main"

	author = "Landscape <landscape@example.com>"
)

var repositoryName = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]*(/[a-z0-9][a-z0-9_-]*)*$`)

type repository struct {
	dir    string
	public bool
	keys   []deployKey
	token  token
	// commits serializes commits, so that each is based on the previous one.
	commits sync.Mutex
}

// canonicalName returns the name of a repository for the path of a request. Requests only look up registered names, so
// that no path is outside of the host's directory.
func canonicalName(path string) string {
	return strings.TrimSuffix(strings.Trim(path, "/"), ".git")
}

// CreateRepository creates an empty repository. A public repository can be read without credentials over HTTP and
// HTTPS, but not over SSH.
func (h *Host) CreateRepository(ctx context.Context, name string, public bool) error {
	if !repositoryName.MatchString(name) {
		return fmt.Errorf("repository name %q does not match %s", name, repositoryName)
	}

	h.lock.Lock()
	defer h.lock.Unlock()
	if _, exists := h.repositories[name]; exists {
		return fmt.Errorf("repository %q already exists", name)
	}
	dir := filepath.Join(h.dir, filepath.FromSlash(name)+".git")
	if _, err := h.run(ctx, nil, "init", "--quiet", "--bare", "--initial-branch="+Branch, dir); err != nil {
		return fmt.Errorf("failed to create repository %q: %w", name, err)
	}
	h.repositories[name] = &repository{dir: dir, public: public}
	return nil
}

// Commit commits files (content by path) to the branch of the repository, and returns the SHA. Other files are
// unchanged.
func (h *Host) Commit(ctx context.Context, repository, message string, files map[string]string) (string, error) {
	repo, err := h.repository(repository)
	if err != nil {
		return "", err
	}
	for path := range files {
		if !filepath.IsLocal(path) || strings.ContainsAny(path, "\"\\\n") {
			return "", fmt.Errorf("path %q is outside of the repository", path)
		}
	}

	repo.commits.Lock()
	defer repo.commits.Unlock()
	ref := "refs/heads/" + Branch
	_, err = h.run(ctx, nil, "-C", repo.dir, "rev-parse", "--verify", "--quiet", ref)
	stream := commitStream(ref, err == nil, message, files)
	if _, err := h.run(ctx, stream, "-C", repo.dir, "fast-import", "--quiet"); err != nil {
		return "", fmt.Errorf("failed to commit to repository %q: %w", repository, err)
	}
	sha, err := h.run(ctx, nil, "-C", repo.dir, "rev-parse", ref)
	if err != nil {
		return "", fmt.Errorf("failed to read the new commit of repository %q: %w", repository, err)
	}
	return strings.TrimSpace(sha), nil
}

// Tag sets a tag of the repository to a commit. It moves an existing tag.
func (h *Host) Tag(ctx context.Context, repository, tag, commit string) error {
	repo, err := h.repository(repository)
	if err != nil {
		return err
	}
	if _, err := h.run(ctx, nil, "-C", repo.dir, "update-ref", "refs/tags/"+tag, commit); err != nil {
		return fmt.Errorf("failed to set tag %q of repository %q: %w", tag, repository, err)
	}
	return nil
}

// commitStream returns one commit in the format of git-fast-import, which needs no worktree or index.
func commitStream(ref string, hasParent bool, message string, files map[string]string) []byte {
	var stream bytes.Buffer
	fmt.Fprintf(&stream, "commit %s\ncommitter %s %d +0000\ndata %d\n%s\n", ref, author, time.Now().Unix(), len(message), message)
	if hasParent {
		fmt.Fprintf(&stream, "from %s^0\n", ref)
	}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&stream, "M 100644 inline %s\ndata %d\n%s\n", path, len(files[path]), files[path])
	}
	return stream.Bytes()
}

func (h *Host) repository(name string) (*repository, error) {
	h.lock.RLock()
	defer h.lock.RUnlock()
	repo, ok := h.repositories[canonicalName(name)]
	if !ok {
		return nil, fmt.Errorf("there is no repository %q", name)
	}
	return repo, nil
}

func (h *Host) run(ctx context.Context, stdin []byte, args ...string) (string, error) {
	var stdout, stderr bytes.Buffer
	command := exec.CommandContext(ctx, h.git, args...)
	command.Env = h.environment()
	command.Stdin, command.Stdout, command.Stderr = bytes.NewReader(stdin), &stdout, &stderr
	if err := command.Run(); err != nil {
		return "", fmt.Errorf("git %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	return stdout.String(), nil
}

// environment returns environment variables that isolate git from the configuration of the user and the machine.
func (h *Host) environment() []string {
	return []string{
		"PATH=" + os.Getenv("PATH"),
		"HOME=" + h.dir,
		"GIT_CONFIG_GLOBAL=" + os.DevNull,
		"GIT_CONFIG_NOSYSTEM=1",
	}
}
