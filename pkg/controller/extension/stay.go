// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"fmt"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
)

// resolveAnyVersion resolves the configuration. If only the version stands against it, because the extension carries it no more, or not
// on this seed, a shoot that has Flux already gets all the rest: neither a rotated key nor anything else of the configuration has to wait
// for that. It resolves with the version that was delivered then, or with the newest, and notes what was refused.
func (a *Actuator) resolveAnyVersion(project *configuration.ConfigMap, shoot *configuration.Shoot, f *facts) (*configuration.Effective, configuration.Mistakes) {
	f.refused = nil
	effective, mistakes := a.Resolver.Resolve(project, shoot)
	if len(mistakes) == 0 || !f.delivered.Flux {
		return effective, mistakes
	}
	for _, version := range []string{f.delivered.Version, ""} {
		resolver, err := a.Resolver.ForFluxVersion(version)
		if err != nil {
			continue
		}
		if effective, others := resolver.Resolve(project, shoot); len(others) == 0 {
			f.refused = mistakes
			return effective, nil
		}
	}
	return nil, mistakes
}

// stay leaves Flux itself as it is. Everything else of the configuration is delivered, as it holds with the version that is there.
func (f *facts) stay() {
	f.onlyConfig = true
	if f.pendingUpgrade != nil && f.pendingUpgrade.older != nil {
		f.effective = f.pendingUpgrade.older
	}
	if f.delivered.Bootstrapped {
		f.phase, f.delivered = phaseBootstrapped, f.noted
	}
}

// stayIfRefused has a version that was refused when the configuration was resolved count only where Flux itself is delivered.
func (f *facts) stayIfRefused() {
	switch {
	case f.phase == phaseReleasing || f.phase == phaseBootstrapped:
		f.refused = nil
	case f.refused != nil:
		f.stay()
	}
}

// isRefused tells whether the version was refused already.
func (f *facts) isRefused() bool { return f.refused != nil }

// refuse notes that the version must not be delivered. A shoot that has nothing from the extension gets nothing then.
func (f *facts) refuse(mistakes field.ErrorList) {
	located := f.effective.Locate(mistakes)
	if !f.delivered.Flux {
		f.mistake = located
		return
	}
	f.refused = located
	f.stay()
}

// holdBack has the version hold that was delivered before. If with that anything of Flux itself would change as well, which is not known
// to be possible, Flux itself stays as it is.
func (f *facts) holdBack() {
	if !f.delivered.Flux {
		f.refuse(field.ErrorList{field.Invalid(field.NewPath("flux", "version"), f.pendingUpgrade.to, strings.TrimPrefix(f.pendingUpgrade.held, "flux.version: "))})
		return
	}
	f.pendingUpgrade.remaining = nil
	if f.pendingUpgrade.older == nil {
		f.stay()
		return
	}
	f.effective = f.pendingUpgrade.older
	if f.changesVersion() {
		f.stay()
	}
}

// decideStay says that Flux stays as it is, why, and what of the configuration is delivered nevertheless.
func decideStay(f facts, d decision) decision {
	reason, until := "", "Until then "
	switch {
	case f.refused != nil:
		reason, until = f.refused.Error(), "Until that is corrected, "
		d.verdict.Status, d.verdict.Reason = gardencorev1beta1.ConditionFalse, "InvalidConfiguration"
		d.mistakes = mistakeKinds(f.refused)
	case f.pendingUpgrade == nil:
		return d
	case f.pendingUpgrade.failed != nil:
		reason, until = f.pendingUpgrade.failed.Error(), "It is tried again by itself. Until it succeeds, "
		d.verdict.Status, d.verdict.Reason = gardencorev1beta1.ConditionProgressing, fluxv1alpha1.ReasonMigrating
	case f.pendingUpgrade.held != "":
		reason = f.pendingUpgrade.held
		d.verdict.Status, d.verdict.Reason = gardencorev1beta1.ConditionFalse, "UpgradeHeldBack"
	default:
		return d
	}
	d.onlyConfig = f.onlyConfig
	d.verdict.Message = fmt.Sprintf("%s. %s%s: %s", reason, until, whatStays(f), d.verdict.Message)
	return d
}

func whatStays(f facts) string {
	switch {
	case !f.onlyConfig:
		return "everything else is delivered with " + f.effective.Version
	case f.delivered.Bootstrapped:
		return "Flux, source and root Kustomization stay as they are"
	case !f.managesFlux:
		return "Flux itself stays as it is in the shoot and is not managed, because nothing of it was delivered from this seed; everything else is delivered"
	}
	return "Flux itself stays as it is, and everything else is delivered"
}
