// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/guard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// reportRollout reports that a ring has stopped, holds a target, has lost objects, waits for approval, or has rolled
// back a target, and that the rollout was rolled back. Each of these is reported once for each target.
func (d *decision) reportRollout(notification *fluxv1alpha1.Notification, r *Receiver) {
	state := d.in.Rollout
	if state == nil {
		return
	}
	report := func(reason Reason, ring, subject, format string, args ...any) {
		d.reportOnce(notification, r, Message{Reason: reason, Ring: ring, Text: fmt.Sprintf(format, args...)}, subject)
	}
	if state.RolledBack {
		report(ReasonRolledBack, "", state.Target, "Revision %s was rolled back; change flux-config, or run 'kubectl shoot-flux rollout resume -n %s' to try it again", state.Target, d.in.Project)
	}
	for i, ring := range state.Rings {
		if !hasRing(notification, ring.Name) {
			continue
		}
		switch {
		case state.WaitsForApproval(i):
			report(ReasonWaitsForApproval, ring.Name, ring.Asked.String(), "%s; run 'kubectl shoot-flux rollout approve %s -n %s'", capital(ring.Asked), ring.Name, d.in.Project)
		case state.IsRejected(i):
			report(ReasonRolledBack, ring.Name, ring.Rejected.String(), "%s was rolled back in this ring, which tries the next commit", capital(ring.Rejected))
		case ring.Stopped && isLate(state, i):
			name, target := state.LateCheck(i)
			report(ReasonStopped, ring.Name, "check "+name+", "+target.String(),
				"Check %s has not passed by its deadline: no further Shoot gets %s. For its last answer, run 'kubectl shoot-flux rollout status -n %s'; to overrule it, 'kubectl shoot-flux rollout approve %s -n %s'",
				name, target, d.in.Project, ring.Name, d.in.Project)
		case ring.Stopped:
			failing, target := d.failingIn(ring), stoppedWith(ring)
			message := Message{Reason: ReasonStopped, Ring: ring.Name, Count: len(failing), Shoots: failing[:min(len(failing), mostNamed)]}
			message.Text = fmt.Sprintf("No further Shoot gets %s. Fix flux-config or the repository; for details, run 'kubectl shoot-flux rollout status -n %s'", target, d.in.Project)
			if len(failing) > 0 {
				message.Text = fmt.Sprintf("%s. Failing: %s", message.Text, text.List(failing, mostNamed))
			}
			d.reportOnce(notification, r, message, target.String())
		case ring.Holding && ring.Guarded != "":
			// The commit of the first ring is not part of its target.
			target := rollout.Target{Revision: ring.Target.Revision, Commit: cmp.Or(ring.Target.Commit, ring.Commit)}
			subject := "guarded " + target.String()
			if slices.ContainsFunc(ring.Failures, func(f rollout.Failure) bool { return f.Accepted }) {
				subject += ": " + ring.Guarded // More than an approval has accepted.
			}
			if hasRecreated(ring.Guarded) {
				subject += ", recreated" // A recreated object is a removed one at first, until Flux has created it again.
			}
			report(ReasonHolds, ring.Name, subject, "With %s, %s. %s; to pass the change anyway, run 'kubectl shoot-flux rollout approve %s -n %s'",
				target, plain(ring.Guarded), lossFix(ring.Guarded), ring.Name, d.in.Project)
		case ring.Guarded != "":
			report(ReasonObjectsRemoved, ring.Name, ring.Guarded, "%s. All Shoots follow the source, so the rollout could not hold back the commit", plain(ring.Guarded))
		case ring.Holding:
			report(ReasonHolds, ring.Name, ring.Target.String(),
				"No Shoot of the ring proves %s. For the cause, run 'kubectl shoot-flux rollout status -n %s'; to pass it anyway, 'kubectl shoot-flux rollout approve %s -n %s'",
				ring.Target, d.in.Project, ring.Name, d.in.Project)
		}
	}
	d.forgetRings(r)
}

// isLate returns whether the ring has stopped at the deadline of a check.
func isLate(state *rollout.State, index int) bool {
	name, _ := state.LateCheck(index)
	return name != ""
}

// lossFix returns what to do about lost objects. Recreated objects exist again, and another commit would move them
// back in the same way.
func lossFix(loss string) string {
	if hasRecreated(loss) {
		return "Flux has created the objects again, but their content is gone. Undo the move, and repeat it when annotation kustomize.toolkit.fluxcd.io/prune: disabled has reached all Shoots"
	}
	return "Restore the objects"
}

func hasRecreated(loss string) bool { return strings.Contains(loss, guard.Recreated) }

// stoppedWith returns the target that a ring has stopped at. If the target has no commit, stoppedWith adds the commit
// of the failures, so that failures with a different commit are reported again.
func stoppedWith(ring rollout.Ring) rollout.Target {
	target := ring.Target
	for _, failure := range ring.Failed() {
		target.Commit = cmp.Or(target.Commit, failure.Commit)
	}
	return target
}

// reportOnce adds a message to the outbox, unless the last message with the same reason and ring had the same subject.
// If the outbox is full, it does nothing.
func (d *decision) reportOnce(notification *fluxv1alpha1.Notification, r *Receiver, message Message, subject string) {
	key := string(message.Reason) + "/" + message.Ring
	if r.Rollouts[key] == subject || r.isFull() {
		return
	}
	if r.Rollouts == nil {
		r.Rollouts = map[string]string{}
	}
	r.Rollouts[key] = subject
	d.post(*notification.Name, r, key+"/"+subject, message)
}

// forgetRings removes the reports about rings that no longer exist. Reports about existing rings are kept, so that they
// are not repeated.
func (d *decision) forgetRings(r *Receiver) {
	maps.DeleteFunc(r.Rollouts, func(key, _ string) bool {
		_, name, _ := strings.Cut(key, "/")
		return name != "" && !slices.ContainsFunc(d.in.Rollout.Rings, func(ring rollout.Ring) bool { return ring.Name == name })
	})
	if len(r.Rollouts) == 0 {
		r.Rollouts = nil
	}
}

// failingIn returns the sorted names of the failed Shoots of a ring, including deleted ones.
func (d *decision) failingIn(ring rollout.Ring) []string {
	names := make([]string, 0, len(ring.Failures))
	for _, failure := range ring.Failed() {
		names = append(names, failure.Member)
	}
	for _, shoot := range d.in.Shoots {
		if shoot.Ring == ring.Name && !slices.Contains(names, shoot.Name) && shoot.Status != nil && (shoot.Status.State == fluxv1alpha1.ShootFailed || shoot.Status.State == fluxv1alpha1.ShootDegraded) {
			names = append(names, shoot.Name)
		}
	}
	slices.Sort(names)
	return names
}

func capital(target rollout.Target) string { return "R" + target.String()[1:] }
