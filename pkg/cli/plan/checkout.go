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
	c.shallow = strings.TrimSpace(string(out)) == "true"
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
		return strings.TrimSpace(string(out)), nil
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

// entry is a file of a tree.
type entry struct {
	// path is relative to the root of the source, with slashes.
	path string
	size int64
	// blob is the object in Git. It is empty in the work tree.
	blob string
	// link is the target of a symlink. It is empty for a file.
	link string
}

// modes of Git.
const (
	modeSymlink   = "120000"
	modeSubmodule = "160000"
)

// entries lists the files of a commit, and the paths of submodules.
func (c *checkout) entries(ctx context.Context, commit string) (files []entry, submodules []string, err error) {
	args := []string{"ls-tree", "-r", "-z", "-l", "--full-tree", commit}
	if c.prefix != "" {
		args = append(args, "--", c.prefix)
	}
	out, err := c.git.run(ctx, args...)
	if err != nil {
		return nil, nil, err
	}
	for _, line := range strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		head, name, found := strings.Cut(line, "\t")
		fields := strings.Fields(head)
		if !found || len(fields) != 4 {
			continue
		}
		name = strings.TrimPrefix(name, c.prefix)
		if fields[0] == modeSubmodule {
			submodules = append(submodules, name)
			continue
		}
		own := entry{path: name, blob: fields[2]}
		if own.size, err = strconv.ParseInt(fields[3], 10, 64); err != nil {
			return nil, nil, fmt.Errorf("%s: unexpected size %q in git ls-tree; a partial clone lacks the file: fetch it first", name, fields[3])
		}
		if fields[0] == modeSymlink {
			target, err := c.git.run(ctx, "cat-file", "blob", own.blob)
			if err != nil {
				return nil, nil, err
			}
			own.link = string(target)
		}
		files = append(files, own)
	}
	return files, submodules, nil
}

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

// workTreeEntries lists the files of the work tree that Git tracks or would add, and the paths of submodules. Without
// Git, it lists all files.
func (c *checkout) workTreeEntries(ctx context.Context) (files []entry, submodules []string, err error) {
	names, submodules, err := c.workTreeNames(ctx)
	if err != nil {
		return nil, nil, err
	}
	for _, name := range names {
		info, err := os.Lstat(filepath.Join(c.directory, filepath.FromSlash(name)))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue // The user has deleted the file.
		case err != nil:
			return nil, nil, err
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(filepath.Join(c.directory, filepath.FromSlash(name)))
			if err != nil {
				return nil, nil, err
			}
			files = append(files, entry{path: name, link: filepath.ToSlash(target)})
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
	staged, err := c.git.run(ctx, "ls-files", "-z", "--stage")
	if err != nil {
		return nil, nil, err
	}
	for _, line := range splitZero(staged) {
		if head, name, _ := strings.Cut(line, "\t"); strings.HasPrefix(head, modeSubmodule) {
			submodules = append(submodules, name)
		}
	}
	out, err := c.git.run(ctx, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
	if err != nil {
		return nil, nil, err
	}
	for _, name := range splitZero(out) {
		if !slices.Contains(submodules, name) && !strings.HasSuffix(name, "/") {
			names = append(names, name)
		}
	}
	return names, submodules, nil
}

func splitZero(out []byte) []string {
	if len(out) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00")
}

// committed returns the objects in Git of the files of the last commit, by their path. It returns nil without a commit.
func (c *checkout) committed(ctx context.Context) (map[string]string, error) {
	if c.git == nil {
		return nil, nil
	}
	committed := map[string]string{}
	commit, err := c.git.run(ctx, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	if err != nil {
		return committed, ctx.Err() // There is no commit yet.
	}
	files, _, err := c.entries(ctx, strings.TrimSpace(string(commit)))
	for _, file := range files {
		if file.link == "" {
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
