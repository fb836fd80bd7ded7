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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

// ObservedProject is what was read of the project when a shoot was reconciled the last time, whatever came of it. It shows after a
// restart which shoots a change has not reached yet.
type ObservedProject struct {
	// Config is a checksum of the content of the project's ConfigMap; empty if there was none.
	Config string `json:"config,omitempty"`
	// Immediate says that a change was to reach the shoot at once.
	Immediate bool `json:"immediate,omitempty"`
	// Key is the version of the deploy key; empty if the deploy key was not read.
	Key string `json:"key,omitempty"`
	// Rotation is the time of the last rotation of the deploy key that was delivered, as annotated on its Secret; empty if it has
	// never been rotated. Unlike the rest, it is not what was read but what became of it.
	Rotation string `json:"rotation,omitempty"`
	// Overrides are the names of the overrides of the project that select the shoot, separated by commas.
	Overrides string `json:"overrides,omitempty"`
	// Ring is the ring of the project's rollout that the shoot was in; empty if the project has none.
	Ring string `json:"ring,omitempty"`
	// Revision and Commit are what the rollout has given the shoot last, whether it could be delivered or was refused as a configuration error.
	Revision string `json:"revision,omitempty"`
	Commit   string `json:"commit,omitempty"`
	// Waits is the revision that the rollout gives the shoot, and that waits for something else to be delivered; empty if none does.
	Waits string `json:"waits,omitempty"`
}

// ObserveProject returns what is recorded of the project, without its deploy key.
func ObserveProject(project *document.ConfigMap) ObservedProject {
	return ObservedProject{Config: project.Checksum(), Immediate: configuration.PropagationOf(project) == fluxv1alpha1.PropagationImmediate}
}

// WithOverrides returns what is recorded of a project whose overrides for the shoot are these.
func (s ObservedProject) WithOverrides(overrides document.Overrides) ObservedProject {
	s.Overrides = strings.Join(overrides.Names(), ",")
	return s
}

// behind returns whether the shoot has to be reconciled at once, because the project has changed and wants
// changes to reach its shoots at once, or wanted it before it lost its configuration. The version of the deploy key is empty
// if none is known.
//
// A deploy key that is gone is no change: reconciling would generate a new one, which no Git host knows, and deliver it to all shoots of
// the project, while the lost one may still be restored.
func (s ObservedProject) behind(now ObservedProject, key string) bool {
	switch {
	case now.Immediate:
		return s.Config != now.Config || s.hasOtherKey(key)
	case now.Config == "":
		return s.Immediate
	}
	return false
}

func (s ObservedProject) hasOtherKey(key string) bool {
	return s.Key != "" && key != "" && s.Key != key
}

// missesRotation returns whether the shoot does not have the deploy key of the last rotation yet, whose predecessor the Git host will not accept for
// much longer. The annotations are those of the deploy key's Secret; nil if none are known.
//
// A Secret without annotation of a rotation, because it was created again, has not been rotated.
func (d State) missesRotation(annotations map[string]string) bool {
	rotation := annotations[fluxv1alpha1.AnnotationRotatedAt]
	return d.DeployKey && rotation != "" && rotation != d.Observed.Rotation
}

// SourceKeys are the deploy keys of additional sources in a form that can be compared: namespace and name of each source, and the fingerprint of its key.
type SourceKeys string

// SourceKey is the deploy key of an additional source.
type SourceKey struct {
	// Source is the namespace and name of the source, and of the Secret with its key.
	Source types.NamespacedName
	// Fingerprint is that of the key; empty if the project had none yet.
	Fingerprint string
}

// SourceKeysOf returns the keys in their form.
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
			keys = append(keys, SourceKey{Source: Named(source), Fingerprint: fingerprint})
		}
	}
	return keys
}

// Of returns the fingerprint of the key of a source; empty if it has none.
func (k SourceKeys) Of(source types.NamespacedName) string {
	for _, key := range k.All() {
		if key.Source == source {
			return key.Fingerprint
		}
	}
	return ""
}

// WithSourceKeys returns what is known of a project whose deploy keys of additional sources have these annotations on their Secret.
func (p Present) WithSourceKeys(annotations map[string]string) Present {
	p.sourceKeys = annotations
	return p
}

// missesSourceKey returns whether the shoot has a source whose deploy key is another one now, or was not there when the source was delivered. A key that
// is gone is no change.
func (d State) missesSourceKey(annotations map[string]string) bool {
	return slices.ContainsFunc(d.SourceKeys.All(), func(key SourceKey) bool {
		now := annotations[deploykey.Named(key.Source.Name, fluxv1alpha1.AnnotationFingerprint)]
		return now != "" && now != key.Fingerprint
	})
}
