// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"slices"

	"github.com/fluxcd/pkg/apis/meta"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Observed returns what the providerStatus contains of the shoot, after the verdicts on it.
func Observed(o Observation, verdicts []Verdict) *fluxv1alpha1.ObservedShoot {
	observed := &fluxv1alpha1.ObservedShoot{}
	if o.Sync == nil {
		return observed
	}
	for _, verdict := range verdicts {
		if verdict.Status == gardencorev1beta1.ConditionTrue {
			continue
		}
		switch verdict.Type {
		case fluxv1alpha1.ConditionSourceReady:
			observed.SourceCause = verdict.Cause
		case fluxv1alpha1.ConditionKustomizationReady:
			observed.KustomizationCause = verdict.Cause
		}
	}
	if root := o.Shoot.Kustomization; root != nil {
		observed.AppliedRevision, observed.AttemptedRevision = root.Status.LastAppliedRevision, root.Status.LastAttemptedRevision
		// Flux writes the conditions before the rest of the status (fluxcd/pkg: runtime/patch), so that one may be seen without the other.
		if observed.AppliedRevision == "" && succeeded(verdicts) {
			observed.AppliedRevision = observed.AttemptedRevision
		}
	}
	if o.Sync.DeployKey {
		if observed.DeployKeyFingerprint = FingerprintOf(o.Shoot.PublicKey); observed.DeployKeyFingerprint == "" {
			observed.DeployKeyFingerprint = fluxv1alpha1.DeployKeyUnknown
		}
	}
	return observed
}

// succeeded reports whether the root Kustomization has applied what it tried last, according to its condition.
func succeeded(verdicts []Verdict) bool {
	return slices.ContainsFunc(verdicts, func(v Verdict) bool {
		return v.Type == fluxv1alpha1.ConditionKustomizationReady && v.Status == gardencorev1beta1.ConditionTrue && v.Reason == meta.ReconciliationSucceededReason
	})
}
