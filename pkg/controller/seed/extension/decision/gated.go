// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"errors"
	"fmt"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Gated is what the gate of the project's rollout has decided for the shoot; all of it is empty without a rollout.
type Gated struct {
	// Keeps is why the shoot keeps what it has, and Message says so to users; empty if it does not.
	Keeps, Message string
	// Commit is what the source is pinned to; empty if it is followed.
	Commit string
	// Staying says why Flux itself stays as it is; empty if it does not.
	Staying string
	// Note says which revision the shoot may not have yet; empty if there is none.
	Note string
}

// longestDamage is the length of what is repeated of why ConfigMap flux-rollout is damaged.
const longestDamage = 200

// GatedBy puts the decision into words.
func GatedBy(namespace string, passage rollout.Passage, read garden.Rollout) Gated {
	configMap := fmt.Sprintf("ConfigMap %s/%s", namespace, fluxv1alpha1.RolloutConfigMapName)
	switch {
	case passage.Keeps == rollout.ReasonHeld:
		return Gated{Keeps: passage.Keeps, Message: fmt.Sprintf(
			"waits for the extension on this seed to be updated: revision %s of %s needs Flux %s. What was delivered to the shoot before stays as it is", passage.Revision, fluxv1alpha1.ConfigMapName, passage.Content.FluxVersion)}
	case passage.Keeps != "":
		problem := errors.New(configMap + " is missing")
		switch {
		case read.Damaged != nil:
			problem = read.Damaged
		case read.State != nil:
			problem = fmt.Errorf("%s has no content of revision %s", configMap, passage.Revision)
		}
		return Gated{Keeps: passage.Keeps, Message: fmt.Sprintf("%s, so that it is not known which revision of %s this shoot is to have. The garden controller of this extension writes it. "+
			"What was delivered to the shoot before stays as it is. If this lasts, an operator of Gardener has to check the garden controller; to do without a rollout, remove project.rollout from %s",
			text.Cut(problem.Error(), longestDamage), fluxv1alpha1.ConfigMapName, fluxv1alpha1.ConfigMapName)}
	}
	g := Gated{Commit: passage.Commit}
	if passage.Stays {
		g.Staying = fmt.Sprintf("revision %s of %s needs Flux %s, which the extension on this seed does not have any more", passage.Revision, fluxv1alpha1.ConfigMapName, passage.Content.FluxVersion)
	}
	switch {
	case passage.RolledBack:
		g.Note = fmt.Sprintf("Revision %s of %s is rolled back", passage.Held, fluxv1alpha1.ConfigMapName)
	case passage.Held != "":
		g.Note = fmt.Sprintf("Revision %s of %s is held until ring %s begins with it", passage.Held, fluxv1alpha1.ConfigMapName, passage.Ring)
	}
	return g
}

// withNote adds to a message which revision the shoot may not have yet.
func (g Gated) withNote(message string) string {
	if g.Note == "" {
		return message
	}
	return message + ". " + g.Note
}
