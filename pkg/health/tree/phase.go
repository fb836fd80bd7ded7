// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/fluxcd/pkg/apis/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// phase is the judged state of an object.
type phase string

const (
	phaseReady       phase = "Ready"
	phaseFailing     phase = "Failing"
	phaseWaiting     phase = "Waiting"
	phaseProgressing phase = "Progressing"
	phaseSuspended   phase = "Suspended"
)

const (
	// longestAttempt is the timeout of an object that does not specify one.
	longestAttempt = 5 * time.Minute
	// takeUp is the minimum time that an object may be behind its source before it fails.
	takeUp = 10 * time.Minute
	// mostMarks limits the marks of a shoot.
	mostMarks = 200
)

const (
	reasonNotReported = "NotReported"
	// reasonBehind is the reason of an object that is ready with an older revision than the revision of its source.
	reasonBehind = "RevisionNotApplied"
)

// Mark records an unready object for the next check. Marks may be lost in a restart.
type Mark struct {
	// Since is the start of the unready phase.
	Since time.Time
	// Failing is true if the object was reported as failing with this reason and message.
	Failing         bool
	Reason, Message string
	// Generation and Attempted identify the failed or running attempt. Generation is 0 if unknown.
	Generation int64
	Attempted  string
}

// judged is an object with its phase.
type judged struct {
	Object
	phase phase
	since time.Time
	// behind is true if the source has a newer artifact.
	behind bool
}

// isHeld reports whether an applied object is behind its source because a user suspended the object in the shoot.
func (o *judged) isHeld() bool {
	return o.phase == phaseSuspended && o.behind && !o.SuspendedByFlux && o.AppliedBy != (ID{})
}

// damping determines the phase of an object that is not ready from its status and its mark.
type damping struct {
	Damping
	marks map[ID]Mark
	// reported are the failing objects in the status of the Extension. Unlike marks, they survive a restart.
	reported []fluxv1alpha1.FailingObject
}

// judge returns the phase of an object and its new mark. The mark is nil if the object is ready or suspended.
func (d damping) judge(o Object, all map[ID]Object) (judged, *Mark) {
	raw, behind := d.phaseOf(o, all), o.isBehind(all)
	if raw == phaseReady || raw == phaseSuspended {
		return judged{Object: o, phase: raw, since: o.Since, behind: behind}, nil
	}
	lags := raw == phaseProgressing && behind && o.Current && o.Status == metav1.ConditionTrue
	mark := d.markOf(o, raw)
	if lags {
		if mark.Failing && mark.Reason != reasonBehind {
			// The object has recovered with an older revision.
			mark = Mark{Since: d.Now, Generation: o.Generation, Attempted: o.Attempted}
		}
		o.Reason, o.Message = reasonBehind, "it is ready with an older revision than "+o.newest(all)
	}
	if mark.Failing && raw == phaseProgressing && o.Status == metav1.ConditionFalse && o.Reason == meta.DependencyNotReadyReason {
		// The dependency has become ready, and Flux checks it again only after an interval.
		mark = Mark{Since: d.Now, Generation: o.Generation, Attempted: o.Attempted}
	}
	lasts := d.Now.Sub(mark.Since)
	switch {
	case raw == phaseFailing && lasts >= d.Threshold, lags && (mark.Failing || lasts >= max(takeUp, d.Threshold+o.Timeout)):
		mark.Failing, mark.Reason, mark.Message = true, o.Reason, o.Message
	case lags:
	case raw == phaseProgressing && mark.Failing:
		// Flux retries the same attempt.
		o.Reason, o.Message = mark.Reason, mark.Message
	case raw == phaseProgressing && lasts >= d.Threshold+max(o.Timeout, longestAttempt):
		if o.Status == "" || !o.Current {
			o.Reason, o.Message = reasonNotReported, "Flux has not reported a status; check that the controller of its kind runs"
		}
		mark.Failing, mark.Reason, mark.Message = true, o.Reason, o.Message
	case d.Quiet && lasts < d.Threshold && !behind && o.Settled:
		raw = phaseReady
	default:
		raw = phaseProgressing
	}
	if mark.Failing {
		raw = phaseFailing
	}
	return judged{Object: o, phase: raw, since: mark.Since, behind: behind}, &mark
}

// markOf returns the mark of an object that is not ready. An object with a new generation or attempted revision gets a
// new mark.
func (d damping) markOf(o Object, raw phase) Mark {
	mark, ok := d.marks[o.ID]
	if !ok {
		mark = d.markReported(o)
	}
	if !mark.Since.IsZero() && (mark.Generation == 0 || mark.Generation == o.Generation && mark.Attempted == o.Attempted) {
		mark.Generation, mark.Attempted = o.Generation, o.Attempted
		return mark
	}
	mark = Mark{Since: d.Now, Generation: o.Generation, Attempted: o.Attempted}
	switch {
	case raw == phaseFailing && !o.Since.IsZero() && o.Since.Before(d.Now):
		mark.Since = o.Since
	case o.Status == "" && !o.Created.IsZero() && o.Created.Before(d.Now):
		mark.Since = o.Created
	}
	return mark
}

// markReported restores a mark from the status of the Extension.
func (d damping) markReported(o Object) Mark {
	for _, f := range d.reported {
		if f.Kind == o.Kind && f.Namespace == o.Namespace && f.Name == o.Name {
			return Mark{Since: f.Since.Time, Failing: true, Reason: f.Reason, Message: f.Message}
		}
	}
	return Mark{}
}

// phaseOf returns the phase according to the status of the object.
func (d damping) phaseOf(o Object, all map[ID]Object) phase {
	switch {
	case o.Suspended:
		return phaseSuspended
	case o.Static && o.Status == "":
		return phaseReady
	case o.Status == "" || !o.Current:
		return phaseProgressing
	case o.Status == metav1.ConditionTrue:
		if o.isBehind(all) {
			return phaseProgressing
		}
		return phaseReady
	case o.Status == metav1.ConditionFalse && o.Reason == meta.DependencyNotReadyReason && isFree(o, all):
		return phaseProgressing
	case o.Status == metav1.ConditionFalse && o.Reason != meta.HealthCheckCanceledReason && o.Reason != meta.ProgressingReason && o.Reason != meta.ProgressingWithRetryReason:
		return phaseFailing
	case o.Kind == kindKustomization && o.Applied != "" && o.Applied == o.Attempted && !o.isBehind(all) && d.Now.Sub(o.Since) < d.Threshold+max(o.Timeout, longestAttempt):
		// Flux applies the same revision again.
		return phaseReady
	}
	return phaseProgressing
}

// isFree reports whether all dependencies are ready. Flux checks dependencies again after half a minute
// (--requeue-dependency).
func isFree(o Object, all map[ID]Object) bool {
	return !slices.ContainsFunc(o.Targets, func(target ID) bool { return all[target].Status != metav1.ConditionTrue && !all[target].Static })
}

// isSuspendedByFlux reports whether Flux applied spec.suspend from a source.
func isSuspendedByFlux(content *unstructured.Unstructured) bool {
	return slices.ContainsFunc(content.GetManagedFields(), func(entry metav1.ManagedFieldsEntry) bool {
		if entry.Manager != "kustomize-controller" && entry.Manager != "helm-controller" || entry.Subresource != "" || entry.FieldsV1 == nil {
			return false
		}
		var set struct {
			Spec struct {
				Suspend *json.RawMessage `json:"f:suspend"`
			} `json:"f:spec"`
		}
		return json.Unmarshal(entry.FieldsV1.GetRawBytes(), &set) == nil && set.Spec.Suspend != nil
	})
}
