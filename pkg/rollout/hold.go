// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/calendar"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// hold is the reason why a ring may not begin now and why its members do not get the target. It ends by itself. A
// member that has failed gets the target in spite of it, and a rollback does not wait.
type hold struct {
	// phase is the phase of a ring that waits for the end of the hold.
	phase Phase
	// name identifies the hold in messages, such as "window office".
	name string
	// until is the time of its end; zero if the end is unknown. note describes the end in the time zone of the hold.
	until time.Time
	note  string
}

// String returns the hold with its end.
func (h *hold) String() string { return h.name + h.note }

// Freeze is a freeze of the configuration or the operator.
type Freeze struct {
	fluxv1alpha1.Freeze
	// IsOperators is true if the operator imposes the freeze on the rollout of a project.
	IsOperators bool
	// IsApprovable is true if an approval may let a ring begin during the freeze.
	IsApprovable bool
}

// name returns the name of the freeze as a hold.
func (f Freeze) name() string {
	if f.IsOperators {
		return "the operator's freeze " + f.Name
	}
	return "freeze " + f.Name
}

// isFor returns whether the freeze applies to the ring.
func (f Freeze) isFor(ring string) bool { return len(f.Rings) == 0 || slices.Contains(f.Rings, ring) }

// holdOf returns the hold of a ring at the time of the decision; nil if the ring may begin. A freeze has precedence
// over the windows of the ring, and of several windows one has to be open. What cannot be evaluated holds.
func (d *decision) holdOf(ring ringView, frozen []frozen) *hold {
	for _, freeze := range frozen {
		if freeze.isFor(ring.Name) && !(freeze.IsApprovable && d.isOverruled(ring, freeze.name())) {
			return freeze.hold
		}
	}
	return windowsAt(ring, d.now.Time)
}

// frozen is a freeze that is in effect at the time of the decision.
type frozen struct {
	Freeze

	hold *hold
}

// freezes returns the freezes of the operator and of the configuration.
func (d *decision) freezes() []Freeze {
	all := slices.Clone(d.in.Freezes)
	for _, own := range d.state.Rollout.Freezes {
		all = append(all, Freeze{Freeze: own, IsApprovable: true})
	}
	return all
}

// frozen returns the freezes that are in effect.
func (d *decision) frozen() []frozen {
	var found []frozen
	for _, freeze := range d.freezes() {
		if own := freeze.at(d.now.Time); own != nil {
			found = append(found, frozen{freeze, own})
		}
	}
	return found
}

// at returns the hold of the freeze at the given time; nil if it is not in effect.
func (f Freeze) at(now time.Time) *hold {
	own := &hold{phase: PhaseFrozen, name: f.name()}
	compiled, err := calendar.NewFreeze(f.Freeze)
	switch {
	case err != nil:
		own.note = fmt.Sprintf(", which is invalid: %v", err)
	case !compiled.Contains(now):
		return nil
	default:
		own.until, own.note = compiled.To, " until "+calendar.Stamp(compiled.To, now)
	}
	return own
}

// windowsAt returns the hold of a ring whose windows are all closed; nil if one is open, or if the ring has none.
func windowsAt(ring ringView, now time.Time) *hold {
	var first *hold
	for _, window := range ring.config.Windows {
		if window.Maintenance {
			continue
		}
		own := &hold{phase: PhaseWaitingForWindow, name: "window " + window.Name}
		if compiled, err := calendar.NewWindow(window); err != nil {
			own.note = fmt.Sprintf(", which is invalid: %v", err)
		} else if compiled.IsOpen(now, ring.Closed.Time) {
			return nil
		} else if next := compiled.Next(now); !next.Start.IsZero() {
			own.until, own.note = next.Start, ", opens "+calendar.Stamp(next.Start, now)
		}
		if first == nil || first.until.IsZero() || !own.until.IsZero() && own.until.Before(first.until) {
			first = own
		}
	}
	return first
}

// close records that the windows of a ring have been seen closed, once for each opening. A clock that is turned back
// does not open them again.
func (r ringView) close(now metav1.Time) {
	if r.hold == nil || r.hold.phase != PhaseWaitingForWindow {
		return
	}
	for _, window := range r.config.Windows {
		if compiled, err := calendar.NewWindow(window); err != nil {
			continue
		} else if next := compiled.Next(r.Closed.Time); r.Closed.IsZero() || !next.Start.IsZero() && !next.Start.After(now.Time) {
			r.Closed = now
			return
		}
	}
}

// await requests a decision when the hold of the ring ends, and before that.
func (d *decision) await(ring ringView) {
	d.next(later)
	if ring.hold != nil && !ring.hold.until.IsZero() {
		d.next(ring.hold.until.Sub(d.now.Time))
	}
}

// awaitClock requests a decision when time alone begins or ends a hold of the ring or of the given members.
func (d *decision) awaitClock(ring ringView, members []Member) {
	at := func(t time.Time) {
		if t.After(d.now.Time) {
			d.timed(t.Sub(d.now.Time))
		}
	}
	if ring.hold != nil {
		at(ring.hold.until)
	} else {
		for _, window := range ring.config.Windows {
			if compiled, err := calendar.NewWindow(window); !window.Maintenance && err == nil {
				at(compiled.Closes(d.now.Time))
			}
		}
		for _, freeze := range d.freezes() {
			if compiled, err := calendar.NewFreeze(freeze.Freeze); err == nil && freeze.isFor(ring.Name) {
				at(compiled.From)
			}
		}
	}
	for _, member := range members {
		if offered := d.state.Members[member.Name].Offered; member.isHeld {
			at(member.Hold.Until)
			at(offered.Add(d.state.Rollout.ShootHold.Max.Duration))
		}
		switch isInMaintenance := member.Confined || ring.config.InMaintenance(); {
		case !isInMaintenance:
		case member.InWindow: // It ends at a time that is not known here.
			d.timed(later)
		case member.NextWindow > 0:
			d.timed(member.NextWindow)
		}
	}
}

// mayBegin returns whether a ring may begin in spite of its hold, because one of its members needs a correction. Only
// such members get the target then.
func (r ringView) mayBegin() bool {
	return r.hold == nil || slices.ContainsFunc(r.members, func(member Member) bool { return !member.waits(r) })
}

// Overruled is an approval that lets a ring begin during freezes.
type Overruled struct {
	// Target is the target that was approved. Freezes are the freezes that were in effect then, with their names as holds.
	Target  Target   `json:"target,omitzero"`
	Freezes []string `json:"freezes,omitempty"`
}

// isOverruled returns whether an approval lets the ring begin or go on during the freeze.
func (d *decision) isOverruled(ring ringView, freeze string) bool {
	target, reached := d.state.Upcoming(ring.index)
	if !reached || !ring.mustBegin(target) {
		target = ring.Target
	}
	return target.Revision != "" && ring.Overruled.Target == target && slices.Contains(ring.Overruled.Freezes, freeze)
}

// setHolds sets the holds of all rings and members.
func (d *decision) setHolds() {
	frozen := d.frozen()
	d.Questions = nil
	for i := range d.rings {
		ring := &d.rings[i]
		ring.hold, ring.wait = d.holdOf(*ring, frozen), nil
		ring.close(d.now)
		d.setStart(ring)
		for j := range ring.members {
			ring.members[j].isHeld = d.isHeld(ring.members[j])
		}
	}
}

// isHeld returns whether the Shoot has asked not to get a change now. The time that the project allows for this counts
// from when the Shoot could have had the change first.
func (d *decision) isHeld(member Member) bool {
	allowed := d.state.Rollout.ShootHold
	if allowed == nil || !d.now.Time.Before(member.Hold.Until) {
		return false
	}
	offered := d.state.Members[member.Name].Offered
	return offered.IsZero() || d.now.Sub(offered.Time) < allowed.Max.Duration
}

// offer records when the members that ask not to get a change now could have had one first. Neither another time in
// their request nor another change counts the time anew.
func (d *decision) offer(ring ringView) {
	for _, member := range ring.members {
		record := d.state.Members[member.Name]
		if !member.isHeld || record.Target == ring.Target {
			continue
		}
		if record.Offered.IsZero() {
			record.Offered = d.now
			d.state.Members[member.Name] = record
		}
		d.next(later)
	}
}

// overrulable describes the freezes that are in effect for the ring, if an approval may overrule all of them.
func (d *decision) overrulable(ring ringView) string {
	var names []string
	for _, freeze := range d.frozen() {
		switch {
		case !freeze.isFor(ring.Name):
		case !freeze.IsApprovable:
			return ""
		default:
			names = append(names, freeze.hold.String())
		}
	}
	return text.List(names, mostNamed)
}

// overrule approves a ring also during the freezes that are in effect for it. It returns false if the ring does not
// exist.
func (d *decision) overrule(name string) bool {
	index := slices.IndexFunc(d.rings, func(ring ringView) bool { return ring.Name == name })
	if index < 0 {
		return false
	}
	ring, own := d.rings[index], Overruled{}
	var forbidden, notes []string
	for _, freeze := range d.frozen() {
		switch {
		case !freeze.isFor(name):
		case freeze.IsApprovable:
			own.Freezes, notes = append(own.Freezes, freeze.hold.name), append(notes, freeze.hold.String())
		default:
			forbidden = append(forbidden, freeze.hold.String())
		}
	}
	if len(forbidden) > 0 {
		d.event("", ReasonApproved, "Nothing is approved: the operator does not allow ring %s to begin during %s", name, text.List(forbidden, mostNamed))
		return true
	}
	if len(own.Freezes) > 0 {
		d.rings[index].hold = windowsAt(ring, d.now.Time)
	}
	if !d.approve(name) || len(own.Freezes) == 0 {
		return true
	}
	switch {
	case ring.Approved.Revision == d.state.Target:
		own.Target = ring.Approved
	case ring.Begun && ring.Target.Revision == d.state.Target:
		own.Target = ring.Target
	default: // Nothing was approved.
		return true
	}
	ring.Overruled = own
	d.Events[len(d.Events)-1].Note += ", also during " + text.List(notes, mostNamed)
	return true
}
