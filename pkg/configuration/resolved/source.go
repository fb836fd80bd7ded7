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
	// GitRepository is Object as a typed GitRepository, or nil for other kinds.
	GitRepository *sourcev1.GitRepository
	// DeployKey is set if the source uses the project's deploy key. spec.secretRef names its Secret.
	DeployKey bool
	// KnownHosts are the configured known_hosts lines, or empty. They are used only with DeployKey.
	KnownHosts string
	// ScanHostKeys is set if unknown host keys are scanned.
	ScanHostKeys bool
}

// SecretName returns the name of the Secret with the source's credentials, or an empty string.
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

// These expressions match the revisions that Flux reports.
var (
	commit = regexp.MustCompile(`^(sha1:[0-9a-f]{40}|sha256:[0-9a-f]{64})$`)
	tag    = regexp.MustCompile(`^[0-9A-Za-z][0-9A-Za-z._/+-]{0,199}$`)
	digest = regexp.MustCompile(`^sha256:[0-9a-f]{64}$`)
)

// Pin pins the source to a revision in the format of Flux's status, and returns whether it did. It leaves the
// source unchanged if the Shoot or an override sets URL or reference, because such a source is not the
// project's.
func (c *Configuration) Pin(revision string) bool {
	if c.Source == nil || c.stack.OfSomeShoots("source", "template", "spec", "url") || c.stack.OfSomeShoots("source", "template", "spec", "ref") || !pin(c.Source.Object, revision) {
		return false
	}
	if git := c.Source.GitRepository; git != nil {
		*git = sourcev1.GitRepository{}
		// The object was decoded before the change.
		_ = runtime.DefaultUnstructuredConverter.FromUnstructured(c.Source.Object.Object, git)
	}
	return true
}

// pin pins a GitRepository to a commit or a tag, or an OCIRepository to a digest. It returns false for a Bucket
// and for a damaged revision. A GitRepository keeps its branch, because Flux finds the commit there. Flux
// ignores tag, semver and name beside a commit. A revision with a tag pins the tag, because Flux can neither
// find a commit that only a tag refers to, nor verify a tag beside a commit.
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

// AdditionalSource is an additional source in the shoot.
type AdditionalSource struct {
	// Path is the path of its entry in the FluxConfig.
	Path *field.Path
	// Object is the GitRepository, OCIRepository, Bucket or HelmRepository.
	Object *unstructured.Unstructured
	// SecretResource names the entry of Shoot.spec.resources with the credentials, or is empty.
	SecretResource string
	// DeployKey is set if the source has its own deploy key. spec.secretRef names its Secret. The fields below
	// are set only for such a source.
	DeployKey bool
	// URL is the URL of the repository.
	URL string
	// KnownHosts are the configured known_hosts lines, or empty.
	KnownHosts string
	// OwnHost is set if the repository that all Shoots of the project read has the same host. Deploy keys are
	// registered only at this host.
	OwnHost bool
	// ScanHostKeys is set if unknown host keys are scanned.
	ScanHostKeys bool
}

// Name returns the namespace and name of the source, and of the Secret with its deploy key.
func (s AdditionalSource) Name() types.NamespacedName {
	return types.NamespacedName{Namespace: s.Object.GetNamespace(), Name: s.Object.GetName()}
}

// SourceNames returns a checksum of the kinds and names of sources, or an empty string without sources.
func SourceNames(sources []AdditionalSource) string {
	var names []string
	for _, s := range sources {
		names = append(names, s.Object.GetKind()+" "+Key(s.Object))
	}
	slices.Sort(names)
	return checksum(strings.Join(names, "\n"))
}
