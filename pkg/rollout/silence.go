// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"

// silent returns the ready member of the ring with the oldest report if that report is too old for a soak, and nil
// otherwise. An approved ring passes without reports.
func (d *decision) silent(ring ringView) *Member {
	var oldest *Member
	for i, member := range ring.by[done] {
		if fluxv1alpha1.IsOldReport(member.Status.Heard, d.now.Time) && (oldest == nil || member.Status.Heard.Before(&oldest.Status.Heard)) {
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
	if d.now.Sub(silent.Status.Heard.Time) >= fluxv1alpha1.OldReport+d.state.deadline() {
		d.hold(ring, silent.silenceNote(), true)
		return
	}
	ring.Holding = false
}

// silenceNote returns the reason why a ring waits.
func (m Member) silenceNote() string {
	return "a new report about " + m.Name + ": " + fluxv1alpha1.OldReportNote(m.Status.Reporter, m.Status.Heard)
}
