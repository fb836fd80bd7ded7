// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kustomizer

import (
	"cmp"
	"path/filepath"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// recorder records the files that a build reads, so that another revision with the same files can share the result.
// Unless remote is true, it refuses kustomizations that refer to anything outside of the source, before kustomize would
// fetch it.
type recorder struct {
	filesys.FileSystem
	root   string
	remote bool
	reads  Reads
	// refused is the first refused reference. kustomize hides errors of kustomization.yaml files.
	refused error
	// last is the file that was read last, because kustomize names files without their directory.
	last string
}

// Reads contains the paths in a source that a build has read, listed, or checked for existence.
type Reads struct {
	Files map[string]bool `json:"files"`
	Lists map[string]bool `json:"lists"`
	Stats map[string]bool `json:"stats"`
}

func newReads() Reads {
	return Reads{Files: map[string]bool{}, Lists: map[string]bool{}, Stats: map[string]bool{}}
}

// relative returns the path of a file in the source.
func (r *recorder) relative(file string) string {
	relative, err := filepath.Rel(r.root, file)
	if err != nil {
		return file
	}
	return filepath.ToSlash(relative)
}

// absolute returns the path of a file on the disk.
func (r *recorder) absolute(file string) string {
	return filepath.Join(r.root, filepath.FromSlash(file))
}

// Open implements [filesys.FileSystem].
func (r *recorder) Open(name string) (filesys.File, error) {
	r.reads.Files[r.relative(name)] = true
	return r.FileSystem.Open(name)
}

// ReadFile implements [filesys.FileSystem].
func (r *recorder) ReadFile(name string) ([]byte, error) {
	r.last = r.relative(name)
	r.reads.Files[r.last] = true
	content, err := r.FileSystem.ReadFile(name)
	if err == nil && !r.remote && slices.Contains(konfig.RecognizedKustomizationFileNames(), filepath.Base(name)) {
		err = newReader(r, r.last).check(content)
		r.refused = cmp.Or(r.refused, err)
	}
	return content, err
}

// IsDir implements [filesys.FileSystem].
func (r *recorder) IsDir(name string) bool {
	r.reads.Stats[r.relative(name)] = true
	return r.FileSystem.IsDir(name)
}

// Exists implements [filesys.FileSystem].
func (r *recorder) Exists(name string) bool {
	r.reads.Stats[r.relative(name)] = true
	return r.FileSystem.Exists(name)
}

// CleanedAbs implements [filesys.FileSystem].
func (r *recorder) CleanedAbs(name string) (filesys.ConfirmedDir, string, error) {
	r.reads.Stats[r.relative(name)] = true
	return r.FileSystem.CleanedAbs(name)
}

// ReadDir implements [filesys.FileSystem].
func (r *recorder) ReadDir(name string) ([]string, error) {
	r.reads.Lists[r.relative(name)] = true
	return r.FileSystem.ReadDir(name)
}

// Glob implements [filesys.FileSystem].
func (r *recorder) Glob(pattern string) ([]string, error) {
	directory := pattern
	for strings.ContainsAny(directory, "*?[") {
		directory = filepath.Dir(directory)
	}
	r.reads.Lists[r.relative(directory)] = true
	return r.FileSystem.Glob(pattern)
}

// Walk implements [filesys.FileSystem].
func (r *recorder) Walk(name string, visit filepath.WalkFunc) error {
	r.reads.Lists[r.relative(name)] = true
	return r.FileSystem.Walk(name, visit)
}
