// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"errors"
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const unchanged = "Everything in the shoot stays as it is, unless the extension is removed from the Shoot"

// deletion delivers nothing to a shoot that is being deleted: Gardener's cleanup waits for objects that Flux
// applies meanwhile, or leaves them in the infrastructure.
func deletion(f Facts, _ *Target) *Refusal {
	if !f.Seed.ShootDeleted {
		return nil
	}
	return leaves(gardencorev1beta1.ConditionProgressing, "ShootDeletion", "the shoot is being deleted. Nothing is delivered to it any more")
}

func documents(f Facts, _ *Target) *Refusal {
	if f.Documents == nil {
		return needs(Need{Documents: true})
	}
	return nil
}

// missingDocument reports a document that is gone although something was delivered from it. The rest would be
// another configuration, or none that can be read without it: to let it apply is an explicit act.
func missingDocument(f Facts, _ *Target) *Refusal {
	var message string
	kind := metrics.ConfigurationErrorShootMissing
	switch previous := f.Seed.Previous; {
	case previous.Project && !f.Documents.Project:
		kind = metrics.ConfigurationErrorProjectMissing
		message = fmt.Sprintf("%s is gone or empty, but what is in this shoot was made from it. %s; write it again to go on, if need be with nothing but an empty FluxConfig in key %s",
			f.configMapName(), unchanged, fluxv1alpha1.KeyConfig)
	case previous.Shoot && !f.Documents.ProviderConfig:
		message = fmt.Sprintf("the Shoot's providerConfig was removed, but what is in this shoot was made from it. %s; to let the project's configuration apply, set a providerConfig with nothing but apiVersion and kind of a FluxConfig", unchanged)
	default:
		return nil
	}
	refusal := leaves(gardencorev1beta1.ConditionFalse, "ConfigurationMissing", message)
	refusal.Error = kind
	return refusal
}

// rolledOut leaves the shoot as it is if the project's rollout has nothing for it that this seed can deliver.
func rolledOut(f Facts, _ *Target) *Refusal {
	if gated := f.Documents.Gated; gated.Keeps != "" {
		return leaves(gardencorev1beta1.ConditionProgressing, gated.Keeps, gated.Message)
	}
	return nil
}

// missingSource reports a source that is named no longer although Flux reconciles the shoot from it.
func missingSource(f Facts, t *Target) *Refusal {
	if !t.Base.Sync || t.Effective.Source != nil || t.Phase == PhaseBootstrapped {
		return nil
	}
	refusal := leaves(gardencorev1beta1.ConditionFalse, "ConfigurationMissing", fmt.Sprintf(
		"neither %s nor the Shoot's providerConfig names a source any more, but Flux reconciles this shoot from one that was configured before. %s; name the source again to go on", f.configMapName(), unchanged))
	refusal.Error = metrics.ConfigurationErrorSourceMissing
	return refusal
}

// Gated is the decision of the project's rollout on the shoot. It is empty without a rollout.
type Gated struct {
	// Keeps is the reason why the shoot stays unchanged, and Message says so to users; empty if it does not.
	Keeps, Message string
	// Commit pins the source; empty if its branch is followed.
	Commit string
	// Staying says why Flux itself stays as it is; empty if it does not.
	Staying string
	// Note names a revision that the shoot may not have yet; empty without one.
	Note string
}

// longestDamage bounds the quoted reason why ConfigMap flux-rollout is damaged.
const longestDamage = 200

// GatedBy puts the decision into words.
func GatedBy(namespace string, passage rollout.Permit, read garden.Rollout) Gated {
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
