// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// reportRollout reports each target that a rollout stops with, takes back, or waits to have approved, once per
// ring.
func (d *decision) reportRollout(notification *fluxv1alpha1.Notification, r *Receiver) {
	state := d.in.Rollout
	if state == nil {
		return
	}
	now := map[string]string{}
	if state.RolledBack {
		d.reportOnce(notification, r, now, Message{Reason: ReasonRolledBack, Text: fmt.Sprintf(
			"Revision %s was rolled back. Change flux-config, or run 'kubectl shoot-flux rollout resume -n %s' to try it again", state.Target, d.in.Project)}, state.Target)
	}
	for i, ring := range state.Rings {
		if !hasRing(notification, ring.Name) {
			continue
		}
		switch {
		case state.WaitsForApproval(i):
			d.reportOnce(notification, r, now, Message{Reason: ReasonWaitsForApproval, Ring: ring.Name, Text: fmt.Sprintf(
				"%s. Run 'kubectl shoot-flux rollout approve %s -n %s'", capital(ring.Asked), ring.Name, d.in.Project)}, ring.Asked.String())
		case state.IsRejected(i):
			d.reportOnce(notification, r, now, Message{Reason: ReasonRolledBack, Ring: ring.Name, Text: fmt.Sprintf(
				"%s was taken back in this ring; the next commit is tried", capital(ring.Rejected))}, ring.Rejected.String())
		case ring.Stopped:
			failing, target := d.failingIn(ring), stoppedWith(ring)
			message := Message{Reason: ReasonStopped, Ring: ring.Name, Count: len(failing), Shoots: failing[:min(len(failing), mostNamed)]}
			message.Text = fmt.Sprintf("No further Shoot gets %s. Fix flux-config or the repository; for details, run 'kubectl shoot-flux rollout status -n %s'", target, d.in.Project)
			if len(failing) > 0 {
				message.Text = fmt.Sprintf("%s. Failing: %s", message.Text, named(failing))
			}
			d.reportOnce(notification, r, now, message, target.String())
		}
	}
	d.forgetRings(r, now)
}

// stoppedWith returns the target and commit that a ring has stopped with. The target of a first ring that follows
// the source has no commit, and is the same for all commits.
func stoppedWith(ring rollout.Ring) rollout.Target {
	target := ring.Target
	for _, failure := range ring.Failures {
		target.Commit = cmp.Or(target.Commit, failure.Commit)
	}
	return target
}

// reportOnce adds a message to the outbox, unless it was already reported for this subject.
func (d *decision) reportOnce(notification *fluxv1alpha1.Notification, r *Receiver, now map[string]string, message Message, subject string) {
	key := string(message.Reason) + "/" + message.Ring
	now[key] = subject
	if r.Rollouts[key] == subject || r.isFull() {
		return
	}
	if r.Rollouts == nil {
		r.Rollouts = map[string]string{}
	}
	r.Rollouts[key] = subject
	d.post(*notification.Name, r, key+"/"+subject, message)
}

// forgetRings forgets the reports on removed rings. A report on an existing ring stays, so that it is not repeated
// if it applies again.
func (d *decision) forgetRings(r *Receiver, now map[string]string) {
	known := map[string]bool{string(ReasonRolledBack) + "/": true}
	for _, ring := range d.in.Rollout.Rings {
		for _, reason := range []Reason{ReasonStopped, ReasonRolledBack, ReasonWaitsForApproval} {
			known[string(reason)+"/"+ring.Name] = true
		}
	}
	maps.DeleteFunc(r.Rollouts, func(key, _ string) bool { return !known[key] && now[key] == "" })
	if len(r.Rollouts) == 0 {
		r.Rollouts = nil
	}
}

// failingIn returns the sorted names of the failed Shoots of a ring, including deleted ones.
func (d *decision) failingIn(ring rollout.Ring) []string {
	names := make([]string, 0, len(ring.Failures))
	for _, failure := range ring.Failures {
		names = append(names, failure.Shoot)
	}
	for _, shoot := range d.in.Shoots {
		if shoot.Ring == ring.Name && !slices.Contains(names, shoot.Name) && shoot.Status != nil && (shoot.Status.State == fluxv1alpha1.ShootFailed || shoot.Status.State == fluxv1alpha1.ShootDegraded) {
			names = append(names, shoot.Name)
		}
	}
	slices.Sort(names)
	return names
}

func capital(target rollout.Target) string {
	text := target.String()
	return "R" + text[1:]
}
