// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/apis/meta"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	apimeta "k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// ReasonSuspended is the reason of a condition for a suspended source or root Kustomization.
const ReasonSuspended = "Suspended"

// Reasons for conditions that Flux does not report itself.
const (
	reasonNotApplied     = "NotApplied"
	reasonBehind         = "RevisionNotApplied"
	reasonWaitingForFlux = "WaitingForFlux"
	reasonUnreachable    = "ShootUnreachable"
	reasonNoAnswer       = "NoAnswer"
	reasonBootstrapped   = "Bootstrapped"
	reasonLeftAlone      = "LeftAlone"
)

var progressingReasons = []string{reasonNotApplied, reasonBehind, reasonWaitingForFlux, reasonUnreachable, meta.ProgressingReason, meta.HealthCheckCanceledReason}

// suspension describes the suspension of an object. It is empty if the object is not suspended.
func (o Observation) suspension(suspended bool, known resolved.Suspension) string {
	switch {
	case !suspended:
		return ""
	case o.ofOperator && known.Suspended:
		return "is suspended by baseline in the operator's configuration"
	case o.ofOperator:
		return "is suspended in the shoot, and gardener-resource-manager is to resume it"
	case o.Bootstrapped:
		return "is suspended in the shoot until it is resumed there"
	case !known.Suspended:
		return "is suspended in the shoot. The extension has not adopted the suspension yet, so Gardener may resume the object"
	case known.Held == resolved.HeldSuspended:
		return "is suspended in the shoot until it is resumed there"
	}
	return "is suspended, as configured"
}

// reported is the status of an object as reported by Flux.
type reported struct {
	name                           string
	generation, observedGeneration int64
	conditions                     []metav1.Condition
	suspended, revision            string
	patience                       time.Duration
	cause                          func(reason, message string) fluxv1alpha1.Cause
	fix                            func(cause fluxv1alpha1.Cause, message string) string
	// unread is true for a source if Flux has not read it since a Secret changed.
	unread bool
	// behind is the newest artifact of the source if Flux has not applied it. It is nil otherwise, and for sources.
	behind *lag
	// hangs returns the fix for a source whose host does not respond. It is nil for other kinds.
	hangs func(since time.Time) string
}

// hanging returns the reconciliation in progress, or nil if no reconciliation is in progress. source-controller does
// not change condition Ready while it waits for a host that keeps the connection open but does not respond.
func (r reported) hanging() *hang {
	working := apimeta.FindStatusCondition(r.conditions, meta.ReconcilingCondition)
	if r.hangs == nil || working == nil || working.Status != metav1.ConditionTrue || r.suspended != "" {
		return nil
	}
	since := working.LastTransitionTime.Time
	return &hang{since: since, patience: r.patience, message: text.Format(r.name, "Flux is waiting for a response", r.hangs(since))}
}

// isObserved reports whether the condition belongs to the current generation. Flux writes the conditions before the
// rest of the status. Status True therefore also requires the current observedGeneration: otherwise, the artifact may
// come from an earlier URL or reference. A change of a Secret does not change the generation.
func (r reported) isObserved(ready *metav1.Condition) bool {
	return !r.unread && ready.ObservedGeneration == r.generation && (ready.Status != metav1.ConditionTrue || r.observedGeneration == r.generation)
}

// noArtifact is part of kustomize-controller's message about a source that has not been read yet, as in each new shoot.
// kustomize-controller checks the source before it begins an attempt.
const noArtifact = "Source artifact not found"

// judgeReady repeats Flux's condition Ready if it belongs to the current generation and the newest artifact of the
// source. The condition of a suspended object counts for any generation: suspension increments the generation, but Flux
// no longer reconciles the object.
func judgeReady(verdict Verdict, r reported) Verdict {
	ready := apimeta.FindStatusCondition(r.conditions, meta.ReadyCondition)
	if ready == nil || !r.isObserved(ready) && r.suspended == "" {
		waits := "Flux has not reported a status yet"
		if r.unread {
			waits = "Flux has not read the source since a Secret of it has changed"
		}
		verdict = verdict.With(gardencorev1beta1.ConditionProgressing, reasonWaitingForFlux, "%s: %s", r.name, waits)
		if verdict.attempt.hang = r.hanging(); verdict.attempt.hang != nil {
			verdict.attempt.hang.earlier = true
		}
		return verdict
	}

	message, fix := text.Normalize(ready.Message), ""
	passes := attempt{since: ready.LastTransitionTime.Time, again: r.observedGeneration == r.generation && r.behind == nil, revision: r.revision, patience: r.patience}
	verdict.Status, verdict.Reason = gardencorev1beta1.ConditionProgressing, ready.Reason
	switch {
	case ready.Status == metav1.ConditionTrue && r.behind != nil && r.suspended == "":
		verdict.Reason, message = reasonBehind, r.behind.message
		passes.passing, passes.since, passes.fix = passingLag, r.behind.since, r.behind.fix
	case ready.Status == metav1.ConditionTrue:
		verdict.Status = gardencorev1beta1.ConditionTrue
		verdict.attempt.hang = r.hanging()
	case ready.Status == metav1.ConditionFalse && ready.Reason != meta.HealthCheckCanceledReason:
		verdict.Status, verdict.Cause = gardencorev1beta1.ConditionFalse, r.cause(ready.Reason, message)
		fix = r.fix(verdict.Cause, message)
		if MayPass(verdict.Cause, message) {
			passes.passing, passes.steady = passingFailure, strings.Contains(message, noArtifact)
		}
	default:
		passes.passing = passingAttempt
	}
	if r.suspended != "" {
		verdict.Reason = ReasonSuspended
		verdict.Message = text.Format(r.name+" "+r.suspended+". Last", message, fix)
		return verdict
	}
	verdict.Message = text.Format(r.name, message, fix)
	if passes.passing != "" {
		verdict.attempt = passes
	}
	return verdict
}

// shortestLag is the minimum age of an unapplied revision before it is a failure.
const shortestLag = 10 * time.Minute

// lag describes the newest artifact of the source if the root Kustomization has not applied it.
type lag struct {
	// since is the time of the artifact.
	since        time.Time
	message, fix string
}

// lagOf returns nil if the root Kustomization has applied the artifact of its source. It also returns nil if a patch
// has set a different source, because package tree compares that one.
func lagOf(o Observation) *lag {
	source, root := o.Shoot.Source, o.Shoot.Kustomization
	if source == nil || root == nil || source.Artifact == "" || source.Artifact == root.Status.LastAppliedRevision || !readsFrom(root, *o.Sync) {
		return nil
	}
	return &lag{
		since: source.ArtifactAt,
		message: fmt.Sprintf("%s, the newest artifact of %s %s, is not applied yet. Applied: %s",
			source.Artifact, o.Sync.SourceKind, o.Sync.Source, cmp.Or(root.Status.LastAppliedRevision, "none")),
		fix: fmt.Sprintf("Check that kustomize-controller runs in the shoot. To retry at once: flux reconcile kustomization %s -n %s", o.Sync.Root.Name, o.Sync.Root.Namespace),
	}
}

// readsFrom reports whether the root Kustomization uses the source.
func readsFrom(root *kustomizev1.Kustomization, sync observe.Sync) bool {
	from := root.Spec.SourceRef
	return from.Kind == sync.SourceKind && types.NamespacedName{Namespace: cmp.Or(from.Namespace, sync.Root.Namespace), Name: from.Name} == sync.Source
}
