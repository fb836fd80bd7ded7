// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package oracle

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Tree is the content of files by their path. A path with " -> " is a symlink.
type Tree map[string]string

const link = " -> "

func (t Tree) write(dir string) error {
	for _, name := range slices.Sorted(maps.Keys(t)) {
		path, target, isLink := strings.Cut(name, link)
		path = filepath.Join(dir, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		var err error
		if isLink {
			err = os.Symlink(target, path)
		} else {
			err = os.WriteFile(path, []byte(t[name]), 0o600)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// with returns the tree with the content changed.
func (t Tree) with(change func(string) string) Tree {
	changed := Tree{}
	for name, text := range t {
		changed[name] = change(text)
	}
	return changed
}

// readTree reads a directory. A missing one is empty.
func readTree(dir string) (Tree, error) {
	tree := Tree{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		if entry.Type()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(path)
			tree[filepath.ToSlash(name)+link+target] = ""
			return err
		}
		content, err := os.ReadFile(path)
		tree[filepath.ToSlash(name)] = string(content)
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		return tree, nil
	}
	return tree, err
}

// State is what the cluster and the repositories contain before or after a commit.
type State struct {
	// Fleet is the repository of the root Kustomization.
	Fleet Tree
	// Others are further repositories by their name.
	Others map[string]Tree
}

// Case is a commit.
type Case struct {
	Name string
	// Version is the Flux version of the Shoot, which decides on the CustomResourceDefinitions. It is empty for the default.
	Version string
	// Config is flux-config, and Arguments are further ones for plan.
	Config    string
	Arguments []string
	// Cluster are objects that are in the cluster before.
	Cluster       string
	Before, After State
}

// ReadCase reads a case from the files of a directory: before/, after/, flux-config.yaml, arguments, cluster.yaml, and
// others/<name>/before/ and others/<name>/after/.
func ReadCase(dir string) (Case, error) {
	c := Case{Name: filepath.Base(dir), Before: State{Others: map[string]Tree{}}, After: State{Others: map[string]Tree{}}}
	config, err := os.ReadFile(filepath.Join(dir, "flux-config.yaml"))
	if err != nil {
		return c, err
	}
	c.Config = string(config)
	if more, err := os.ReadFile(filepath.Join(dir, "cluster.yaml")); err == nil {
		c.Cluster = string(more)
	}
	if arguments, err := os.ReadFile(filepath.Join(dir, "arguments")); err == nil {
		c.Arguments = strings.Split(strings.TrimSuffix(string(arguments), "\n"), "\n")
	}
	if c.Before.Fleet, err = readTree(filepath.Join(dir, "before")); err != nil {
		return c, err
	}
	if c.After.Fleet, err = readTree(filepath.Join(dir, "after")); err != nil {
		return c, err
	}
	others, err := os.ReadDir(filepath.Join(dir, "others"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return c, err
	}
	for _, other := range others {
		if c.Before.Others[other.Name()], err = readTree(filepath.Join(dir, "others", other.Name(), "before")); err != nil {
			return c, err
		}
		if c.After.Others[other.Name()], err = readTree(filepath.Join(dir, "others", other.Name(), "after")); err != nil {
			return c, err
		}
	}
	return c, nil
}
