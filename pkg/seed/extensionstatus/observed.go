// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus

import (
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
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
	return ObservedProject{Config: project.Checksum(), Immediate: project.Propagation() == fluxv1alpha1.PropagationImmediate}
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
