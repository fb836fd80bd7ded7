// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// longestOperation bounds an operation that is repeated, in bytes.
const longestOperation = 128

// operate does the operation that the annotation asks for, once. It is recorded until the annotation is gone.
func (d *decision) operate(operation string) {
	operation = text.Cut(operation, longestOperation)
	if operation == d.state.Operation {
		return
	}
	d.state.Operation = operation
	if operation == "" {
		return
	}
	verb, name, _ := strings.Cut(operation, "=")
	switch {
	case operation == fluxv1alpha1.RolloutPause:
		d.state.Paused = true
		d.event(corev1.EventTypeNormal, ReasonPaused, "The rollout is paused: no further Shoot gets another revision. Set the annotation to "+fluxv1alpha1.RolloutResume+" to continue")
	case operation == fluxv1alpha1.RolloutResume:
		d.state.resume(d.rings, d.now)
		d.event(corev1.EventTypeNormal, ReasonResumed, "The rollout continues with revision "+d.state.Target)
	case operation == fluxv1alpha1.RolloutRollback:
		d.rollBack("as was asked for")
	case verb == fluxv1alpha1.RolloutApprove && d.approve(name), verb == fluxv1alpha1.RolloutSkip && d.skip(name):
	default:
		d.event(corev1.EventTypeWarning, ReasonUnknownOperation, fmt.Sprintf("Nothing is done, because the annotation %s has the value %q: it %s",
			fluxv1alpha1.AnnotationRollout, operation, cmp.Or(CheckOperation(&d.state.Rollout, operation), "names no Shoot of the project that uses Flux")))
	}
}

// CheckOperation returns what is wrong with an operation; empty if nothing is. Whether there is a Shoot to skip is not checked.
func CheckOperation(r *fluxv1alpha1.Rollout, operation string) string {
	names := make([]string, 0, len(r.Rings))
	for _, ring := range r.Rings {
		names = append(names, ring.Name)
	}
	verb, name, _ := strings.Cut(operation, "=")
	switch {
	case slices.Contains([]string{fluxv1alpha1.RolloutPause, fluxv1alpha1.RolloutResume, fluxv1alpha1.RolloutRollback}, operation):
		return ""
	case verb == fluxv1alpha1.RolloutApprove && slices.Contains(names, name), verb == fluxv1alpha1.RolloutSkip && name != "":
		return ""
	}
	return fmt.Sprintf("must be %s, %s, %s, %s=<ring> with one of the rings %s, or %s=<shoot> with a Shoot of the project that uses Flux",
		fluxv1alpha1.RolloutPause, fluxv1alpha1.RolloutResume, fluxv1alpha1.RolloutRollback, fluxv1alpha1.RolloutApprove, strings.Join(names, ", "), fluxv1alpha1.RolloutSkip)
}

// resume continues, and gives what has not succeeded another try: each Shoot on its way has the whole time until its deadline again.
func (s *State) resume(rings []ringView, now time.Time) {
	s.Paused, s.RolledBack = false, false
	s.retryFailures(rings)
	for i := range s.Rings {
		s.Rings[i].Rejected = Goal{}
	}
	for name, placement := range s.Shoots {
		if !placement.Started.IsZero() {
			placement.Started = metav1.NewTime(now)
			if !placement.AwaySince.IsZero() {
				placement.AwaySince = metav1.NewTime(now)
			}
			s.Shoots[name] = placement
		}
	}
}

// approve lets a ring go on. A ring that has stopped or holds passes what it has without the Shoots that have failed or are away. Any other may begin with
// the goal that it is to be given now or, if the ring before it has not passed that yet or it has begun with it already, with the next one.
func (d *decision) approve(name string) bool {
	index := slices.IndexFunc(d.rings, func(ring ringView) bool { return ring.Name == name })
	if index < 0 {
		return false
	}
	ring := d.rings[index]
	goal, reached := d.state.upcoming(index)
	isNext := !reached || !d.state.mustBegin(ring, goal)
	note := fmt.Sprintf("Ring %s may begin with %s", name, goal)
	switch {
	case isNext && ring.Goal.Revision == d.state.Target && (ring.Stopped || d.waitsForProof(ring)):
		accepted := Goal{Revision: ring.Goal.Revision, Commit: ring.Commit}
		d.state.acceptFailures(ring)
		// As long as another Shoot may still prove it, that one has to: it may go away later.
		if d.waitsForProof(ring) {
			ring.Accepted = accepted
		}
		note = fmt.Sprintf("Ring %s may pass %s without the Shoots that have failed or are away", name, accepted)
		if _, proven := d.state.promotion(ring); index == 0 && !proven {
			note += ", but waits for " + noCommitNote
		}
	case reached && goal == ring.Rejected:
		note = fmt.Sprintf("Ring %s has taken %s back: nothing is approved. Set the annotation %s to %s to try it again", name, goal, fluxv1alpha1.AnnotationRollout, fluxv1alpha1.RolloutResume)
	case !isNext:
		ring.Approved = goal
	case reached && (index == 0 || !d.state.promotes()):
		note = fmt.Sprintf("Ring %s has begun with %s already: there is nothing to approve", name, goal)
	default:
		ring.Approved = Goal{Revision: d.state.Target}
		if note = fmt.Sprintf("Ring %s may begin with revision %s", name, d.state.Target); d.state.promotes() {
			note = fmt.Sprintf("Ring %s may begin with the next commit that is promoted to it, in revision %s", name, d.state.Target)
		}
	}
	d.event(corev1.EventTypeNormal, ReasonApproved, note)
	return true
}

// skip has the rollout of the present target neither wait for a Shoot nor stop because of it.
func (d *decision) skip(name string) bool {
	if !d.state.Knows(name) {
		return false
	}
	d.state.skip(name)
	for _, ring := range d.rings {
		ring.Failures = slices.DeleteFunc(slices.Clone(ring.Failures), func(f Failure) bool { return f.Shoot == name })
		d.state.uncount(ring, name)
	}
	d.event(corev1.EventTypeNormal, ReasonSkipped, fmt.Sprintf("Shoot %s does not count for revision %s: the rollout does not wait for it, and does not stop because of it. It gets the revision when its ring has passed", name, d.state.Target))
	return true
}

// Knows returns whether a Shoot can be skipped: it is one of the project that uses Flux, or has failed in a ring and is gone.
func (s *State) Knows(name string) bool {
	_, known := s.Shoots[name]
	return known || slices.ContainsFunc(s.Rings, func(ring Ring) bool {
		return slices.ContainsFunc(ring.Failures, func(f Failure) bool { return f.Shoot == name })
	})
}

// rollBack takes the target back, and says why if it cannot.
func (d *decision) rollBack(why string) bool {
	if d.state.RolledBack {
		return true
	}
	target := d.state.Target
	if impossible := d.state.rollBack(d.rings, d.now); impossible != "" {
		if d.state.Operation == fluxv1alpha1.RolloutRollback {
			d.event(corev1.EventTypeWarning, ReasonNotRolledBack, fmt.Sprintf("Revision %s cannot be rolled back: %s", target, impossible))
		}
		return false
	}
	d.event(corev1.EventTypeWarning, ReasonRolledBack, fmt.Sprintf("Revision %s was rolled back: %s. The Shoots have the former one again. Change flux-config, or set the annotation %s to %s to try it again",
		target, why, fluxv1alpha1.AnnotationRollout, fluxv1alpha1.RolloutResume))
	return true
}
