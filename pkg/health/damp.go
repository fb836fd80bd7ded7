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
)

// passing classifies temporary verdicts.
type passing string

const (
	// passingFailure is a temporary failure, such as an unreachable host.
	passingFailure passing = "Failure"
	// passingAttempt is a reconciliation in progress. Flux reconciles everything at its intervals.
	passingAttempt passing = "Attempt"
	// passingLag is a new revision of the source that is not applied yet.
	passingLag passing = "Lag"
	// passingSilence is a shoot that could not be read.
	passingSilence passing = "Silence"
)

// attempt describes a temporary verdict for Damp.
type attempt struct {
	passing passing
	// since is the start of the verdict.
	since time.Time
	// again is true if Flux has succeeded before with the same revision and generation.
	again bool
	// revision that Flux reconciles; empty if it is not reported.
	revision string
	// patience is the time that Flux may take to report a result.
	patience time.Duration
	// vague is true if an earlier message with the same reason may explain more.
	vague bool
	// fix is reported if the verdict lasts.
	fix string
	// hang is reported if it lasts too long; nil if Flux has its own timeout.
	hang *hang
}

// isNew reports whether Flux reconciles another revision than in the last report.
func (a attempt) isNew(past *fluxv1alpha1.ObservedShoot) bool {
	return past != nil && a.revision != "" && a.revision != past.AttemptedRevision
}

// hang describes a request of Flux without a response.
type hang struct {
	since    time.Time
	patience time.Duration
	// earlier is true if the request may belong to an earlier generation.
	earlier bool
	message string
}

// Past is the last report about a shoot.
type Past struct {
	// Conditions of the Extension.
	Conditions []gardencorev1beta1.Condition
	// Shoot is the last observation of the shoot; nil without one.
	Shoot *fluxv1alpha1.ObservedShoot
}

// cause returns the recorded cause of a condition that is not True; empty if it is not recorded.
func (p Past) cause(condition gardencorev1beta1.ConditionType) fluxv1alpha1.Cause {
	switch {
	case p.Shoot == nil:
		return ""
	case condition == fluxv1alpha1.ConditionSourceReady:
		return p.Shoot.SourceCause
	case condition == fluxv1alpha1.ConditionKustomizationReady:
		return p.Shoot.KustomizationCause
	}
	return ""
}

// Damping keeps transient changes from toggling conditions.
type Damping struct {
	// Threshold is the minimum age of a verdict before a condition changes.
	Threshold time.Duration
	// Now is the current time.
	Now time.Time
}

// Damp returns the verdicts to report after the previous report. Failures that a user has to correct, and
// recoveries, are reported at once.
func (d Damping) Damp(verdicts []Verdict, past Past) []Verdict {
	damped := slices.Clone(verdicts)
	for i, verdict := range damped {
		before := v1beta1helper.GetCondition(past.Conditions, verdict.Type)
		if d.hangs(verdict.attempt.hang, before) {
			damped[i] = Verdict{Type: verdict.Type, Status: gardencorev1beta1.ConditionFalse, Reason: reasonNoAnswer, Message: verdict.attempt.hang.message, Cause: fluxv1alpha1.CauseConnection}
			continue
		}
		switch verdict.attempt.passing {
		case passingFailure:
			damped[i] = d.failure(verdict, before)
		case passingAttempt:
			damped[i] = d.attempt(verdict, before, past)
		case passingLag:
			damped[i] = d.lag(verdict, before)
		case passingSilence:
			damped[i] = d.silence(verdict, before, past)
		}
	}
	return damped
}

// hangs reports whether Flux waits too long. If the request may belong to an earlier generation, the time starts when
// the condition reported WaitingForFlux.
func (d Damping) hangs(h *hang, before *gardencorev1beta1.Condition) bool {
	if h == nil {
		return false
	}
	since := h.since
	if h.earlier {
		switch {
		case before == nil:
			return false
		case before.Reason == reasonNoAnswer:
			return true
		case before.Reason != reasonWaitingForFlux:
			return false
		case before.LastTransitionTime.Time.After(since):
			since = before.LastTransitionTime.Time
		}
	}
	return d.Now.Sub(since) >= h.patience+d.Threshold
}

// failure is Progressing until it has lasted for the threshold. Flux resets its transition time with each
// attempt, so the time since the condition became Progressing counts as well.
func (d Damping) failure(verdict Verdict, before *gardencorev1beta1.Condition) Verdict {
	since := verdict.attempt.since
	if before != nil {
		if verdict.attempt.vague && before.Reason == verdict.Reason {
			verdict.Message = before.Message
		}
		if before.Status == gardencorev1beta1.ConditionFalse {
			return verdict
		}
		if before.Status == gardencorev1beta1.ConditionProgressing && before.LastTransitionTime.Time.Before(since) {
			since = before.LastTransitionTime.Time
		}
	}
	if d.Now.Sub(since) < d.Threshold {
		verdict.Status = gardencorev1beta1.ConditionProgressing
	}
	return verdict
}

// attempt keeps the condition while Flux reconciles a ready object again, or retries a failed one.
func (d Damping) attempt(verdict Verdict, before *gardencorev1beta1.Condition, past Past) Verdict {
	if before == nil {
		return verdict
	}
	lasts, longest := d.Now.Sub(verdict.attempt.since), d.Threshold
	switch before.Status {
	case gardencorev1beta1.ConditionTrue:
		if !verdict.attempt.again {
			return verdict
		}
	case gardencorev1beta1.ConditionFalse, gardencorev1beta1.ConditionProgressing:
		if !isFailure(before) || verdict.attempt.isNew(past.Shoot) {
			return verdict
		}
		longest += verdict.attempt.patience
	default:
		return verdict
	}
	if lasts >= longest {
		return verdict
	}
	return unchanged(verdict, before, past)
}

// lag is Progressing at once, because the condition must not be True with an older revision than the source has. It is
// False after the time that Flux may take.
func (d Damping) lag(verdict Verdict, before *gardencorev1beta1.Condition) Verdict {
	if before == nil || before.Reason != verdict.Reason {
		return verdict
	}
	since := before.LastTransitionTime.Time
	if verdict.attempt.since.After(since) {
		since = verdict.attempt.since
	}
	if before.Status == gardencorev1beta1.ConditionFalse || d.Now.Sub(since) >= max(shortestLag, d.Threshold+verdict.attempt.patience) {
		verdict.Status, verdict.Cause = gardencorev1beta1.ConditionFalse, fluxv1alpha1.CauseOther
		verdict.Message += ". " + verdict.attempt.fix
	}
	return verdict
}

// silence keeps the condition. The error may differ with each attempt, so Damp does not update the message of condition
// Unknown before the threshold.
func (d Damping) silence(verdict Verdict, before *gardencorev1beta1.Condition, past Past) Verdict {
	lasts := d.Now.Sub(verdict.attempt.since) >= d.Threshold
	switch {
	case Is(before, gardencorev1beta1.ConditionUnknown):
		if d.Now.Sub(before.LastUpdateTime.Time) < d.Threshold {
			return unchanged(verdict, before, past)
		}
	case before != nil && !lasts:
		return unchanged(verdict, before, past)
	case !lasts:
		verdict.Status = gardencorev1beta1.ConditionProgressing
	}
	return verdict
}

// isFailure reports whether a condition reports a failure rather than progress.
func isFailure(condition *gardencorev1beta1.Condition) bool {
	return condition.Status == gardencorev1beta1.ConditionFalse || !slices.Contains(progressingReasons, condition.Reason)
}

func unchanged(verdict Verdict, before *gardencorev1beta1.Condition, past Past) Verdict {
	verdict.Status, verdict.Reason, verdict.Message, verdict.Cause = before.Status, before.Reason, before.Message, ""
	if before.Status != gardencorev1beta1.ConditionTrue {
		verdict.Cause = past.cause(verdict.Type)
	}
	return verdict
}
