// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package binaries

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// giteaName is the name of the binary.
const giteaName = "gitea"

// Gitea has the paths of Gitea, a Git host with an API. Gitea is built only on request, because the build takes minutes
// and needs a C compiler.
type Gitea struct {
	// Program is the executable.
	Program string
	// Static is the directory of the static files.
	Static string
}

// EnsureGitea returns Gitea, and builds it if it is not in the cache. A separate module pins its version, because the
// requirements of Gitea differ from those of the landscape.
func EnsureGitea(ctx context.Context, out io.Writer) (Gitea, error) {
	builder, err := newBuilder(ctx, out)
	if err != nil {
		return Gitea{}, err
	}
	builder.ModuleDir = filepath.Join(builder.ModuleDir, "gitea", "tool")
	builder.CGO, builder.Tags = true, []string{"sqlite", "sqlite_unlock_notify"}
	paths, err := builder.Ensure(ctx, giteaName)
	if err != nil {
		return Gitea{}, fmt.Errorf("%w; it needs a C compiler, as in the packages gcc and libc6-dev", err)
	}
	gitea := Gitea{Program: paths[giteaName], Static: paths[giteaName] + ".static"}
	return gitea, builder.ensureStatic(ctx, gitea.Static)
}

// ensureStatic copies the static files of Gitea from its module into the cache atomically, if they are missing.
func (b Builder) ensureStatic(ctx context.Context, target string) error {
	if _, err := os.Stat(target); err == nil || !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	download := exec.CommandContext(ctx, "go", "mod", "download", "-json", giteaModule)
	download.Dir, download.Env = b.ModuleDir, append(os.Environ(), "GOWORK=off")
	output, err := download.Output()
	if err != nil {
		return fmt.Errorf("downloading %s: %w\n%s", giteaModule, err, output)
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(output, &module); err != nil {
		return fmt.Errorf("finding the directory of %s: %w", giteaModule, err)
	}
	unlock, err := b.lock(ctx)
	if err != nil {
		return err
	}
	// Closing the file unlocks it. An error does not matter.
	defer func() { _ = unlock() }()
	unfinished := target + ".unfinished"
	if err := os.RemoveAll(unfinished); err != nil {
		return fmt.Errorf("removing what an interrupted build has left: %w", err)
	}
	for _, directory := range []string{"templates", "options", "public"} {
		if err := copyTree(filepath.Join(module.Dir, directory), filepath.Join(unfinished, directory)); err != nil {
			return fmt.Errorf("copying Gitea's files: %w", err)
		}
	}
	if _, err := os.Stat(target); err == nil {
		return os.RemoveAll(unfinished) // another process has created the directory
	}
	if err := os.Rename(unfinished, target); err != nil {
		return fmt.Errorf("moving Gitea's files into the cache: %w", err)
	}
	return nil
}

// copyTree copies a directory without file permissions. Files in the module cache are read-only, which would prevent
// the removal of the copy.
func copyTree(from, to string) error {
	return filepath.WalkDir(from, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		target := filepath.Join(to, relative)
		if entry.IsDir() {
			return os.MkdirAll(target, 0o750)
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, content, 0o640)
	})
}
