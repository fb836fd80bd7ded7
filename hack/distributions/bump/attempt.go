// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// attempt runs work in a copy of the committed tree, and moves what it has changed to the tree if it succeeds. Until
// then, the tree stays as it is, also if the process is killed. The changes of a failed attempt are kept as a patch.
func (b *bump) attempt(ctx context.Context, work func(*bump) error) (err error) {
	if err := b.committed(ctx); err != nil {
		return err
	}
	directory, err := os.MkdirTemp("", "bump-flux-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(directory)) }()
	root, err := filepath.Abs(b.root)
	if err != nil {
		return err
	}
	// A clone and not a worktree, which would be registered in the repository.
	if err := b.run(ctx, "", "git", "clone", "--quiet", "--shared", root, directory); err != nil {
		return err
	}
	inCopy := &bump{commands: commands{root: directory, output: b.output}, quick: b.quick, review: b.review}
	base, err := inCopy.get(ctx, "git", "rev-parse", "HEAD")
	if err != nil {
		return err
	}
	failed := work(inCopy)
	if ctx.Err() != nil {
		return fmt.Errorf("%w, and the tree is as before: %w", ctx.Err(), failed)
	}
	patch, err := inCopy.changesSince(ctx, string(bytes.TrimSpace(base)))
	if err != nil {
		return errors.Join(failed, err)
	}
	if failed != nil {
		return kept(failed, patch)
	}
	// From here on, a signal must not stop half of it.
	return b.apply(context.WithoutCancel(ctx), patch)
}

// committed refuses changes of tracked files, because the copy would not have them. Renovate changes versions and
// checksums before it runs the command, and these are restored.
func (b *bump) committed(ctx context.Context) error {
	changed, err := b.get(ctx, "git", "status", "--porcelain", "--untracked-files=no", "--", ".", ":!"+versionsFile, ":!"+sumsFile)
	if err != nil {
		return err
	}
	if len(changed) > 0 {
		return fmt.Errorf("the tree has changes that are not committed; commit or stash them:\n%s", changed)
	}
	return nil
}

// changesSince returns the changes of the tree since a commit as a patch, with new and removed files.
func (c commands) changesSince(ctx context.Context, commit string) ([]byte, error) {
	if err := c.run(ctx, "", "git", "add", "--all"); err != nil {
		return nil, err
	}
	return c.get(ctx, "git", "diff", "--cached", "--binary", "--no-color", "--no-ext-diff", "--no-renames", commit)
}

// commit commits all changes in the copy, because some checks compare the tree with its commit.
func (c commands) commit(ctx context.Context) error {
	if err := c.run(ctx, "", "git", "add", "--all"); err != nil {
		return err
	}
	return c.run(ctx, "", "git", "-c", "user.name=bump", "-c", "user.email=bump@localhost", "commit", "--quiet", "--no-verify", "--message", "bump")
}

// kept writes the patch of a failed attempt, and adds to the error where it is.
func kept(failed error, patch []byte) (err error) {
	if len(patch) == 0 {
		return fmt.Errorf("%w\nthe tree is as before", failed)
	}
	file, err := os.CreateTemp("", "bump-flux-*.patch")
	if err != nil {
		return errors.Join(failed, err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if _, err := file.Write(patch); err != nil {
		return errors.Join(failed, err)
	}
	return fmt.Errorf("%w\nthe tree is as before; this makes the changes of the attempt: git apply --binary %s", failed, file.Name())
}

// apply makes the changes in the tree: all of them or, if a file is in the way, none.
func (b *bump) apply(ctx context.Context, patch []byte) error {
	before := map[string][]byte{}
	for _, file := range []string{versionsFile, sumsFile} {
		content, err := b.read(file)
		if err != nil {
			return err
		}
		before[file] = content
	}
	// The patch is one of the committed tree.
	if err := b.run(ctx, "", "git", "checkout", "--quiet", "HEAD", "--", versionsFile, sumsFile); err != nil {
		return err
	}
	if len(patch) == 0 {
		return nil
	}
	command := b.command(ctx, "", "git", "apply", "--binary", "--whitespace=nowarn")
	command.Stdin = bytes.NewReader(patch)
	err := command.Run()
	if err == nil {
		return nil
	}
	err = fmt.Errorf("the changes do not fit the tree: %w", err)
	for file, content := range before {
		err = errors.Join(err, os.WriteFile(filepath.Join(b.root, filepath.FromSlash(file)), content, 0o644)) //nolint:gosec // public
	}
	return kept(err, patch)
}
