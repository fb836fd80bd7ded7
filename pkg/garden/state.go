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

// Follower reports changes of projects.
type Follower interface {
	// Follow calls changed until the context ends, with the namespace of each changed project, or with metav1.NamespaceAll
	// if all projects may have changed.
	Follow(ctx context.Context, changed func(namespace string)) error
}

// StateWatcher provides the states of projects, and reports changes.
type StateWatcher interface {
	Follower
	// State returns the state of a project, and whether it is known. Callers must not change the state.
	State(ctx context.Context, namespace string) (State, bool, error)
}

// State is the configuration of a project, its rollout, and the metadata of its deploy keys.
type State struct {
	// ConfigMap is ConfigMap flux-config; nil if it does not exist.
	ConfigMap *document.ConfigMap
	// ConfigAnnotations are the extension's annotations of ConfigMap flux-config.
	ConfigAnnotations map[string]string
	// Configured is the rollout in ConfigMap flux-config with defaults applied; nil without a valid rollout.
	// The caches decode it once for each version of the ConfigMap. It must not be changed.
	Configured *fluxv1alpha1.Rollout
	// Rollout is the content of ConfigMap flux-rollout; nil if it is missing or damaged, or if the project has no rollout.
	Rollout *rollout.State
	// KeyVersion is the resourceVersion of Secret flux-source; empty if it does not exist, or until Secrets are listed.
	KeyVersion string
	// KeyAnnotations are the annotations of Secret flux-source. They describe the key and are not confidential.
	KeyAnnotations map[string]string
	// KeyCreated is the creation time of Secret flux-source.
	KeyCreated time.Time
	// SourceKeys is the metadata of Secret flux-source-keys.
	SourceKeys KeySecret
}

// KeySecret is the metadata of a Secret with deploy keys.
type KeySecret struct {
	// Version is the resourceVersion of the Secret; empty if the Secret does not exist, or until it is read.
	Version string
	// Annotations are the annotations of the Secret. They describe the keys and are not confidential.
	Annotations map[string]string
	// Created is the creation time of the Secret.
	Created time.Time
}

func keySecretOf(keys *metav1.PartialObjectMetadata) KeySecret {
	return KeySecret{Version: keys.ResourceVersion, Annotations: keys.Annotations, Created: keys.CreationTimestamp.Time}
}

// setKey sets the metadata of Secret flux-source.
func (s *State) setKey(key KeySecret) {
	s.KeyVersion, s.KeyAnnotations, s.KeyCreated = key.Version, key.Annotations, key.Created
}

// OfSource returns a copy of the state that contains the deploy key of an additional source instead of the project's
// deploy key.
func (s State) OfSource(name string) State {
	s.setKey(KeySecret{Version: s.SourceKeys.Version, Annotations: deploykey.SourceAnnotations(s.SourceKeys.Annotations, name), Created: s.SourceKeys.Created})
	return s
}

// KeySince returns the time when the key was generated. For a user's key, it returns the creation time of the Secret.
func (s State) KeySince() time.Time {
	if generated, err := time.Parse(time.RFC3339, s.KeyAnnotations[fluxv1alpha1.AnnotationGeneratedAt]); err == nil {
		return generated
	}
	return s.KeyCreated
}
