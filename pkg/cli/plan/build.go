// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/apis/kustomize"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/kustomizer"
)

// builder builds Kustomizations of one tree. Shoots with the same path and settings share a build.
type builder struct {
	tree       *tree
	kustomizer kustomizer.Kustomizer
	judge      *judge
	// base is the builder of the other revision, or nil. differing contains the files that the trees do not share.
	base      *builder
	differing []string
	// earlier is true for the revision to compare with.
	earlier bool

	mutex  sync.Mutex
	builds map[string]*build
	// room is the number of bytes that further builds may have.
	room atomic.Int64
}

// maxBuilt limits the size of all builds of a tree in bytes. They stay in memory, because Shoots share them, and a
// commit with a large directory may apply it a thousand times, each time with another namespace.
const maxBuilt = 1 << 30

// build is the result of kustomize for a path and settings, before the variables are substituted.
type build struct {
	once sync.Once
	// run builds the templates. It is called once.
	run       func()
	templates []*template
	err       error

	// manifest is the kustomization.yaml that Flux generates.
	manifest string
	reads    kustomizer.Reads
}

func newBuilder(t *tree, base *builder, by *judge) *builder {
	b := &builder{tree: t, base: base, kustomizer: by.kustomizer, judge: by, builds: map[string]*build{}}
	b.room.Store(maxBuilt)
	if base != nil {
		b.differing = differences(base.tree, t)
	}
	return b
}

// settings contains the fields of a Kustomization that change the result of kustomize.
type settings struct {
	Path                    string                            `json:"path"`
	TargetNamespace         string                            `json:"targetNamespace,omitempty"`
	NamePrefix              string                            `json:"namePrefix,omitempty"`
	NameSuffix              string                            `json:"nameSuffix,omitempty"`
	Components              []string                          `json:"components,omitempty"`
	IgnoreMissingComponents bool                              `json:"ignoreMissingComponents,omitempty"`
	BuildMetadata           []kustomizev1.BuildMetadataOption `json:"buildMetadata,omitempty"`
	Patches                 []kustomize.Patch                 `json:"patches,omitempty"`
	Images                  []kustomize.Image                 `json:"images,omitempty"`
	// Decrypts is true if encrypted files are decrypted before. Flux's generator ignores it.
	Decrypts bool `json:"decrypts,omitempty"`
}

// build returns the objects of a Kustomization.
func (b *builder) build(k *kustomizev1.Kustomization) ([]*template, error) {
	key, spec, err := settingsOf(k)
	if err != nil {
		return nil, err
	}
	b.mutex.Lock()
	own, ok := b.builds[key]
	if !ok {
		own = &build{}
		own.run = func() {
			if err := b.run(own, key, spec, k); err != nil {
				own.err = b.explain(err, b.tree.relative(b.tree.directory(k.Spec.Path)))
			}
		}
		b.builds[key] = own
	}
	b.mutex.Unlock()
	own.once.Do(own.run)
	return own.templates, own.err
}

// readsOf returns the files and directories that the build of a Kustomization has read.
func (b *builder) readsOf(k *kustomizev1.Kustomization) kustomizer.Reads {
	key, _, err := settingsOf(k)
	if err != nil {
		return kustomizer.Reads{}
	}
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if own, ok := b.builds[key]; ok {
		return own.reads
	}
	return kustomizer.Reads{}
}

// settingsOf returns the key of a build, and the fields of the Kustomization for the generator of kustomization.yaml.
func settingsOf(k *kustomizev1.Kustomization) (string, map[string]any, error) {
	own := settings{
		Path: strings.TrimPrefix(path.Clean("/"+k.Spec.Path), "/"), TargetNamespace: k.Spec.TargetNamespace, NamePrefix: k.Spec.NamePrefix, NameSuffix: k.Spec.NameSuffix,
		Components: k.Spec.Components, IgnoreMissingComponents: k.Spec.IgnoreMissingComponents,
		BuildMetadata: k.Spec.BuildMetadata, Patches: k.Spec.Patches, Images: k.Spec.Images,
		Decrypts: k.Spec.Decryption != nil,
	}
	key, err := json.Marshal(own)
	if err != nil {
		return "", nil, err
	}
	spec := map[string]any{}
	if err := json.Unmarshal(key, &spec); err != nil {
		return "", nil, err
	}
	return string(key), spec, nil
}

// run generates kustomization.yaml and builds it, or shares the build of the other revision.
func (b *builder) run(own *build, key string, spec map[string]any, k *kustomizev1.Kustomization) error {
	directory := b.tree.directory(k.Spec.Path)
	if err := b.checkDirectory(directory); err != nil {
		return err
	}
	other := b.other(key)
	if other != nil && !k.Spec.IgnoreMissingComponents && !b.differs(directory) {
		// The generated kustomization.yaml is the same, and takes long if there is none in the directory.
		own.templates, own.manifest, own.reads = other.templates, other.manifest, other.reads
		return nil
	}
	of := kustomizer.Place{Root: b.tree.root, Directory: directory}
	manifest, err := b.kustomizer.Generate(of, spec)
	if err != nil {
		return err
	}
	own.manifest = string(manifest.Content)
	if other != nil && other.manifest == own.manifest {
		own.templates, own.reads = other.templates, other.reads
		return nil
	}
	built, err := b.kustomizer.Build(of, manifest)
	if err != nil {
		return err
	}
	if b.room.Add(-sizeOfBuild(manifest, built)) < 0 {
		return fmt.Errorf("the objects of all Kustomizations at %s have more than %d bytes; plan fewer Shoots with --selector, or let fewer Kustomizations apply the same directory", b.tree.name, maxBuilt)
	}
	own.reads = built.Reads
	if k.Spec.Decryption != nil {
		hideHashes(built.Objects)
	} else {
		for i := range built.Objects {
			built.Objects[i].Unhashed = ""
		}
	}
	for _, object := range built.Objects {
		own.templates = append(own.templates, newTemplate(object))
	}
	return nil
}

// sizeOfBuild returns the approximate memory of a build in bytes.
func sizeOfBuild(manifest *kustomizer.Manifest, built *kustomizer.Result) int64 {
	const perName, perObject = 64, 1024
	size := len(manifest.Content)
	for _, object := range built.Objects {
		size += len(object.Text) + perObject
	}
	for _, names := range []map[string]bool{built.Reads.Files, built.Reads.Lists, built.Reads.Stats} {
		for name := range names {
			size += len(name) + perName
		}
	}
	return int64(size)
}

// hideHashes replaces the hashes in the names of Secrets that are generated from encrypted files, also in the objects
// that refer to them: after the decryption, Flux generates other hashes.
func hideHashes(objects []kustomizer.Object) {
	const hidden = "-<hash>"
	var names []string
	for _, object := range objects {
		if object.Unhashed != "" {
			names = append(names, object.Name, object.Unhashed+hidden)
		}
	}
	if len(names) == 0 {
		return
	}
	replacer := strings.NewReplacer(names...)
	for i := range objects {
		own := &objects[i]
		own.Text = replacer.Replace(own.Text)
		if own.Unhashed != "" {
			own.Name = own.Unhashed + hidden
		}
	}
}

// checkDirectory returns an error if the artifact does not contain a directory. It creates an empty one.
func (b *builder) checkDirectory(directory string) error {
	info, err := os.Stat(directory)
	if err == nil && info.IsDir() {
		return nil
	}
	relative := b.tree.relative(directory)
	if errors.Is(err, fs.ErrNotExist) && b.tree.isEmptied(relative) {
		return os.MkdirAll(directory, 0o700)
	}
	if submodule := b.tree.submoduleOf(relative); submodule != "" {
		return fmt.Errorf("path %s is in submodule %s, whose files are not in the source; set recurseSubmodules, and check the path", relative, submodule)
	}
	return &missingPathError{path: relative, revision: b.tree.name}
}

// differs reports whether a file in a directory differs between the revisions.
func (b *builder) differs(directory string) bool {
	prefix := b.tree.relative(directory) + "/"
	return slices.ContainsFunc(b.differing, func(name string) bool { return prefix == "./" || strings.HasPrefix(name, prefix) })
}

// other returns the build of the other revision if all files that it has read are the same. It returns nil if there is
// no such build.
func (b *builder) other(key string) *build {
	if b.base == nil {
		return nil
	}
	b.base.mutex.Lock()
	other := b.base.builds[key]
	b.base.mutex.Unlock()
	if other == nil {
		return nil
	}
	// The walk of another Shoot may have just begun it.
	other.once.Do(other.run)
	if other.err != nil || !unaffected(other.reads, b.differing, b.base.tree, b.tree) {
		return nil
	}
	return other
}

// missingPathError is the error for a path that a revision does not contain.
type missingPathError struct{ path, revision string }

func (e *missingPathError) Error() string {
	return fmt.Sprintf("path %s is not a directory of %s; check spec.path, or create the directory", e.path, e.revision)
}

// explain returns an error with the files of the tree and a suggested fix.
func (b *builder) explain(err error, of string) error {
	if _, is := errors.AsType[*missingPathError](err); is {
		return err
	}
	return errors.New(b.message(err, of))
}

// quoted matches parts of errors that repeat the input, which may contain secret values. A strategic merge patch that
// is no object is taken for the name of a file.
var quoted = regexp.MustCompile("(?s)`[^`]*`|(JSON patch from |literal sources |env source files: [^:]*: line |node contents:\\s|open [^:]*\\{).*")

func (b *builder) message(err error, of string) string {
	if refused, is := errors.AsType[*kustomizer.RefusedError](err); is {
		return refused.Error()
	}
	message := quoted.ReplaceAllString(b.tree.clean(err.Error()), "${1}(not shown)")
	for _, pointer := range b.tree.pointers {
		if strings.Contains(message, pointer) {
			return fmt.Sprintf("%s is a Git LFS pointer, and Flux does not fetch files from Git LFS; store the file in Git itself", pointer)
		}
	}
	for _, link := range b.tree.links {
		if strings.Contains(message, link) {
			return fmt.Sprintf("%s is a symlink, which the artifacts of Flux do not contain; replace it with a copy", link)
		}
	}
	lower := strings.ToLower(message)
	if strings.Contains(lower, "plugin") || strings.Contains(lower, "function") || strings.Contains(lower, "helm") {
		message += "; kustomize-controller runs no exec or container plugins, no functions and no Helm charts; use a builtin generator or transformer, or commit the generated objects"
	}
	return fmt.Sprintf("path %s does not build: %s", of, message)
}
