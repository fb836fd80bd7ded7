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

// passing is in what way a verdict may pass by itself.
type passing string

const (
	// passingFailure is a failure that may pass by itself, such as a host that is not reached.
	passingFailure passing = "Failure"
	// passingAttempt is Flux being at work. It reconciles everything again at its intervals.
	passingAttempt passing = "Attempt"
	// passingLag is the newest revision of the source that is not applied yet.
	passingLag passing = "Lag"
	// passingSilence is a shoot that could not be read.
	passingSilence passing = "Silence"
)

// attempt is what Damp has to know of a verdict that may pass by itself.
type attempt struct {
	passing passing
	// since is when it began.
	since time.Time
	// again is true if Flux has succeeded before with what it is at work on now.
	again bool
	// revision is the one that Flux is at work on; empty if it is not reported.
	revision string
	// patience is how long Flux may be at work before it reports the result.
	patience time.Duration
	// vague is true if the message explains less than an earlier one with the same reason may have explained.
	vague bool
	// fix is what to do if it lasts.
	fix string
	// hang is what is to be reported if it lasts for longer than it may; nil if it cannot.
	hang *hang
}

// isNew reports whether Flux is at work on another revision than before.
func (a attempt) isNew(past *fluxv1alpha1.ObservedShoot) bool {
	return past != nil && a.revision != "" && a.revision != past.AttemptedRevision
}

// hang is Flux waiting for an answer.
type hang struct {
	since    time.Time
	patience time.Duration
	// earlier is true if Flux may have been at work on an earlier generation then.
	earlier bool
	message string
}

// Past is what was reported on a shoot before.
type Past struct {
	// Conditions are those of the Extension.
	Conditions []gardencorev1beta1.Condition
	// Shoot is what was observed in the shoot; nil if nothing was.
	Shoot *fluxv1alpha1.ObservedShoot
}

// cause is that of a condition which is not true; empty if it is not known any more.
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

// Damping keeps what may pass by itself from turning conditions back and forth.
type Damping struct {
	// Threshold is for how long something has to last before a condition turns.
	Threshold time.Duration
	// Now is the present time.
	Now time.Time
}

// Damp returns the verdicts as they are to be reported after what was reported before. What a user has to correct is reported at once, and
// so is recovery.
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

// hangs reports whether Flux waits for longer than it may. If it may have begun to wait before the present generation, since when the
// condition has reported that Flux has not reported yet is how long.
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

// failure is Progressing until it has lasted. Flux's own time is how long, except that Flux sets it again when it tries again: since when the
// condition is Progressing counts too.
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

// attempt leaves the condition as it was while Flux reconciles again what is ready, or tries again what has failed.
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
	return kept(verdict, before, past)
}

// lag is Progressing at once, because the condition must not be True with an older revision than that of the source, and False once it has lasted.
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

// silence leaves the condition as it was: what was not observed has not changed. Why the shoot cannot be read may differ with
// each try, which is not worth a write each.
func (d Damping) silence(verdict Verdict, before *gardencorev1beta1.Condition, past Past) Verdict {
	lasts := d.Now.Sub(verdict.attempt.since) >= d.Threshold
	switch {
	case before != nil && before.Status == gardencorev1beta1.ConditionUnknown:
		if d.Now.Sub(before.LastUpdateTime.Time) < d.Threshold {
			return kept(verdict, before, past)
		}
	case before != nil && !lasts:
		return kept(verdict, before, past)
	case !lasts:
		verdict.Status = gardencorev1beta1.ConditionProgressing
	}
	return verdict
}

// isFailure reports whether a condition reports a failure, and not progress.
func isFailure(condition *gardencorev1beta1.Condition) bool {
	return condition.Status == gardencorev1beta1.ConditionFalse || !slices.Contains(progressingReasons(), condition.Reason)
}

func kept(verdict Verdict, before *gardencorev1beta1.Condition, past Past) Verdict {
	verdict.Status, verdict.Reason, verdict.Message, verdict.Cause = before.Status, before.Reason, before.Message, ""
	if before.Status != gardencorev1beta1.ConditionTrue {
		verdict.Cause = past.cause(verdict.Type)
	}
	return verdict
}
