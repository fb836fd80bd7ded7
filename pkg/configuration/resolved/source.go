// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package resolved

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Source is the source of the root Kustomization.
type Source struct {
	// Object is the GitRepository, OCIRepository or Bucket to create in the shoot.
	Object *unstructured.Unstructured
	// GitRepository is Object as a typed GitRepository. It is nil for other kinds.
	GitRepository *sourcev1.GitRepository
	// DeployKey is true if the source uses the project's deploy key. In this case, spec.secretRef contains the name of the
	// Secret with the deploy key.
	DeployKey bool
	// KnownHosts contains the configured known_hosts lines. It is used only if DeployKey is true.
	KnownHosts string
	// ScanHostKeys is true if unknown host keys are scanned.
	ScanHostKeys bool
}

// SecretName returns the name of the Secret with the credentials of the source, or an empty string if the source does
// not reference a Secret.
func (s *Source) SecretName() string {
	return strict.LookupString(s.Object.Object, "spec", "secretRef", "name")
}

// URL returns the URL or the endpoint of the source without secrets.
func (s *Source) URL() string {
	key := "url"
	if s.Object.GetKind() == sourcev1.BucketKind {
		key = "endpoint"
	}
	return text.RedactURLs(strict.LookupString(s.Object.Object, "spec", key))
}

// Description describes the source in a few words.
func (s *Source) Description() string { return DescribeSource(s.Object) }

// DescribeSource describes the revision and the URL of a source in a few words.
func DescribeSource(source *unstructured.Unstructured) string {
	spec := func(path ...string) string {
		return strict.LookupString(source.Object, append([]string{"spec"}, path...)...)
	}
	if source.GetKind() == sourcev1.BucketKind {
		return fmt.Sprintf("Bucket %s at %s", spec("bucketName"), spec("endpoint"))
	}
	for _, kind := range []string{"digest", "name", "commit", "semver", "tag", "branch"} {
		if reference := spec("ref", kind); reference != "" {
			return fmt.Sprintf("%s %s of %s", kind, reference, spec("url"))
		}
	}
	return spec("url")
}

// Pin pins the source to a revision in the format of Flux's status, and reports whether it did. It does not pin the
// source if the Shoot or an override sets the URL or the reference, because the revision belongs to the project's
// source.
func (c *Configuration) Pin(to string) bool {
	if c.Source == nil || c.stack.OfSomeShoots("source", "template", "spec", "url") || c.stack.OfSomeShoots("source", "template", "spec", "ref") || !pin(c.Source.Object, to) {
		return false
	}
	if git := c.Source.GitRepository; git != nil {
		*git = sourcev1.GitRepository{}
		// The object has been decoded before, and pinning keeps it valid.
		_ = runtime.DefaultUnstructuredConverter.FromUnstructured(c.Source.Object.Object, git)
	}
	return true
}

// pin pins a GitRepository to a commit, or an OCIRepository to a digest. It returns false for a Bucket and for a
// revision that is not just a complete commit or digest.
//
// A GitRepository keeps its branch, because Flux then fetches only this branch. Otherwise, Flux fetches all branches:
// if a commit is set, it ignores tag, semver and name, and does not find a commit that only a tag references. The tag
// is not pinned instead, because it may be moved to a commit that was not promoted.
func pin(source *unstructured.Unstructured, to string) bool {
	pinned := revision.Parse(to)
	spec, ok := source.Object["spec"].(map[string]any)
	if !ok || !pinned.IsComplete() || pinned.String() != to || pinned.Name != "" {
		return false
	}
	before, _ := spec["ref"].(map[string]any)
	ref := map[string]any{}
	switch kind := source.GetKind(); {
	case kind == sourcev1.GitRepositoryKind:
		if ref["commit"] = pinned.Digest; before["branch"] != nil {
			ref["branch"] = before["branch"]
		}
	case kind == sourcev1.OCIRepositoryKind && pinned.Algorithm == "sha256":
		maps.Copy(ref, before)
		ref["digest"] = to
	default:
		return false
	}
	spec["ref"] = ref
	return true
}

// AdditionalSourcesField is the field of a FluxConfig that lists the additional sources.
const AdditionalSourcesField = "additionalSources"

// AdditionalSource is an additional source in the shoot.
type AdditionalSource struct {
	// Path is the path of the entry in the FluxConfig.
	Path *field.Path
	// Object is the GitRepository, OCIRepository, Bucket or HelmRepository.
	Object *unstructured.Unstructured
	// SecretResource is the name of the entry of Shoot.spec.resources with the credentials. It is empty if the source does
	// not refer to an entry.
	SecretResource string
	// DeployKey is true if the source has its own deploy key. In this case, spec.secretRef contains the name of the Secret
	// with the deploy key. The following fields are set only if DeployKey is true.
	DeployKey bool
	// URL is the URL of the repository.
	URL string
	// KnownHosts contains the configured known_hosts lines.
	KnownHosts string
	// OwnHost is true if the repository that all Shoots of the project read has the same host. Deploy keys are registered
	// only at this host.
	OwnHost bool
	// ScanHostKeys is true if unknown host keys are scanned.
	ScanHostKeys bool
}

// Name returns the namespace and name of the source. The Secret with its deploy key has the same namespace and name.
func (s AdditionalSource) Name() types.NamespacedName {
	return types.NamespacedName{Namespace: s.Object.GetNamespace(), Name: s.Object.GetName()}
}

// SourceNames returns a checksum of the kinds and names of sources, or an empty string if sources is empty.
func SourceNames(sources []AdditionalSource) string {
	var names []string
	for _, s := range sources {
		names = append(names, s.Object.GetKind()+" "+Key(s.Object))
	}
	slices.Sort(names)
	return checksum(strings.Join(names, "\n"))
}
