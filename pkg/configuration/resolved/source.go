// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package resolved

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Source is the source of the root Kustomization.
type Source struct {
	// Object is the GitRepository, OCIRepository or Bucket to create in the shoot.
	Object *unstructured.Unstructured
	// GitRepository is Object as a typed GitRepository; nil for other kinds.
	GitRepository *sourcev1.GitRepository
	// DeployKey is set if the source uses the project's deploy key, in the Secret of its spec.secretRef.
	DeployKey bool
	// KnownHosts are the configured known_hosts lines; empty if none are. Only sources with DeployKey use them.
	KnownHosts string
	// ScanHostKeys is set if unknown host keys are scanned.
	ScanHostKeys bool
}

// SecretName returns the name of the Secret with the source's credentials; empty if it has none.
func (s *Source) SecretName() string {
	return strict.LookupString(s.Object.Object, "spec", "secretRef", "name")
}

// URL returns the source's URL or endpoint without secrets.
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
		if revision := spec("ref", kind); revision != "" {
			return fmt.Sprintf("%s %s of %s", kind, revision, spec("url"))
		}
	}
	return spec("url")
}

// Revisions as Flux reports them.
var (
	commit = regexp.MustCompile(`^(sha1:[0-9a-f]{40}|sha256:[0-9a-f]{64})$`)
	tag    = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z._/+-]{0,199}$`)
	digest = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)
)

// Pin pins the source to a revision as Flux reports it, and returns whether it did. It leaves the source of a
// Shoot alone that sets URL or reference itself, because such a source is not the project's.
func (c *Configuration) Pin(revision string) bool {
	if c.Source == nil || c.stack.OfSomeShoots("source", "template", "spec", "url") || c.stack.OfSomeShoots("source", "template", "spec", "ref") || !pin(c.Source.Object, revision) {
		return false
	}
	if git := c.Source.GitRepository; git != nil {
		*git = sourcev1.GitRepository{}
		// Such an object could be decoded before.
		_ = runtime.DefaultUnstructuredConverter.FromUnstructured(c.Source.Object.Object, git)
	}
	return true
}

// pin pins a GitRepository to a commit or a tag, or an OCIRepository to a digest. A Bucket has no revision to
// pin, and a damaged revision pins nothing. A GitRepository keeps its branch, because Flux finds the commit
// there; Flux ignores tag, range and reference beside a commit. A revision with a tag pins the tag, because
// Flux neither finds a commit that only a tag has nor verifies a tag beside a commit.
func pin(source *unstructured.Unstructured, revision string) bool {
	spec, isObject := source.Object["spec"].(map[string]any)
	at := strings.LastIndex(revision, "@")
	switch kind := source.GetKind(); {
	case !isObject:
		return false
	case kind == sourcev1.GitRepositoryKind && at >= 0:
		if !tag.MatchString(revision[:at]) || !commit.MatchString(revision[at+1:]) {
			return false
		}
		spec["ref"] = map[string]any{"tag": revision[:at]}
	case kind == sourcev1.GitRepositoryKind && commit.MatchString(revision):
		_, hash, _ := strings.Cut(revision, ":")
		ref := map[string]any{"commit": hash}
		if before, _ := spec["ref"].(map[string]any); before["branch"] != nil {
			ref["branch"] = before["branch"]
		}
		spec["ref"] = ref
	case kind == sourcev1.OCIRepositoryKind && digest.MatchString(revision):
		ref, _ := spec["ref"].(map[string]any)
		if ref == nil {
			ref = map[string]any{}
		}
		ref["digest"] = revision
		spec["ref"] = ref
	default:
		return false
	}
	return true
}

// AdditionalSourcesField is the field of a FluxConfig that lists the additional sources.
const AdditionalSourcesField = "additionalSources"

// AdditionalSource is a source in the shoot beside the root Kustomization's.
type AdditionalSource struct {
	// Path is the path of its entry in the FluxConfig.
	Path *field.Path
	// Object is the GitRepository, OCIRepository, Bucket or HelmRepository.
	Object *unstructured.Unstructured
	// SecretResource names the entry in Shoot.spec.resources with its credentials; empty if it has none.
	SecretResource string
	// DeployKey is set if the source has its own deploy key, in the Secret of its spec.secretRef. The fields
	// below are set only for such a source.
	DeployKey bool
	// URL is the URL of the repository.
	URL string
	// KnownHosts are the configured known_hosts lines; empty if none are.
	KnownHosts string
	// OwnHost is set if the host also serves the repository that all Shoots of the project read. Deploy keys are
	// registered there.
	OwnHost bool
	// ScanHostKeys is set if unknown host keys are scanned.
	ScanHostKeys bool
}

// Name returns the namespace and name of the source, and of the Secret with its deploy key.
func (s AdditionalSource) Name() types.NamespacedName {
	return types.NamespacedName{Namespace: s.Object.GetNamespace(), Name: s.Object.GetName()}
}

// SourceNames returns a checksum of the kinds and names of sources; empty without sources.
func SourceNames(sources []AdditionalSource) string {
	var names []string
	for _, s := range sources {
		names = append(names, s.Object.GetKind()+" "+Key(s.Object))
	}
	slices.Sort(names)
	return checksum(strings.Join(names, "\n"))
}
