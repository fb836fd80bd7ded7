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
	// passingFailure marks a temporary failure, such as an unreachable host.
	passingFailure passing = "Failure"
	// passingAttempt marks a reconciliation in progress. Flux reconciles every object at its interval.
	passingAttempt passing = "Attempt"
	// passingLag marks a new revision of the source that is not applied yet.
	passingLag passing = "Lag"
	// passingSilence marks a shoot that could not be read.
	passingSilence passing = "Silence"
)

// attempt describes a temporary verdict for Damp.
type attempt struct {
	passing passing
	// since is the time when the state began.
	since time.Time
	// again is true if Flux has already succeeded with the same revision and generation.
	again bool
	// revision is the revision that Flux reconciles. It is empty if Flux does not report one.
	revision string
	// patience is the time that Flux may take to report a result.
	patience time.Duration
	// steady is true if Flux keeps the time since with each attempt.
	steady bool
	// vague is true if an earlier message with the same reason may explain more.
	vague bool
	// fix is added to the message if the verdict persists.
	fix string
	// hang describes a request of Flux without a response. It is reported after a timeout. It is nil if Flux has its own
	// timeout.
	hang *hang
}

// isNew reports whether Flux reconciles a different revision than in the last report.
func (a attempt) isNew(past *fluxv1alpha1.ObservedShoot) bool {
	return past != nil && a.revision != "" && a.revision != past.AttemptedRevision
}

// hang describes a request of Flux that has not received a response.
type hang struct {
	since    time.Time
	patience time.Duration
	// earlier is true if the request may belong to an earlier generation.
	earlier bool
	message string
}

// Past is the last report about a shoot.
type Past struct {
	// Conditions are the conditions of the Extension.
	Conditions []gardencorev1beta1.Condition
	// Shoot is the last observation of the shoot. It is nil before the first observation.
	Shoot *fluxv1alpha1.ObservedShoot
	// Corrected is true if the delivered configuration is not the one that Shoot reports, so that a failure may belong to
	// the former one.
	Corrected bool
}

// cause returns the recorded cause of a condition that is not True. It is empty if no cause is recorded.
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

// Damping prevents transient changes from toggling conditions.
type Damping struct {
	// Threshold is the minimum age of a verdict before a condition changes.
	Threshold time.Duration
	// Now is the current time.
	Now time.Time
}

// Damp returns the verdicts to report, given the previous report. It delays temporary failures and immediately reports
// recoveries and failures that a user has to correct.
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

// hangs reports whether Flux has waited too long for a response. If the request may belong to an earlier generation,
// the waiting time starts no earlier than condition reason WaitingForFlux.
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

// failure is Progressing until it has lasted for the threshold. Flux usually resets its transition time with each
// attempt, so the time since the condition became Progressing also counts. That would include the time until nodes and
// controllers of a new shoot run, so it does not count for a failure that is steady.
func (d Damping) failure(verdict Verdict, before *gardencorev1beta1.Condition) Verdict {
	since := verdict.attempt.since
	if before != nil {
		if verdict.attempt.vague && before.Reason == verdict.Reason {
			verdict.Message = before.Message
		}
		if before.Status == gardencorev1beta1.ConditionFalse {
			return verdict
		}
		if before.Status == gardencorev1beta1.ConditionProgressing && !verdict.attempt.steady && before.LastTransitionTime.Time.Before(since) {
			since = before.LastTransitionTime.Time
		}
	}
	if d.Now.Sub(since) < d.Threshold {
		verdict.Status = gardencorev1beta1.ConditionProgressing
	}
	return verdict
}

// attempt keeps the condition while Flux reconciles a ready object again or retries a failed one.
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
		if !isFailure(before) || past.Corrected || verdict.attempt.isNew(past.Shoot) {
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

// lag is Progressing immediately, because the condition must not be True while the source has a newer revision. It
// becomes False after the time that Flux may need to apply the revision.
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

// silence keeps the condition. Because the error may differ with each attempt, the message of an Unknown condition
// changes at most once per threshold.
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
