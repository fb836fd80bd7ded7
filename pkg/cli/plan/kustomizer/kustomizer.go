// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package kustomizer builds directories of a source for the command plan, with the libraries of Flux and kustomize. Its
// input is untrusted, because anyone who may open a pull request can write it. kustomize itself fetches bases and
// files, with git and HTTP requests, and neither can be replaced. Therefore a strict reader refuses everything that
// kustomize would load from outside the source.
package kustomizer

import (
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/fluxcd/pkg/kustomize"
	"github.com/fluxcd/pkg/kustomize/filesys"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/resource"
)

// maxObjects limits the number of objects of a Kustomization, and maxText the size of all of them, in bytes.
const (
	maxObjects = 10_000
	maxText    = 64 << 20
)

// Kustomizer builds directories of sources.
type Kustomizer interface {
	// Generate returns the kustomization.yaml that kustomize-controller generates for a directory.
	Generate(of Place, spec map[string]any) (*Manifest, error)
	// Build returns the objects of a directory with a generated kustomization.yaml.
	Build(of Place, manifest *Manifest) (*Result, error)
	// Validate returns for each object the reason why an API server refuses it, or an empty string. An error means that
	// nothing is known about the objects.
	Validate(of Custom) ([]string, error)
}

// Place is a directory of a source.
type Place struct {
	// Root is the directory that contains the files of the source. It contains no symlinks, and Directory is below it.
	Root      string `json:"root"`
	Directory string `json:"directory"`
}

// Manifest is a generated kustomization.yaml.
type Manifest struct {
	// File is the path, which replaces a file of the source or does not exist.
	File    string `json:"file"`
	Content []byte `json:"content"`
}

// Object is an object that kustomize has built.
type Object struct {
	Group       string            `json:"group"`
	APIVersion  string            `json:"apiVersion"`
	Kind        string            `json:"kind"`
	Namespace   string            `json:"namespace"`
	Name        string            `json:"name"`
	Labels      map[string]string `json:"labels"`
	Annotations map[string]string `json:"annotations"`
	// Encrypted is true if the object has the field sops.
	Encrypted bool `json:"encrypted"`
	// Unhashed is the name of a Secret without the hash of its content, if a generator created it from a file that
	// kustomize-controller decrypts before the build, provided that the Kustomization has spec.decryption.
	Unhashed string `json:"unhashed,omitempty"`
	// Undecryptable describes a key of a Secret whose value kustomize-controller cannot decrypt, provided that the
	// Kustomization has spec.decryption.
	Undecryptable string `json:"undecryptable,omitempty"`
	// Text is the object as YAML.
	Text string `json:"text"`
}

// Result contains the objects of a directory, and the paths in the source that determined them.
type Result struct {
	Objects []Object `json:"objects"`
	Reads   Reads    `json:"reads"`
}

// Local builds in this process.
type Local struct {
	// Remote allows kustomize to fetch bases and files, which starts git and sends requests. Nothing is refused.
	Remote bool
}

// Generate implements [Kustomizer].
func (Local) Generate(of Place, spec map[string]any) (*Manifest, error) {
	generator := kustomize.NewGenerator(of.Root, unstructured.Unstructured{Object: map[string]any{"spec": spec}})
	content, file, _, err := generator.GenerateManifest(of.Directory)
	if err != nil {
		return nil, err
	}
	return &Manifest{File: file, Content: content}, nil
}

// Build implements [Kustomizer]. It does not write the manifest to the source, because other Kustomizations may use the
// directory too.
func (l Local) Build(of Place, manifest *Manifest) (*Result, error) {
	secure := filesys.MakeFsOnDiskSecure
	if l.Remote {
		secure = filesys.MakeFsOnDiskSecureBuild
	}
	disk, err := secure(of.Root)
	if err != nil {
		return nil, err
	}
	files := filesys.MakeFsInMemory(disk)
	if err := files.WriteFile(manifest.File, manifest.Content); err != nil {
		return nil, err
	}
	recording := &recorder{FileSystem: files, root: of.Root, remote: l.Remote, reads: newReads()}
	built, err := buildDirectory(recording, of.Directory)
	// The content of the manifest is compared separately.
	delete(recording.reads.Files, recording.relative(manifest.File))
	if recording.refused != nil {
		return nil, recording.refused
	}
	if base := path.Base(recording.last); err != nil && strings.HasSuffix(err.Error(), " in File: "+base) {
		return nil, errors.New(strings.TrimSuffix(err.Error(), base) + recording.last)
	}
	if err != nil {
		return nil, err
	}
	objects, err := objectsOf(built, recording.relative(of.Directory))
	return &Result{Objects: objects, Reads: recording.reads}, err
}

// objectsOf returns the objects of a directory without those that kustomize-controller ignores.
func objectsOf(built resmap.ResMap, directory string) ([]Object, error) {
	if built.Size() > maxObjects {
		return nil, fmt.Errorf("path %s has %d objects, more than %d; split it into several Kustomizations", directory, built.Size(), maxObjects)
	}
	var (
		objects []Object
		size    int
	)
	for _, own := range built.Resources() {
		if own.GetName() == "" || own.GetKind() == "" || own.GetApiVersion() == "" {
			return nil, fmt.Errorf("an object has no apiVersion, kind or metadata.name; its kind is %q, and its name %q", own.GetKind(), own.GetName())
		}
		if own.GetGvk().Group == "kustomize.config.k8s.io" {
			continue // A kustomization.yaml, which kustomize-controller does not apply.
		}
		object, err := objectOf(own)
		if err != nil {
			return nil, fmt.Errorf("%s %s: %w", own.GetKind(), own.GetName(), err)
		}
		if size += len(object.Text); size > maxText {
			return nil, fmt.Errorf("the objects of path %s have more than %d bytes; split it into several Kustomizations", directory, maxText)
		}
		objects = append(objects, object)
	}
	return objects, nil
}

func objectOf(built *resource.Resource) (Object, error) {
	text, err := built.AsYAML()
	if err != nil {
		return Object{}, err
	}
	object := Object{
		Group: built.GetGvk().Group, APIVersion: built.GetApiVersion(), Kind: built.GetKind(), Namespace: built.GetNamespace(), Name: built.GetName(),
		Labels: built.GetLabels(), Annotations: built.GetAnnotations(), Encrypted: !built.Field("sops").IsNilOrEmpty(), Text: string(text),
	}
	if object.Kind == "Secret" && object.Group == "" {
		if object.Unhashed, err = unhashed(built); err == nil {
			object.Undecryptable, err = undecryptable(built)
		}
	}
	return object, err
}
