// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kustomizer

import (
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/api/provider"
	"sigs.k8s.io/kustomize/api/resmap"
	kustypes "sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

// reader reads a kustomization, and the generators and transformers that it names, with the parsers of kustomize. It
// refuses everything that kustomize would load from outside the source, and everything that it cannot judge.
type reader struct {
	files *recorder
	// file is the kustomization.yaml, relative to the source.
	file    string
	factory *resmap.Factory
	// visited contains the directories of generators and transformers, which may refer to each other.
	visited map[string]bool
}

func newReader(files *recorder, file string) *reader {
	return &reader{files: files, file: file, factory: resmap.NewFactory(provider.NewDefaultDepProvider().GetResourceFactory()), visited: map[string]bool{}}
}

// Read checks a kustomization.yaml of a source, and the files that it refers to, in the same way as a build, but builds
// nothing.
func Read(files filesys.FileSystem, root, file string) error {
	content, err := files.ReadFile(filepath.Join(root, filepath.FromSlash(file)))
	if err != nil {
		return err
	}
	return newReader(&recorder{FileSystem: files, root: root, reads: newReads()}, file).check(content)
}

// check checks the content of a kustomization.yaml.
func (r *reader) check(content []byte) error {
	var k kustypes.Kustomization
	if err := k.Unmarshal(content); err != nil {
		return nil //nolint:nilerr // kustomize fails with the same error
	}
	k.FixKustomization()
	for _, base := range slices.Concat(k.Resources, k.Components, k.Crds, k.Configurations) {
		if err := r.base(r.file, base); err != nil {
			return err
		}
	}
	for _, name := range filesOf(&k) {
		if err := localFile(r.file, name); err != nil {
			return err
		}
	}
	for _, patch := range k.PatchesStrategicMerge { //nolint:staticcheck // kustomize still reads the deprecated field
		if err := r.strategicMerge(r.file, string(patch)); err != nil {
			return err
		}
	}
	for _, chart := range k.HelmCharts {
		return refuse(r.file, "Helm chart "+chart.Name, isHelm)
	}
	for _, plugin := range slices.Concat(k.Generators, k.Transformers, k.Validators) {
		if err := r.plugin(plugin); err != nil {
			return err
		}
	}
	return nil
}

// base returns an error unless kustomize also interprets an entry as a file or directory of the source.
func (r *reader) base(file, value string) error {
	switch relative := joined(file, value); {
	case value == "":
		return nil // kustomize fails.
	case hasControl(value):
		return refuse(file, value, isNoPath)
	case isForGit(value) && r.has(relative):
		return refuse(file, value, isAmbiguous)
	case isForGit(value), isForHTTP(value), isAbsolute(value):
		return refuse(file, value, isRemote)
	case !r.has(relative):
		return refuse(file, value, isAbsent)
	}
	return nil
}

// has reports whether a path exists in the source.
func (r *reader) has(relative string) bool {
	return isInside(relative) && r.files.Exists(r.files.absolute(relative))
}

// filesOf returns the names of files that kustomize reads in addition to bases. If a name is a URL, kustomize requests
// it.
func filesOf(k *kustypes.Kustomization) []string {
	names := []string{k.OpenAPI["path"]}
	for _, generator := range k.ConfigMapGenerator {
		names = append(names, sourcesOf(generator.KvPairSources)...)
	}
	for _, generator := range k.SecretGenerator {
		names = append(names, sourcesOf(generator.KvPairSources)...)
	}
	for _, patch := range slices.Concat(k.Patches, k.PatchesJson6902) { //nolint:staticcheck // kustomize still reads the deprecated field
		names = append(names, patch.Path)
	}
	for _, replacement := range k.Replacements {
		names = append(names, replacement.Path)
	}
	return names
}

// sourcesOf returns the files of a ConfigMap or Secret that kustomize generates. A file may have its key in front.
func sourcesOf(sources kustypes.KvPairSources) []string {
	names := append(slices.Clone(sources.EnvSources), sources.EnvSource)
	for _, source := range sources.FileSources {
		_, file, found := strings.Cut(source, "=")
		if !found {
			file = source
		}
		names = append(names, file)
	}
	return names
}

// strategicMerge checks a patch, which is an object or the name of a file. kustomize tries the object first.
func (r *reader) strategicMerge(file, patch string) error {
	if _, err := r.factory.RF().SliceFromBytes([]byte(patch)); err == nil {
		return nil
	}
	return localFile(file, patch)
}

// plugin checks an entry of generators, transformers or validators, which is an object, a file or a directory.
// kustomize tries the object first.
func (r *reader) plugin(entry string) error {
	if inline, err := r.factory.NewResMapFromBytes([]byte(entry)); err == nil {
		return r.configurations(r.file, inline)
	}
	return r.pluginBase(r.file, entry)
}

// pluginBase checks a file or directory with generators or transformers.
func (r *reader) pluginBase(file, entry string) error {
	if err := r.base(file, entry); err != nil {
		return err
	}
	named := joined(file, entry)
	if r.files.IsDir(r.files.absolute(named)) {
		return r.directory(file, entry, named)
	}
	content, err := r.files.FileSystem.ReadFile(r.files.absolute(named))
	if err != nil {
		return err
	}
	r.files.reads.Files[named] = true
	objects, err := r.factory.NewResMapFromBytes(content)
	if err != nil {
		return nil //nolint:nilerr // kustomize fails with the same error
	}
	return r.configurations(named, objects)
}

// directory checks a directory with generators or transformers. kustomize builds it before it uses the result, so that
// patches could put a URL into it: only resources are allowed.
func (r *reader) directory(file, entry, named string) error {
	if r.visited[named] {
		return nil
	}
	r.visited[named] = true
	for _, name := range konfig.RecognizedKustomizationFileNames() {
		absolute := filepath.Join(r.files.absolute(named), name)
		if !r.files.Exists(absolute) {
			continue
		}
		content, err := r.files.FileSystem.ReadFile(absolute)
		if err != nil {
			return err
		}
		kustomization := r.files.relative(absolute)
		r.files.reads.Files[kustomization] = true
		var k kustypes.Kustomization
		if err := k.Unmarshal(content); err != nil {
			return nil //nolint:nilerr // kustomize fails with the same error
		}
		k.FixKustomization()
		if !reflect.DeepEqual(k, kustypes.Kustomization{TypeMeta: k.TypeMeta, MetaData: k.MetaData, Resources: k.Resources}) {
			return refuse(file, entry, isBuilt)
		}
		for _, resource := range k.Resources {
			if err := r.pluginBase(kustomization, resource); err != nil {
				return err
			}
		}
	}
	return nil
}
