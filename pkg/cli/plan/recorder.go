// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"cmp"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxcd/pkg/kustomize"
	"sigs.k8s.io/kustomize/api/konfig"
	kustypes "sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// recorder records the files that a build reads, so that another revision with the same files can share the result.
// Unless remote is true, it refuses kustomizations that refer to anything outside of the tree, before kustomize would
// fetch it.
type recorder struct {
	filesys.FileSystem
	tree   *tree
	remote bool
	reads  reads
	// refused is the first refused reference. kustomize hides errors of kustomization.yaml files.
	refused error
	// last is the file that was read last, because kustomize names files without their directory.
	last string
}

// reads contains the paths in a tree that a build has read, listed, or checked for existence.
type reads struct{ files, lists, stats map[string]bool }

func newReads() reads {
	return reads{files: map[string]bool{}, lists: map[string]bool{}, stats: map[string]bool{}}
}

// Open implements [filesys.FileSystem].
func (r *recorder) Open(name string) (filesys.File, error) {
	r.reads.files[r.tree.relative(name)] = true
	return r.FileSystem.Open(name)
}

// ReadFile implements [filesys.FileSystem].
func (r *recorder) ReadFile(name string) ([]byte, error) {
	r.last = r.tree.relative(name)
	r.reads.files[r.last] = true
	content, err := r.FileSystem.ReadFile(name)
	if err == nil && !r.remote && slices.Contains(konfig.RecognizedKustomizationFileNames(), filepath.Base(name)) {
		err = r.refuseRemote(name, content)
		r.refused = cmp.Or(r.refused, err)
	}
	return content, err
}

// IsDir implements [filesys.FileSystem].
func (r *recorder) IsDir(name string) bool {
	r.reads.stats[r.tree.relative(name)] = true
	return r.FileSystem.IsDir(name)
}

// Exists implements [filesys.FileSystem].
func (r *recorder) Exists(name string) bool {
	r.reads.stats[r.tree.relative(name)] = true
	return r.FileSystem.Exists(name)
}

// CleanedAbs implements [filesys.FileSystem].
func (r *recorder) CleanedAbs(name string) (filesys.ConfirmedDir, string, error) {
	r.reads.stats[r.tree.relative(name)] = true
	return r.FileSystem.CleanedAbs(name)
}

// ReadDir implements [filesys.FileSystem].
func (r *recorder) ReadDir(name string) ([]string, error) {
	r.reads.lists[r.tree.relative(name)] = true
	return r.FileSystem.ReadDir(name)
}

// Glob implements [filesys.FileSystem].
func (r *recorder) Glob(pattern string) ([]string, error) {
	directory := pattern
	for strings.ContainsAny(directory, "*?[") {
		directory = filepath.Dir(directory)
	}
	r.reads.lists[r.tree.relative(directory)] = true
	return r.FileSystem.Glob(pattern)
}

// Walk implements [filesys.FileSystem].
func (r *recorder) Walk(name string, visit filepath.WalkFunc) error {
	r.reads.lists[r.tree.relative(name)] = true
	return r.FileSystem.Walk(name, visit)
}

// remoteError is the error for a base that is not in the checkout.
type remoteError struct{ file, base string }

func (e *remoteError) Error() string {
	if isLocal(e.base) {
		return fmt.Sprintf("%s refers to %s, which does not exist in the checkout; check the path", e.file, e.base)
	}
	return fmt.Sprintf("%s refers to %s, which is not in the checkout; copy it into the repository, or allow the download with --allow-remote-bases", e.file, e.base)
}

func isLocal(base string) bool {
	return kustomize.IsLocalRelativePath(base) && !strings.Contains(base, "://")
}

// refuseRemote returns an error if a kustomization refers to a file or directory outside of the tree. Otherwise,
// kustomize would call git, or send an HTTP request.
func (r *recorder) refuseRemote(name string, content []byte) error {
	var k kustypes.Kustomization
	if err := yaml.Unmarshal(content, &k); err != nil {
		return nil //nolint:nilerr // kustomize reports the error with the line
	}
	file := r.tree.relative(name)
	for _, base := range roots(&k) {
		if strings.Contains(base, "\n") {
			continue // The object itself instead of a path.
		}
		if !isLocal(base) || !r.has(path.Join(path.Dir(file), filepath.ToSlash(base))) {
			return &remoteError{file: file, base: base}
		}
	}
	for _, named := range namedFiles(&k) {
		if strings.Contains(named, "://") && !strings.Contains(named, "\n") {
			return &remoteError{file: file, base: named}
		}
	}
	return nil
}

// has reports whether a path exists in the tree.
func (r *recorder) has(relative string) bool {
	if !filepath.IsLocal(filepath.FromSlash(relative)) {
		return false
	}
	r.reads.stats[relative] = true
	_, err := os.Lstat(filepath.Join(r.tree.root, filepath.FromSlash(relative)))
	return err == nil
}

// roots returns the fields of a kustomization that may be a file, a directory or a remote base.
func roots(k *kustypes.Kustomization) []string {
	bases := k.Bases //nolint:staticcheck // kustomize still reads the deprecated field
	return slices.Concat(k.Resources, bases, k.Components, k.Crds, k.Configurations, k.Transformers, k.Generators, k.Validators)
}

// namedFiles returns the fields of a kustomization that contain names of files. kustomize would download a URL.
func namedFiles(k *kustypes.Kustomization) []string {
	var names []string
	add := func(sources kustypes.KvPairSources) {
		for _, source := range sources.FileSources {
			_, file, found := strings.Cut(source, "=")
			if !found {
				file = source
			}
			names = append(names, file)
		}
		names = append(names, append(slices.Clone(sources.EnvSources), sources.EnvSource)...)
	}
	for _, generator := range k.ConfigMapGenerator {
		add(generator.KvPairSources)
	}
	for _, generator := range k.SecretGenerator {
		add(generator.KvPairSources)
	}
	for _, patch := range k.Patches {
		names = append(names, patch.Path)
	}
	for _, patch := range k.PatchesJson6902 { //nolint:staticcheck // kustomize still reads the deprecated field
		names = append(names, patch.Path)
	}
	for _, patch := range k.PatchesStrategicMerge { //nolint:staticcheck // kustomize still reads the deprecated field
		names = append(names, string(patch))
	}
	for _, replacement := range k.Replacements {
		names = append(names, replacement.Path)
	}
	if schema := k.OpenAPI["path"]; schema != "" {
		names = append(names, schema)
	}
	return names
}

// unaffected reports whether a build that has read these paths in one tree has the same result in another tree.
func (r reads) unaffected(differing []string, a, b *tree) bool {
	for _, name := range differing {
		if r.files[name] {
			return false
		}
		for directory := path.Dir(name); ; directory = path.Dir(directory) {
			if r.lists[directory] || r.stats[directory] && kindOf(a, directory) != kindOf(b, directory) {
				return false
			}
			if directory == "." {
				break
			}
		}
		if r.stats[name] && kindOf(a, name) != kindOf(b, name) {
			return false
		}
	}
	return true
}

// kindOf returns 'f' for a file, 'd' for a directory, and 0 for neither.
func kindOf(t *tree, name string) rune {
	info, err := os.Lstat(filepath.Join(t.root, filepath.FromSlash(name)))
	switch {
	case err != nil:
		return 0
	case info.IsDir():
		return 'd'
	}
	return 'f'
}
