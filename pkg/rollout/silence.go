// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"time"
)

// oldestReport is the maximum age of a report that counts for a soak. Seeds confirm their reports about every five
// minutes while a rollout awaits them.
const oldestReport = 10 * time.Minute

// AwaitsReports returns whether a ring is progressing, soaking or holding, so that seeds must confirm their reports.
func (s *State) AwaitsReports() bool {
	if s.RolledBack {
		return false
	}
	for i, ring := range s.Rings {
		passed := ring.Passed
		if i == 0 {
			passed.Commit = ""
			if s.promotes() && ring.Commit != "" {
				return true
			}
		}
		if ring.Counted && ring.Target != passed {
			return true
		}
	}
	return false
}

// silent returns the ready member of the ring with the oldest report if that report is too old for a soak, and nil
// otherwise. An approved ring passes without reports.
func (d *decision) silent(ring ringView) *Member {
	var oldest *Member
	for i, member := range ring.by[done] {
		isOld := !member.Status.Heard.IsZero() && d.now.Sub(member.Status.Heard.Time) > oldestReport
		if isOld && (oldest == nil || member.Status.Heard.Before(&oldest.Status.Heard)) {
			oldest = &ring.by[done][i]
		}
	}
	if oldest != nil && ring.isAccepted() {
		return nil
	}
	return oldest
}

// awaitSeed interrupts the soak of the ring while a report is too old, and holds the ring after the deadline.
func (d *decision) awaitSeed(ring ringView, silent *Member) {
	ring.interruptSoak(d.now)
	d.next(later)
	if d.now.Sub(silent.Status.Heard.Time) >= oldestReport+d.state.deadline() {
		d.hold(ring, silent.silenceNote(), true)
		return
	}
	ring.Holding = false
}

// silenceNote returns what a ring waits for. It contains the time of the report and not its age, because a changed note
// is written.
func (m Member) silenceNote() string {
	return fmt.Sprintf("a new report about %s: seed %s last reported it at %s. The extension on the seed does not run, cannot reach the Shoot or the garden, or has an earlier version",
		m.Name, m.Status.Reporter, m.Status.Heard.UTC().Format(time.RFC3339))
}
