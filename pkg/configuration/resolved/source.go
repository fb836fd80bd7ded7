// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package resolved

import (
	"fmt"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Source is where Flux reads from.
type Source struct {
	// Object is the GitRepository, OCIRepository or Bucket to create in the shoot.
	Object *unstructured.Unstructured
	// GitRepository is the same object, typed, if it is one.
	GitRepository *sourcev1.GitRepository
	// DeployKey is true if the source is read with the project's deploy key, whose Secret is then the one that spec.secretRef
	// of the object names.
	DeployKey bool
	// KnownHosts are the configured known_hosts lines; empty if none are. They are used with the deploy key only.
	KnownHosts string
	// ScanHostKeys is true if the host keys are scanned in case they are not known.
	ScanHostKeys bool
}

// SecretName is the name of the Secret with the source's credentials; empty if it has none.
func (s *Source) SecretName() string {
	value, _ := strict.Lookup(s.Object.Object, "spec", "secretRef", "name")
	name, _ := value.(string)
	return name
}

// URL is where the source reads from, without what may be a secret in it.
func (s *Source) URL() string {
	key := "url"
	if s.Object.GetKind() == sourcev1.BucketKind {
		key = "endpoint"
	}
	value, _ := strict.Lookup(s.Object.Object, "spec", key)
	url, _ := value.(string)
	return text.RedactURLs(url)
}

// Description describes the source in a few words.
func (s *Source) Description() string { return DescribeSource(s.Object) }

// DescribeSource describes what a source reads in a few words.
func DescribeSource(source *unstructured.Unstructured) string {
	text := func(path ...string) string {
		value, _ := strict.Lookup(source.Object, append([]string{"spec"}, path...)...)
		text, _ := value.(string)
		return text
	}
	if source.GetKind() == sourcev1.BucketKind {
		return fmt.Sprintf("Bucket %s at %s", text("bucketName"), text("endpoint"))
	}
	for _, kind := range []string{"digest", "name", "commit", "semver", "tag", "branch"} {
		if revision := text("ref", kind); revision != "" {
			return fmt.Sprintf("%s %s of %s", kind, revision, text("url"))
		}
	}
	return text("url")
}
