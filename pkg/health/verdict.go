// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/fluxcd/pkg/apis/meta"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Observation is what was observed of one shoot. Nothing in it is a private key.
type Observation struct {
	// ManagedResources are those of the extension that exist in the seed, in the order of delivery.
	ManagedResources []*resourcesv1alpha1.ManagedResource
	// ShootDying is true if the shoot is being deleted.
	ShootDying bool
	// LeftAlone is true if Flux, the source and the root Kustomization are not managed any more: they were installed once.
	LeftAlone bool
	// Controllers are those of Flux that are not available, as far as the shoot could be asked.
	Controllers []observe.Controller
	// Sync names the source and the root Kustomization that were delivered; nil if none were.
	Sync *observe.Sync
	// Shoot is what was observed in the shoot; nothing is known of the shoot if ShootError is set.
	Shoot observe.Shoot
	// ShootError is why the shoot could not be read; nil if it was.
	ShootError error
	// UnreachableSince is since when it could not be read.
	UnreachableSince time.Time
}

// Verdict is one condition of the Extension.
type Verdict struct {
	// Type is the type of the condition.
	Type gardencorev1beta1.ConditionType
	// Status is its status.
	Status gardencorev1beta1.ConditionStatus
	// Reason is one word in CamelCase.
	Reason string
	// Message is what was found and, where it is known, what to do.
	Message string
	// Code is Gardener's code of the error; empty if it has none.
	Code gardencorev1beta1.ErrorCode
	// Cause is why the status is not True, as far as it is known.
	Cause fluxv1alpha1.Cause

	attempt attempt
}

// Types are the conditions that Judge gives; one that it does not give for an observation does not apply.
func Types() []gardencorev1beta1.ConditionType {
	return []gardencorev1beta1.ConditionType{
		fluxv1alpha1.ConditionInstalled,
		fluxv1alpha1.ConditionSourceReady,
		fluxv1alpha1.ConditionKustomizationReady,
	}
}

// Judge comes to a verdict on the observation.
func Judge(o Observation) []Verdict {
	if len(o.ManagedResources) == 0 {
		return nil
	}
	verdicts := []Verdict{judgeInstalled(o)}
	if o.Sync != nil {
		verdicts = append(verdicts, judgeSource(o), judgeKustomization(o))
	}
	return verdicts
}

func judgeSource(o Observation) Verdict {
	verdict := Verdict{Type: fluxv1alpha1.ConditionSourceReady}
	if unreachable(o, &verdict) {
		return verdict
	}
	source := o.Shoot.Source
	name := o.Sync.SourceKind + " " + o.Sync.Source.String()
	if source == nil {
		return absent(verdict, name, o.LeftAlone)
	}
	return judgeReady(verdict, reported{
		name: name, generation: source.Generation, observedGeneration: source.ObservedGeneration, conditions: source.Conditions, patience: source.Timeout,
		suspended: suspension(source.Suspended, o.LeftAlone, o.Sync.SourceSuspension),
		cause:     SourceCause,
		fix: func(cause fluxv1alpha1.Cause, message string) string {
			return SourceFix(cause, message, o)
		},
		hangs: func(since time.Time) string { return HangingFix(since, source) },
	})
}

func judgeKustomization(o Observation) Verdict {
	verdict := Verdict{Type: fluxv1alpha1.ConditionKustomizationReady}
	if unreachable(o, &verdict) {
		return verdict
	}
	root := o.Shoot.Kustomization
	name := "Kustomization " + o.Sync.Root.String()
	if root == nil {
		return absent(verdict, name, o.LeftAlone)
	}
	verdict = judgeReady(verdict, reported{
		name: name, generation: root.Generation, observedGeneration: root.Status.ObservedGeneration, conditions: root.Status.Conditions, patience: root.GetTimeout(),
		revision:  root.Status.LastAttemptedRevision,
		suspended: suspension(root.Spec.Suspend, o.LeftAlone, o.Sync.RootSuspension),
		behind:    lagOf(o),
		cause:     KustomizationCause,
		fix: func(cause fluxv1alpha1.Cause, message string) string {
			return cmp.Or(ComponentFix(cause, message, o), KustomizationFix(cause, message, o))
		},
	})
	if note := ComponentsInSource(o); note != "" && verdict.Status == gardencorev1beta1.ConditionTrue {
		verdict.Message = strings.TrimRight(verdict.Message, ".") + ". " + note
	}
	return verdict
}

func unreachable(o Observation, verdict *Verdict) bool {
	if o.ShootError == nil {
		return false
	}
	verdict.Status, verdict.Reason = gardencorev1beta1.ConditionUnknown, reasonUnreachable
	verdict.Message = "failed to read from the shoot's API server: " + text.Cut(text.OneLine(text.Normalize(text.Cut(o.ShootError.Error(), text.LongestReported))), text.LongestMessage)
	verdict.attempt = attempt{passing: passingSilence, since: o.UnreachableSince}
	return true
}

func absent(verdict Verdict, name string, leftAlone bool) Verdict {
	if leftAlone {
		verdict.Status, verdict.Reason = gardencorev1beta1.ConditionTrue, reasonLeftAlone
		verdict.Message = name + " does not exist in the shoot any more. It is not managed since its bootstrap: if it was replaced by another object in the shoot, that one is not reported"
		return verdict
	}
	verdict.Status, verdict.Reason = gardencorev1beta1.ConditionProgressing, reasonNotApplied
	verdict.Message = name + " is not in the shoot yet"
	return verdict
}

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
