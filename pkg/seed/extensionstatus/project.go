// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// ObservedProject records the state of the project at the last reconciliation of the shoot, successful or not. After a
// restart of the extension, it shows which shoots were not reconciled after a change yet.
type ObservedProject struct {
	// Config identifies the project's configuration that was delivered or refused. It is empty if there was none.
	Config string `json:"config,omitempty"`
	// Immediate is true if changes propagate at once.
	Immediate bool `json:"immediate,omitempty"`
	// Key is the version of the deploy key. It is empty if the deploy key was not read.
	Key string `json:"key,omitempty"`
	// Rotation is the time of the deploy key's last delivered rotation, from the annotation. It is empty if no rotation
	// was delivered. Unlike the other fields, it describes the delivered state.
	Rotation string `json:"rotation,omitempty"`
	// Overrides are the names of the project's overrides for the shoot, separated by commas.
	Overrides string `json:"overrides,omitempty"`
	// Ring is the shoot's ring in the project's rollout. It is empty if there is no rollout.
	Ring string `json:"ring,omitempty"`
	// Revision and Commit are the last revision and commit from the rollout, whether they were delivered or rejected
	// because of a configuration error.
	Revision string `json:"revision,omitempty"`
	Commit   string `json:"commit,omitempty"`
	// Requested identifies the last request of a project member to reconcile the Shoot.
	Requested string `json:"requested,omitempty"`
	// Waits is the next revision while its delivery waits, "unknown" if it is not known, and otherwise empty.
	Waits string `json:"waits,omitempty"`
}

// ObserveProject returns the record of a project, without its deploy key.
func ObserveProject(project *document.ConfigMap) ObservedProject {
	return ObservedProject{Config: rollout.ConfigurationID(project), Immediate: project.Propagation() == fluxv1alpha1.PropagationImmediate}
}

// Delivers reports whether both records are of the same content for the shoot.
func (s ObservedProject) Delivers(other ObservedProject) bool {
	return s.Config == other.Config && s.Revision == other.Revision && s.Commit == other.Commit && s.Overrides == other.Overrides
}

// WithOverrides returns the record with the overrides for the shoot.
func (s ObservedProject) WithOverrides(overrides document.Overrides) ObservedProject {
	s.Overrides = strings.Join(overrides.Names(), ",")
	return s
}

// hasOtherKey reports whether the deploy key was replaced. key is its version, or empty if it is unknown.
//
// A missing deploy key is not a change: a reconciliation would generate a new key, unknown to any Git host, and
// deliver it to all shoots of the project, although the deleted key may still be restored.
func (s ObservedProject) hasOtherKey(key string) bool {
	return s.Key != "" && key != "" && s.Key != key
}

// missesRotation reports whether the key from the last rotation was not delivered to the shoot. Such a shoot must be
// reconciled before the Git host rejects the previous key. annotations are the annotations of the Secret with the
// deploy key, or nil if they are unknown.
//
// If the Secret has no rotation annotation, the key was created and not rotated.
func (d State) missesRotation(annotations map[string]string) bool {
	rotation := deploykey.RotationOf(annotations)
	return d.DeployKey && rotation != "" && rotation != d.Observed.Rotation
}

// SourceKeys is a comparable list of the deploy keys of additional sources: namespace and name of each source with the
// fingerprint of its key.
type SourceKeys string

// SourceKey is the deploy key of an additional source.
type SourceKey struct {
	// Source is the namespace and name of the source. The Secret with the key has the same namespace and name.
	Source types.NamespacedName
	// Fingerprint is the fingerprint of the key. It is empty if the key did not exist yet.
	Fingerprint string
}

// SourceKeysOf returns the comparable form of the keys.
func SourceKeysOf(keys []SourceKey) SourceKeys {
	texts := make([]string, 0, len(keys))
	for _, key := range keys {
		texts = append(texts, key.Source.String()+"="+key.Fingerprint)
	}
	slices.Sort(texts)
	return SourceKeys(strings.Join(texts, ","))
}

// All returns the keys.
func (k SourceKeys) All() []SourceKey {
	var keys []SourceKey
	for text := range strings.SplitSeq(string(k), ",") {
		if source, fingerprint, is := strings.Cut(text, "="); is {
			keys = append(keys, SourceKey{Source: ParseName(source), Fingerprint: fingerprint})
		}
	}
	return keys
}

// Of returns the fingerprint of the source's key, or an empty string if the source has no key.
func (k SourceKeys) Of(source types.NamespacedName) string {
	for _, key := range k.All() {
		if key.Source == source {
			return key.Fingerprint
		}
	}
	return ""
}

// WithSourceKeys returns the state with the annotations of the Secret with the deploy keys of additional sources.
func (p Present) WithSourceKeys(annotations map[string]string) Present {
	p.sourceKeys = annotations
	return p
}

// missesSourceKey reports whether the deploy key of a source was created or replaced since its delivery. A
// missing key is not a change.
func (d State) missesSourceKey(annotations map[string]string) bool {
	return slices.ContainsFunc(d.SourceKeys.All(), func(key SourceKey) bool {
		now := annotations[deploykey.SourceKeyName(key.Source.Name, fluxv1alpha1.AnnotationFingerprint)]
		return now != "" && now != key.Fingerprint
	})
}
