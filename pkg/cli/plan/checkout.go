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
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// workTree is the name of the work tree in messages.
const workTree = "the work tree"

// checkout is a checkout of the repository that the Shoots sync.
type checkout struct {
	// directory is the root of the source.
	directory string
	// prefix is the path of directory in the Git repository, with a slash at the end unless it is empty.
	prefix string
	// git is the Git repository that contains directory, or nil. shallow is true if it lacks history.
	git     *git
	shallow bool
}

// openCheckout opens the checkout that contains a directory. The root of the source is the root of the Git repository,
// or the directory itself if the user named it.
func openCheckout(ctx context.Context, directory string) (*checkout, error) {
	named := directory != ""
	if !named {
		directory = "."
	}
	absolute, err := filepath.Abs(directory)
	if err != nil {
		return nil, err
	}
	if info, err := os.Stat(absolute); err != nil {
		return nil, fmt.Errorf("--directory: %w", err)
	} else if !info.IsDir() {
		return nil, fmt.Errorf("--directory %s is not a directory", directory)
	}
	if absolute, err = filepath.EvalSymlinks(absolute); err != nil {
		return nil, fmt.Errorf("--directory: %w", err)
	}
	c := &checkout{directory: absolute, git: findGit(absolute)}
	if c.git == nil {
		// The directory can be planned, but it has no revisions.
		return c, nil
	}
	if !named {
		c.directory, c.git.directory = c.git.workTree, c.git.workTree
	}
	if c.prefix, err = c.git.prefix(); err != nil {
		return nil, err
	}
	out, err := c.git.run(ctx, "rev-parse", "--is-shallow-repository")
	if err != nil {
		return nil, fmt.Errorf("failed to read the checkout %s: %w", absolute, err)
	}
	c.shallow = out == "true"
	return c, nil
}

// commit returns the commit of a revision. flag is the name of the flag in messages.
func (c *checkout) commit(ctx context.Context, flag, revision string) (string, error) {
	if c.git == nil {
		return "", fmt.Errorf("%s %s: %s is not in a Git repository", flag, revision, c.directory)
	}
	out, err := c.git.run(ctx, "rev-parse", "--verify", "--end-of-options", revision+"^{commit}")
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err == nil {
		return out, nil
	}
	if errors.Is(err, errAmbiguous) {
		return "", fmt.Errorf("%s %s: %w; write it in full, such as refs/heads/%s or refs/remotes/origin/main", flag, revision, err, revision)
	}
	if c.shallow {
		return "", fmt.Errorf("%s %s: the shallow checkout %s does not contain this revision; fetch it with git fetch --unshallow, "+
			"or set fetch-depth: 0 in GitHub Actions, GIT_DEPTH: 0 in GitLab", flag, revision, c.directory)
	}
	return "", fmt.Errorf("%s %s: %s has no such revision; check its name, or fetch it: a branch of the remote is origin/<branch>", flag, revision, c.directory)
}

// entry is a file of a commit or of the work tree.
type entry struct {
	// path is relative to the root of the source, with slashes.
	path string
	size int64
	// blob is the object in Git. It is empty in the work tree.
	blob string
	// symlink is true for a symlink. Its content is its target.
	symlink bool
	// missing is true if a partial clone lacks the content. The size is 0 then.
	missing bool
}

// modes of Git.
const (
	modeSymlink   = "120000"
	modeSubmodule = "160000"
)

// readBlobs calls handle with the content of each file of a commit.
func (c *checkout) readBlobs(ctx context.Context, files []entry, handle func(entry, []byte) error) error {
	names := &bytes.Buffer{}
	for _, file := range files {
		fmt.Fprintln(names, file.blob)
	}
	return c.git.pipe(ctx, names, func(out io.Reader) error {
		reader := bufio.NewReader(out)
		for _, file := range files {
			head, err := reader.ReadString('\n')
			if err != nil {
				return fmt.Errorf("%s: failed to read the file from Git: %w", file.path, io.ErrUnexpectedEOF)
			}
			if fields := strings.Fields(head); len(fields) != 3 || fields[1] != "blob" || fields[2] != strconv.FormatInt(file.size, 10) {
				return fmt.Errorf("%s: the checkout does not contain the file's content; it may be a partial clone: fetch it first", file.path)
			}
			content := make([]byte, file.size+1)
			if _, err := io.ReadFull(reader, content); err != nil {
				return fmt.Errorf("%s: failed to read the file from Git: %w", file.path, io.ErrUnexpectedEOF)
			}
			if err := handle(file, content[:file.size]); err != nil {
				return err
			}
		}
		return nil
	}, "cat-file", "--batch")
}

// readWorkTree calls handle with the content of each file of the work tree.
func (c *checkout) readWorkTree(ctx context.Context, files []entry, handle func(entry, []byte) error) error {
	root, err := os.OpenRoot(c.directory)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }()
	for _, file := range files {
		if err := ctx.Err(); err != nil {
			return err
		}
		content, err := readFile(root, file)
		if err != nil {
			return err
		}
		if err := handle(file, content); err != nil {
			return err
		}
	}
	return nil
}

// readFile reads a file of the work tree. It does not wait for a pipe, and reads no more than the listed size, because
// the file may have been replaced since it was listed.
func readFile(root *os.Root, file entry) ([]byte, error) {
	name := filepath.FromSlash(file.path)
	if file.symlink {
		target, err := root.Readlink(name)
		return []byte(filepath.ToSlash(target)), err
	}
	opened, err := root.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = opened.Close() }()
	info, err := opened.Stat()
	if err != nil {
		return nil, err
	}
	content, err := io.ReadAll(io.LimitReader(opened, file.size+1))
	if err == nil && (!info.Mode().IsRegular() || int64(len(content)) != file.size) {
		return nil, fmt.Errorf("%s has changed while it was read; repeat the command", file.path)
	}
	return content, err
}

// workTreeEntries lists the files of the work tree that Git tracks or would add, and the paths of submodules. Without
// Git, it lists all files.
func (c *checkout) workTreeEntries(ctx context.Context) (files []entry, submodules []string, err error) {
	names, submodules, err := c.workTreeNames(ctx)
	if err != nil {
		return nil, nil, err
	}
	root, err := os.OpenRoot(c.directory)
	if err != nil {
		return nil, nil, err
	}
	defer func() { _ = root.Close() }()
	for _, name := range names {
		info, err := root.Lstat(filepath.FromSlash(name))
		switch {
		case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
			continue // The user has deleted the file, or replaced its directory.
		case err != nil:
			return nil, nil, err
		case info.Mode()&fs.ModeSymlink != 0:
			files = append(files, entry{path: name, symlink: true})
		case info.Mode().IsRegular():
			files = append(files, entry{path: name, size: info.Size()})
		}
	}
	slices.SortFunc(files, func(a, b entry) int { return strings.Compare(a.path, b.path) })
	return files, submodules, nil
}

func (c *checkout) workTreeNames(ctx context.Context) (names, submodules []string, err error) {
	if c.git == nil {
		err := filepath.WalkDir(c.directory, func(name string, found fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if !found.IsDir() {
				relative, err := filepath.Rel(c.directory, name)
				names = append(names, filepath.ToSlash(relative))
				if len(names) > maxFiles {
					return tooManyFiles(c.directory)
				}
				return err
			}
			return nil
		})
		return names, nil, err
	}
	isSubmodule := map[string]bool{}
	err = c.git.records(ctx, 0, func(record string) error {
		if head, name, _ := strings.Cut(record, "\t"); strings.HasPrefix(head, modeSubmodule) {
			submodules, isSubmodule[name] = append(submodules, name), true
		}
		return nil
	}, "ls-files", "-z", "--stage")
	if err != nil {
		return nil, nil, err
	}
	err = c.git.records(ctx, 0, func(name string) error {
		if !isSubmodule[name] && !strings.HasSuffix(name, "/") {
			names = append(names, name)
		}
		return nil
	}, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
	return names, submodules, err
}

// committed returns the objects in Git of the files of the last commit, by their path. It returns nil without a commit.
func (c *checkout) committed(ctx context.Context) (map[string]string, error) {
	if c.git == nil {
		return nil, nil //nolint:nilnil // nil means that no file is compared
	}
	committed := map[string]string{}
	commit, err := c.git.run(ctx, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	if err != nil {
		return committed, ctx.Err() // There is no commit yet.
	}
	files, _, err := c.entries(ctx, commit)
	for _, file := range files {
		if !file.symlink {
			committed[file.path] = file.blob
		}
	}
	return committed, err
}

// leaves reports whether a symlink leads out of the source.
func leaves(name, target string) bool {
	if path.IsAbs(target) || filepath.IsAbs(target) {
		return true
	}
	resolved := path.Join(path.Dir(name), target)
	return resolved == ".." || strings.HasPrefix(resolved, "../")
}
