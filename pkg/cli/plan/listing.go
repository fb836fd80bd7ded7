// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"bytes"
	"context"
	"fmt"
	"strconv"
	"strings"
)

// entries lists the files of a commit, and the paths of submodules. A partial clone may lack the content of files,
// which matters only if the files are needed.
func (c *checkout) entries(ctx context.Context, commit string) (files []entry, submodules []string, err error) {
	files, submodules, err = c.list(ctx, commit, "-l")
	if err == nil || ctx.Err() != nil {
		return files, submodules, err
	}
	// Git fails at the first file without content, because it needs its size.
	missing, failure := c.missing(ctx, commit)
	if failure != nil || len(missing) == 0 {
		return nil, nil, err
	}
	if files, submodules, err = c.list(ctx, commit); err != nil {
		return nil, nil, missingError("commit "+commit, "a directory")
	}
	return files, submodules, c.measure(ctx, files, missing)
}

// missingError is the error for content that a partial clone lacks. The plan connects to no Git host.
func missingError(of, what string) error {
	return fmt.Errorf("%s: the partial clone lacks the content of %s; run git fetch --refetch --no-filter, or clone without --filter", of, what)
}

// list lists the files of a commit. Their sizes are listed with option -l.
func (c *checkout) list(ctx context.Context, commit string, options ...string) (files []entry, submodules []string, err error) {
	args := append(append([]string{"ls-tree", "-r", "-z", "--full-tree"}, options...), commit)
	if c.prefix != "" {
		args = append(args, "--", c.prefix)
	}
	err = c.git.records(ctx, 0, func(record string) error {
		head, name, found := strings.Cut(record, "\t")
		fields := strings.Fields(head)
		if !found || len(fields) != 3+len(options) {
			return fmt.Errorf("unexpected output of git ls-tree: %q", record)
		}
		name = strings.TrimPrefix(name, c.prefix)
		if fields[0] == modeSubmodule {
			submodules = append(submodules, name)
			return nil
		}
		file := entry{path: name, blob: fields[2], symlink: fields[0] == modeSymlink}
		if len(options) > 0 {
			size, err := strconv.ParseInt(fields[3], 10, 64)
			if err != nil {
				return fmt.Errorf("%s: unexpected size %q in git ls-tree", name, fields[3])
			}
			file.size = size
		}
		files = append(files, file)
		return nil
	}, args...)
	return files, submodules, err
}

// missing returns the objects of a commit that the repository does not have.
func (c *checkout) missing(ctx context.Context, commit string) (map[string]bool, error) {
	missing := map[string]bool{}
	err := c.git.records(ctx, '\n', func(record string) error {
		if object, is := strings.CutPrefix(record, "?"); is {
			missing[object] = true
		}
		return nil
	}, "rev-list", "--objects", "--no-object-names", "--no-walk", "--missing=print", commit)
	return missing, err
}

// measure sets the sizes of the files.
func (c *checkout) measure(ctx context.Context, files []entry, missing map[string]bool) error {
	names, sizes := &bytes.Buffer{}, map[string]int64{}
	for i := range files {
		file := &files[i]
		if file.missing = missing[file.blob]; !file.missing {
			fmt.Fprintln(names, file.blob)
		}
	}
	err := c.git.recordsOf(ctx, names, '\n', func(record string) error {
		object, size, _ := strings.Cut(record, " ")
		bytes, err := strconv.ParseInt(size, 10, 64)
		sizes[object] = bytes
		return err
	}, "cat-file", "--batch-check=%(objectname) %(objectsize)")
	for i := range files {
		files[i].size = sizes[files[i].blob]
	}
	return err
}
