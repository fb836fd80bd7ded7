// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"cmp"
	"fmt"
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

// Observation describes one shoot. It contains no private key.
type Observation struct {
	// ManagedResources are the extension's ManagedResources in the seed, in order of delivery.
	ManagedResources []*resourcesv1alpha1.ManagedResource
	// ShootDying is true if the shoot is being deleted.
	ShootDying bool
	// Leaving is true if the Shoot no longer has the extension, and gardenlet has not deleted the Extension yet.
	Leaving bool
	// Bootstrapped is true if the extension installed Flux, the source and the root Kustomization once and does not manage
	// them.
	Bootstrapped bool
	// Controllers are the controllers of Flux that are not available. They are empty if the shoot could not be read.
	Controllers []observe.Controller
	// Sync identifies the delivered source and root Kustomization. It is nil if none are delivered.
	Sync *observe.Sync
	// Replaced is true if the source or the root Kustomization in the shoot belongs to another delivery, although
	// gardener-resource-manager has applied the present one: the shoot's etcd was restored from a backup.
	Replaced bool
	// Shoot is the observation of the shoot. It is empty if ShootError is set.
	Shoot observe.Shoot
	// ShootError is the error of reading the shoot. It is nil after a successful read.
	ShootError error
	// UnreachableSince is the time of the first failed read.
	UnreachableSince time.Time

	// ofOperator is true for the operator's baseline, and false for the delivery of a project.
	ofOperator bool
}

// Verdict is one condition of the Extension.
type Verdict struct {
	// Type of the condition.
	Type gardencorev1beta1.ConditionType
	// Status of the condition.
	Status gardencorev1beta1.ConditionStatus
	// Reason is in CamelCase.
	Reason string
	// Message describes the state and, if known, the fix.
	Message string
	// Code is Gardener's error code. It is empty if no code applies.
	Code gardencorev1beta1.ErrorCode
	// Cause classifies a status other than True. It is empty if unknown.
	Cause fluxv1alpha1.Cause

	attempt attempt
}

// With returns the verdict with a status, a reason and a message.
func (v Verdict) With(status gardencorev1beta1.ConditionStatus, reason, format string, args ...any) Verdict {
	v.Status, v.Reason, v.Message = status, reason, fmt.Sprintf(format, args...)
	return v
}

// Types returns the conditions that Judge may return. Judge omits conditions that do not apply.
func Types() []gardencorev1beta1.ConditionType {
	return []gardencorev1beta1.ConditionType{
		fluxv1alpha1.ConditionInstalled,
		fluxv1alpha1.ConditionSourceReady,
		fluxv1alpha1.ConditionKustomizationReady,
	}
}

// Judge returns the conditions for an observation.
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
	verdict, source := Verdict{Type: fluxv1alpha1.ConditionSourceReady}, o.Shoot.Source
	name := o.Sync.SourceKind + " " + o.Sync.Source.String()
	switch {
	case o.ShootError != nil:
		return unreachable(verdict, o)
	case source == nil:
		return absent(verdict, name, o.Bootstrapped)
	case o.Replaced:
		return replaced(verdict, name)
	}
	return judgeReady(verdict, reported{
		name: name, generation: source.Generation, observedGeneration: source.ObservedGeneration, conditions: source.Conditions, patience: source.Timeout,
		suspended: o.suspension(source.Suspended, o.Sync.SourceSuspension),
		unread:    o.Shoot.IsUnread() && !o.Bootstrapped,
		cause:     SourceCause,
		fix: func(cause fluxv1alpha1.Cause, message string) string {
			return o.fix(func() string { return SourceFix(cause, message, o) })
		},
		hangs: func(since time.Time) string { return o.fix(func() string { return HangingFix(since, source) }) },
	})
}

func judgeKustomization(o Observation) Verdict {
	verdict, root := Verdict{Type: fluxv1alpha1.ConditionKustomizationReady}, o.Shoot.Kustomization
	name := "Kustomization " + o.Sync.Root.String()
	switch {
	case o.ShootError != nil:
		return unreachable(verdict, o)
	case root == nil:
		return absent(verdict, name, o.Bootstrapped)
	case o.Replaced:
		return replaced(verdict, name)
	}
	verdict = judgeReady(verdict, reported{
		name: name, generation: root.Generation, observedGeneration: root.Status.ObservedGeneration, conditions: root.Status.Conditions, patience: root.GetTimeout(),
		revision:  root.Status.LastAttemptedRevision,
		suspended: o.suspension(root.Spec.Suspend, o.Sync.RootSuspension),
		behind:    lagOf(o),
		cause:     KustomizationCause,
		fix: func(cause fluxv1alpha1.Cause, message string) string {
			return o.fix(func() string { return cmp.Or(ComponentFix(cause, message, o), KustomizationFix(cause, message, o)) })
		},
	})
	if note := ComponentsInSource(o); note != "" && !o.ofOperator && verdict.Status == gardencorev1beta1.ConditionTrue {
		verdict.Message = strings.TrimRight(verdict.Message, ".") + ". " + note
	}
	return verdict
}

// fix returns the fix for the owner of the delivery.
func (o Observation) fix(ofProject func() string) string {
	if o.ofOperator {
		return fixBaseline
	}
	return ofProject()
}

func unreachable(verdict Verdict, o Observation) Verdict {
	verdict.attempt = attempt{passing: passingSilence, since: o.UnreachableSince}
	return verdict.With(gardencorev1beta1.ConditionUnknown, reasonUnreachable, "failed to read from the shoot's API server: %s", text.Clean(o.ShootError.Error(), text.LongestMessage))
}

func absent(verdict Verdict, name string, bootstrapped bool) Verdict {
	if bootstrapped {
		return verdict.With(gardencorev1beta1.ConditionTrue, reasonLeftAlone, "%s no longer exists in the shoot. It has not been managed since its bootstrap; a replacement is not reported", name)
	}
	return verdict.With(gardencorev1beta1.ConditionProgressing, reasonNotApplied, "%s is not in the shoot yet", name)
}

func replaced(verdict Verdict, name string) Verdict {
	return verdict.With(gardencorev1beta1.ConditionProgressing, reasonNotApplied,
		"%s in the shoot is not the delivered one, as after a restore of the shoot's etcd, or if the repository contains it. gardener-resource-manager is to apply it again", name)
}

// Observed returns the shoot's entry for the providerStatus.
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
		// Flux writes the conditions before the rest of the status (fluxcd/pkg: runtime/patch).
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

// succeeded reports whether the root Kustomization has applied its last attempted revision, according to its condition.
func succeeded(verdicts []Verdict) bool {
	return slices.ContainsFunc(verdicts, func(v Verdict) bool {
		return v.Type == fluxv1alpha1.ConditionKustomizationReady && v.Status == gardencorev1beta1.ConditionTrue && v.Reason == meta.ReconciliationSucceededReason
	})
}
