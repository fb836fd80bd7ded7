// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"errors"
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const unchanged = "Everything in the shoot stays unchanged, unless the extension is removed from the Shoot"

// deletion stops the delivery to a shoot that is being deleted. Otherwise, Flux would apply objects while Gardener
// cleans up the shoot. Gardener would wait for these objects, or leave their infrastructure behind.
func deletion(f Facts, _ *Target) *Refusal {
	if !f.Seed.ShootDeleted {
		return nil
	}
	return leaves(gardencorev1beta1.ConditionProgressing, "ShootDeletion", "the shoot is being deleted, so nothing is delivered")
}

// documented needs the documents.
func documented(f Facts, _ *Target) *Refusal {
	if f.Documents == nil {
		return needs(Need{Documents: true})
	}
	return nil
}

// workers stops the delivery to a Shoot without worker pools: Flux would have no node, and the API server of such a
// Shoot does not serve apps/v1. Gardener refuses such a Shoot unless the registration of the extension claims to
// support it.
func workers(f Facts, _ *Target) *Refusal {
	if !f.Seed.Workerless {
		return nil
	}
	return leaves(gardencorev1beta1.ConditionFalse, "NoWorkers",
		"the Shoot has no workers, and Flux's controllers need nodes, so nothing is delivered; disable the extension for this Shoot, or use a Shoot with workers")
}

// missingDocument reports a missing document if an earlier delivery used it. The other document alone would result in a
// different configuration, so users must confirm the change.
func missingDocument(f Facts, _ *Target) *Refusal {
	var message string
	kind := document.ErrorKindShootMissing
	switch previous := f.Seed.Previous; {
	case previous.Project && f.Documents.ConfigMap.IsEmpty():
		kind = document.ErrorKindProjectMissing
		message = fmt.Sprintf("%s is missing or empty, but this shoot was configured from it. %s; to continue, create it again, with at least an empty FluxConfig in key %s",
			f.configMapName(), unchanged, fluxv1alpha1.KeyConfig)
	case previous.Shoot && f.Seed.Shoot.ProviderConfig == nil:
		message = fmt.Sprintf("the Shoot's providerConfig was removed, but this shoot was configured from it. %s; to use the project's configuration alone, set a providerConfig with only apiVersion and kind of a FluxConfig", unchanged)
	default:
		return nil
	}
	refusal := leaves(gardencorev1beta1.ConditionFalse, "ConfigurationMissing", message)
	refusal.Error = kind
	return refusal
}

// unconfigured delivers nothing to a Shoot without configuration if the operator wants this and nothing was delivered
// before.
func (d *Decider) unconfigured(f Facts, _ *Target) *Refusal {
	if f.Seed.Previous.Flux || !d.Resolver.InstallsNothing(f.Documents.ConfigMap, f.Seed.Shoot) {
		return nil
	}
	return notConfigured(f)
}

func notConfigured(f Facts) *Refusal {
	return leaves(gardencorev1beta1.ConditionTrue, fluxv1alpha1.ReasonNotConfigured, fmt.Sprintf(
		"nothing is installed, because neither %s nor the Shoot's providerConfig exists; to install Flux, create one of them, with at least an empty FluxConfig", f.configMapName()))
}

// rolledOut leaves the shoot unchanged if the permit of the project's rollout requires this.
func rolledOut(f Facts, _ *Target) *Refusal {
	if permit := f.Documents.Permit; permit.Unchanged != "" {
		return leaves(gardencorev1beta1.ConditionProgressing, permit.Unchanged, permit.Message)
	}
	return nil
}

// missingSource reports a configuration without a source if Flux reconciles the shoot from a source.
func missingSource(f Facts, t *Target) *Refusal {
	if !t.Base.Sync || t.Effective.Source != nil || t.Phase == PhaseBootstrapped {
		return nil
	}
	refusal := leaves(gardencorev1beta1.ConditionFalse, "ConfigurationMissing", fmt.Sprintf(
		"neither %s nor the Shoot's providerConfig configures a source any more, but Flux still reconciles this shoot from the previous one. %s; configure the source again to continue", f.configMapName(), unchanged))
	refusal.Error = document.ErrorKindSourceMissing
	return refusal
}

// Permit is the permit of the project's rollout for the shoot. It is empty if the project has no rollout.
type Permit struct {
	// Unchanged is the condition reason if the whole delivery stays unchanged, and Message is the condition message. Both
	// are empty otherwise.
	Unchanged, Message string
	// Commit is the commit or digest that the source is pinned to; empty if the source follows its branch.
	Commit string
	// FluxUnchanged is the reason why Flux itself stays unchanged; empty if it may change.
	FluxUnchanged string
	// Note names the revision that the shoot does not get yet; empty if it gets the newest one.
	Note string
}

// longestDamage limits the length of the quoted error of a damaged ConfigMap flux-rollout.
const longestDamage = 200

// PermitOf returns the permit with messages for users.
func PermitOf(namespace string, permit rollout.Permit, read garden.Rollout) Permit {
	configMap := fmt.Sprintf("ConfigMap %s/%s", namespace, fluxv1alpha1.RolloutConfigMapName)
	switch {
	case permit.Keeps == rollout.ReasonHeld:
		return Permit{Unchanged: permit.Keeps, Message: fmt.Sprintf(
			"waiting for an update of the extension on this seed: revision %s of %s needs Flux %s. The last delivery to the shoot stays unchanged", permit.Revision, fluxv1alpha1.ConfigMapName, permit.Content.FluxVersion)}
	case permit.Keeps != "":
		problem := errors.New(configMap + " is missing")
		switch {
		case read.Damaged != nil:
			problem = read.Damaged
		case read.State != nil && permit.Revision == "":
			problem = fmt.Errorf("%s has no revision for ring %s yet", configMap, permit.Ring)
		case read.State != nil:
			problem = fmt.Errorf("%s does not contain revision %s", configMap, permit.Revision)
		}
		return Permit{Unchanged: permit.Keeps, Message: fmt.Sprintf("%s, so the revision of %s for this shoot is unknown. The garden controller of this extension writes that ConfigMap. "+
			"The last delivery to the shoot stays unchanged. If this persists, an operator of Gardener has to check the garden controller; to end the rollout, remove project.rollout from %s",
			text.Cut(problem.Error(), longestDamage), fluxv1alpha1.ConfigMapName, fluxv1alpha1.ConfigMapName)}
	}
	p := Permit{Commit: permit.Commit}
	if permit.Stays {
		p.FluxUnchanged = fmt.Sprintf("revision %s of %s needs Flux %s, which the extension on this seed no longer carries", permit.Revision, fluxv1alpha1.ConfigMapName, permit.Content.FluxVersion)
	}
	switch {
	case permit.RolledBack:
		p.Note = fmt.Sprintf("Revision %s of %s is rolled back", permit.Held, fluxv1alpha1.ConfigMapName)
	case permit.Held != "":
		p.Note = fmt.Sprintf("Revision %s of %s is held until ring %s begins with it", permit.Held, fluxv1alpha1.ConfigMapName, permit.Ring)
	}
	return p
}
