// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"slices"
	"time"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// Reasons of condition FluxBaselineReady while the present baseline of the operator cannot be delivered, beside
// fluxv1alpha1.ReasonBaselineInvalid.
const (
	ReasonBaselineMissing       = "NotConfigured"
	ReasonBaselineNoCredentials = "CredentialsMissing"
)

// IsBaselineUndelivered returns whether condition FluxBaselineReady says why the present baseline is not delivered. The
// state of the last one in the shoot must not replace it.
func IsBaselineUndelivered(conditions []gardencorev1beta1.Condition) bool {
	condition := v1beta1helper.GetCondition(conditions, fluxv1alpha1.ConditionBaselineReady)
	return condition != nil && slices.Contains([]string{fluxv1alpha1.ReasonBaselineInvalid, ReasonBaselineMissing, ReasonBaselineNoCredentials}, condition.Reason)
}

// JudgeBaseline returns condition FluxBaselineReady: the first of ManagedResource, source and Kustomization of the
// operator's baseline that is not ready, or its Kustomization. The fix is for the operator, so that no message refers
// to the configuration of a project.
func JudgeBaseline(o Observation) Verdict {
	verdict := judgeDelivery(o)
	if verdict.Type = fluxv1alpha1.ConditionBaselineReady; verdict.Status != gardencorev1beta1.ConditionTrue {
		return verdict
	}
	verdict = Verdict{Type: fluxv1alpha1.ConditionBaselineReady}
	source, root := o.Shoot.Source, o.Shoot.Kustomization
	sourceName, rootName := o.Sync.SourceKind+" "+o.Sync.Source.String(), "Kustomization "+o.Sync.Root.String()
	switch {
	case o.ShootError != nil:
		return unreachable(verdict, o)
	case source == nil:
		return absent(verdict, sourceName, false)
	}
	const fix = "Correct baseline in the operator's configuration, or the content of its source"
	always := func(fluxv1alpha1.Cause, string) string { return fix }
	sourceVerdict := judgeReady(verdict, reported{
		name: sourceName, generation: source.Generation, observedGeneration: source.ObservedGeneration, conditions: source.Conditions, patience: source.Timeout,
		suspended: suspendedBaseline(source.Suspended, o.Sync.SourceSuspension), cause: SourceCause, fix: always, hangs: func(time.Time) string { return fix },
	})
	if sourceVerdict.Status != gardencorev1beta1.ConditionTrue {
		return sourceVerdict
	}
	if root == nil {
		return absent(verdict, rootName, false)
	}
	rootVerdict := judgeReady(verdict, reported{
		name: rootName, generation: root.Generation, observedGeneration: root.Status.ObservedGeneration, conditions: root.Status.Conditions, patience: root.GetTimeout(),
		revision: root.Status.LastAttemptedRevision, suspended: suspendedBaseline(root.Spec.Suspend, o.Sync.RootSuspension), behind: lagOf(o), cause: KustomizationCause, fix: always,
	})
	if rootVerdict.Status == gardencorev1beta1.ConditionTrue && source.Suspended {
		return sourceVerdict
	}
	return rootVerdict
}

// IsBaselineHeld returns whether the source or the Kustomization of the operator's baseline is suspended in the shoot,
// but not in the operator's configuration.
func IsBaselineHeld(o Observation) bool {
	if o.Sync == nil || o.ShootError != nil {
		return false
	}
	source, root := o.Shoot.Source, o.Shoot.Kustomization
	return source != nil && source.Suspended && !o.Sync.SourceSuspension.Suspended || root != nil && root.Spec.Suspend && !o.Sync.RootSuspension.Suspended
}

func suspendedBaseline(suspended bool, configured resolved.Suspension) string {
	switch {
	case !suspended:
		return ""
	case configured.Suspended:
		return "is suspended by baseline in the operator's configuration"
	}
	return "is suspended in the shoot, and gardener-resource-manager is to resume it"
}
