// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// StateWatcher provides the states of projects, and notifies of changes.
type StateWatcher interface {
	// Follow calls changed with the namespace of a project, or with metav1.NamespaceAll, until the context ends.
	Follow(ctx context.Context, changed func(namespace string)) error
	// State returns the state of a project, which must not be changed, and whether it is known.
	State(ctx context.Context, namespace string) (State, bool, error)
}

// State is the configuration of a project, its rollout, and the metadata of its deploy keys.
type State struct {
	// ConfigMap is ConfigMap flux-config; nil if it does not exist.
	ConfigMap *document.ConfigMap
	// ConfigAnnotations are the extension's annotations of the ConfigMap. Only a Watcher provides them.
	ConfigAnnotations map[string]string
	// Rollout is the content of ConfigMap flux-rollout; nil if it is missing or damaged, or if the project has no rollout.
	Rollout *rollout.State
	// KeyVersion is the resourceVersion of Secret flux-source; empty if it does not exist, or until Secrets are listed.
	KeyVersion string
	// KeyAnnotations are the annotations of that Secret, which describe the key and are not confidential.
	KeyAnnotations map[string]string
	// KeyCreated is when that Secret was created.
	KeyCreated time.Time
	// SourceKeys is the metadata of Secret flux-source-keys.
	SourceKeys KeySecret
}

// KeySecret is the metadata of the Secret with the deploy keys of additional sources.
type KeySecret struct {
	// Version is its resourceVersion; empty if it does not exist, or until it is read.
	Version string
	// Annotations are its annotations, which describe the keys and are not confidential.
	Annotations map[string]string
	// Created is when it was created.
	Created time.Time
}

func keySecretOf(keys *metav1.PartialObjectMetadata) KeySecret {
	return KeySecret{Version: keys.ResourceVersion, Annotations: keys.Annotations, Created: keys.CreationTimestamp.Time}
}

// setKey sets the metadata of Secret flux-source.
func (s *State) setKey(key KeySecret) {
	s.KeyVersion, s.KeyAnnotations, s.KeyCreated = key.Version, key.Annotations, key.Created
}

// OfSource returns the state with the deploy key of an additional source in place of the project's.
func (s State) OfSource(name string) State {
	s.setKey(KeySecret{Version: s.SourceKeys.Version, Annotations: deploykey.SourceAnnotations(s.SourceKeys.Annotations, name), Created: s.SourceKeys.Created})
	return s
}

// KeySince returns when the key was generated or, for a user's key, when its Secret was created.
func (s State) KeySince() time.Time {
	if generated, err := time.Parse(time.RFC3339, s.KeyAnnotations[fluxv1alpha1.AnnotationGeneratedAt]); err == nil {
		return generated
	}
	return s.KeyCreated
}
