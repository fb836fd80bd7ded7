// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package decision

import (
	"fmt"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// FluxUse describes who needs the Flux in the shoot. Unknown is the reason why the shoot cannot be inspected; empty if
// it was inspected.
type FluxUse struct {
	toolkit.Use
	Unknown string
}

// FluxRemoval is the result of an attempt to remove Flux. Waits describes the obstacle; it is empty after the removal
// is complete.
type FluxRemoval struct{ Waits string }

// onlyForBaseline returns whether the operator's baseline is the only reason for Flux in the Shoot. A project that has
// any configuration, which its rollout may not permit yet, is another reason.
func (d *Decider) onlyForBaseline(f Facts) bool {
	return f.Documents.Present == "" && f.Documents.Permit.Unchanged == "" && d.Resolver.InstallsOnlyForBaseline(f.Documents.ConfigMap, f.Seed.Shoot)
}

// fluxRemoved removes Flux from a Shoot without configuration after the operator's baseline was removed, if the
// operator wants this and Flux came only for the baseline. Flux stays if anybody else may need it. The removal is
// recorded before it begins. Until it is complete, each reconciliation repeats the decision: if it is different, Flux
// is delivered again.
func (d *Decider) fluxRemoved(f Facts, t *Target) *Refusal {
	t.OnlyForBaseline = d.onlyForBaseline(f)
	previous := f.Seed.Previous
	if !previous.Flux || !t.OnlyForBaseline {
		return nil
	}
	switch removes, known := d.Resolver.RemovesFlux(f.Seed.Shoot); {
	case !known && previous.RemovingFlux:
		return removing("the operator's rollout to release a baseline for this seed")
	case !removes:
		return nil
	}
	if t.FluxStays = whyFluxStays(previous); t.FluxStays != "" {
		return nil
	}
	use := f.Shoot.FluxUse
	switch {
	case previous.Baseline.IsDelivered():
		t.removeFlux("the baseline to be removed")
	case f.Seed.Hibernated:
		return removing("the shoot to wake up from hibernation")
	case use == nil:
		return needs(Need{FluxUse: true})
	case use.Unknown != "" && previous.RemovingFlux:
		return removing("a check that nobody else needs Flux: " + use.Unknown)
	case use.Unknown != "":
		t.removeFlux("a check that nobody else needs Flux: " + use.Unknown)
	case use.Taken != "":
		t.FluxStays = fmt.Sprintf("another client manages it: %s", use.Taken)
	case use.Objects != "":
		t.FluxStays = fmt.Sprintf("the shoot has objects of Flux: %s. After they are deleted, the next reconciliation of the Shoot removes Flux; to keep it, create %s or a providerConfig, with at least an empty FluxConfig",
			use.Objects, f.configMapName())
	case use.Leaving != "":
		t.removeFlux("Flux to finish the deletion of " + use.Leaving)
	case !previous.RemovingFlux:
		t.removeFlux("the next step")
	case f.FluxRemoval == nil:
		return &Refusal{RemovesFlux: true}
	case f.FluxRemoval.Waits != "":
		return removing(f.FluxRemoval.Waits)
	default:
		refusal := notConfigured(f)
		refusal.FluxRemoved = true
		return refusal
	}
	return nil
}

// whyFluxStays returns the recorded reason to keep Flux. It is empty if Flux may be removed.
func whyFluxStays(previous extensionstatus.State) string {
	switch {
	case !previous.ForBaseline:
		return "the extension has no record that it came only for the baseline: it was in the shoot before, had a configuration, or was installed by an earlier version of the extension. To remove it, remove the extension from the Shoot"
	case previous.Bootstrapped || previous.Bootstrapping != "":
		return "with mode BootstrapOnce it belongs to the shoot. To remove it, remove the extension from the Shoot"
	case previous.Sync:
		return "it applies the source of the operator's defaults. To remove it, remove the extension from the Shoot"
	}
	return ""
}

// removeFlux records the removal of Flux, and delivers Flux unchanged until it can begin.
func (t *Target) removeFlux(waits string) {
	t.RemovingFlux, t.RemovalWaits = true, waits
}

// removalNote describes in condition FluxConfigured whether Flux stays after the removal of the baseline. It is empty
// if the operator does not remove Flux.
func (t *Target) removalNote() string {
	switch {
	case t.FluxStays != "":
		return ". The operator removes Flux that came only for the baseline, but here it stays, because " + t.FluxStays
	case t.RemovingFlux:
		return ". Flux came only for the operator's baseline, and is going to be removed: waiting for " + t.RemovalWaits
	}
	return ""
}

// removing leaves a shoot unchanged whose Flux is being removed.
func removing(waits string) *Refusal {
	refusal := leaves(gardencorev1beta1.ConditionTrue, fluxv1alpha1.ReasonRemovingFlux,
		"nothing is configured, and Flux, which came only for the operator's baseline, is removed with it; condition FluxInstalled shows the progress")
	refusal.Installed = &health.Verdict{
		Type: fluxv1alpha1.ConditionInstalled, Status: gardencorev1beta1.ConditionProgressing, Reason: "Removing",
		Message: "removing Flux, which came only for the operator's baseline: waiting for " + waits,
	}
	return refusal
}
