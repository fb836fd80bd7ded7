// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package recorder

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

// Directory is the directory of a local landscape: each cluster has a subdirectory with its name, in which a kubeconfig
// with the same name has the rights of an administrator, and git has the bare repositories.
type Directory string

// commitID matches a commit in a file of a repository.
var commitID = regexp.MustCompile(`^[0-9a-f]{40}([0-9a-f]{24})?$`)

// cluster returns the client configuration of a cluster; nil as long as it has none.
func (d Directory) cluster(name string) (*rest.Config, error) {
	path := filepath.Join(string(d), name, name+".kubeconfig")
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // the cluster is not there yet
	}
	config, err := clientcmd.BuildConfigFromFlags("", path)
	if err != nil {
		return nil, fmt.Errorf("reading the kubeconfig of %s: %w", name, err)
	}
	return config, nil
}

// Garden implements Landscape.
func (d Directory) Garden() (*rest.Config, error) { return d.cluster("garden") }

// Seeds implements Landscape.
func (d Directory) Seeds() (map[string]*rest.Config, error) {
	entries, err := os.ReadDir(string(d))
	if err != nil {
		return nil, fmt.Errorf("reading the directory of the landscape: %w", err)
	}
	seeds := map[string]*rest.Config{}
	for _, entry := range entries {
		name, is := strings.CutPrefix(entry.Name(), "seed-")
		if !is {
			continue
		}
		config, err := d.cluster(entry.Name())
		if err != nil {
			return nil, err
		}
		if config != nil {
			seeds[name] = config
		}
	}
	return seeds, nil
}

// Shoot implements Landscape. The cluster of a Shoot that was created again has the UID of the Shoot in its name.
func (d Directory) Shoot(namespace, name string, uid types.UID) (*rest.Config, error) {
	cluster := "shoot-" + namespace + "-" + name
	if config, err := d.cluster(cluster + "-" + string(uid)); err != nil || config != nil {
		return config, err
	}
	return d.cluster(cluster)
}

// Refs implements Landscape.
func (d Directory) Refs() (map[string]map[string]string, error) {
	found, root := map[string]map[string]string{}, filepath.Join(string(d), "git")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // removed meanwhile
		}
		if err != nil || !entry.IsDir() || !strings.HasSuffix(path, ".git") {
			return err
		}
		name, err := filepath.Rel(root, strings.TrimSuffix(path, ".git"))
		if err != nil {
			return err
		}
		if found[filepath.ToSlash(name)], err = refsOf(path); err != nil {
			return fmt.Errorf("reading the branches and tags of %s: %w", name, err)
		}
		return fs.SkipDir
	})
	return found, err
}

// refsOf returns the branches and tags of a bare repository. A tag with a message has the object of its tag.
func refsOf(repository string) (map[string]string, error) {
	found := map[string]string{}
	packed, err := os.ReadFile(filepath.Join(repository, "packed-refs")) // #nosec G304 -- below the directory of the landscape
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for line := range strings.Lines(string(packed)) {
		if commit, name, is := strings.Cut(strings.TrimSpace(line), " "); is && commitID.MatchString(commit) {
			found[name] = commit
		}
	}
	err = filepath.WalkDir(filepath.Join(repository, "refs"), func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || entry.IsDir() {
			return err
		}
		name, err := filepath.Rel(repository, path)
		if err != nil {
			return err
		}
		content, err := os.ReadFile(path) // #nosec G304 -- below the directory of the landscape
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if commit := strings.TrimSpace(string(content)); err == nil && commitID.MatchString(commit) {
			found[filepath.ToSlash(name)] = commit
		}
		return err
	})
	return found, err
}
