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

// passing says in what way a verdict may pass by itself.
type passing string

const (
	// passingFailure is a failure that may pass by itself, such as a host that is not reached.
	passingFailure passing = "Failure"
	// passingAttempt is Flux being at work. It looks at everything again at its intervals.
	passingAttempt passing = "Attempt"
	// passingSilence is a shoot that could not be asked.
	passingSilence passing = "Silence"
)

// attempt is what Damp has to know of a verdict that may pass by itself.
type attempt struct {
	passing passing
	// since is when it began.
	since time.Time
	// again says that Flux has succeeded before with what it is at work on now.
	again bool
	// revision is the one that Flux is at work on; empty if it does not tell.
	revision string
	// patience is how long Flux may be at work before it says how it went.
	patience time.Duration
	// hang is what is to be said if it lasts for longer than it may; nil if there is nothing that could.
	hang *hang
}

// isNew tells whether Flux is at work on another revision than before.
func (a attempt) isNew(past *fluxv1alpha1.ObservedShoot) bool {
	return past != nil && a.revision != "" && a.revision != past.AttemptedRevision
}

// hang is Flux waiting for an answer.
type hang struct {
	since    time.Time
	patience time.Duration
	// earlier says that it may have been at work on an earlier generation then.
	earlier bool
	message string
}

// Past is what was said of a shoot before.
type Past struct {
	// Conditions are those of the Extension.
	Conditions []gardencorev1beta1.Condition
	// Shoot is what was seen in the shoot; nil if nothing was.
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

// Damp returns the verdicts as they are to be said after what was said before. What somebody has to correct is said at once, and
// so is that something is well again.
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
		case passingSilence:
			damped[i] = d.silence(verdict, before, past)
		}
	}
	return damped
}

// hangs tells whether Flux waits for longer than it may. If it may have begun to wait before the present generation, since when the
// condition has said that Flux has not reported yet tells for how long.
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

// failure is Progressing until it has lasted. Flux's own time tells how long, except that Flux sets it anew when it tries again:
// since when the condition is Progressing tells too.
func (d Damping) failure(verdict Verdict, before *gardencorev1beta1.Condition) Verdict {
	since := verdict.attempt.since
	if before != nil {
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

// attempt leaves the condition as it was while Flux looks again at what is well, or tries again what has failed.
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

// silence leaves the condition as it was: what was not seen has not changed. Why the shoot cannot be asked may read differently with
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

// isFailure tells whether a condition says that something has failed, and not that something is on its way.
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
