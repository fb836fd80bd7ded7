// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/intstr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const (
	// longestRemoval is the maximum size of the stored description of removed objects, in bytes.
	longestRemoval = 400
	// mostRemovedKinds is the maximum number of kinds that the description of a Shoot lists.
	mostRemovedKinds = 4
)

// PassedBy returns the last target that the ring of a Shoot has passed.
func (s *State) PassedBy(shoot Member) Target { return s.Rings[s.ringOf(shoot)].Passed }

// guard holds a ring whose Shoots have lost more objects with the target than the guard allows, and returns whether it
// does. No further Shoot of the ring gets the target until the ring is approved, or the Shoots have the objects again.
func (d *decision) guard(ring ringView) bool {
	follows := d.state.follows(ring)
	if follows && ring.newest != "" {
		ring.Commit = ring.newest
	}
	removals := d.removals(ring)
	if removals == "" || ring.isAccepted() || follows && d.state.isComplete(ring, ring.Target) && ring.newest == ring.Passed.Commit {
		ring.Guarded = ""
		return false
	}
	ring.Guarded = removals
	ring.resetSoak()
	d.hold(ring, "a decision about removed objects: "+removals, true)
	return true
}

// removals describes which Shoots of a ring have lost more objects with the target than the guard allows; empty if none
// has. The Shoots need not count: a Shoot that fails with the target may have lost its objects to it.
func (d *decision) removals(ring ringView) string {
	losers := d.losers(ring)
	if len(losers) == 0 {
		return ""
	}
	first := losers[0].Name + " has lost " + describe(losers[0].Status.Removed)
	switch more := len(losers) - 1; {
	case more == 1:
		first += "; another Shoot has lost more than the guard allows, too"
	case more > 1:
		first += fmt.Sprintf("; %d other Shoots have lost more than the guard allows, too", more)
	}
	return text.Cut(first, longestRemoval)
}

// losers returns the Shoots of a ring that have lost more objects with the target than the guard allows.
func (d *decision) losers(ring ringView) []Shoot {
	return slices.DeleteFunc(slices.Concat(ring.by[done], ring.by[failed], ring.by[notWell]), func(shoot Shoot) bool {
		return shoot.Status == nil || !shoot.has(ring.Target) || !exceeds(d.state.Rollout.Guard, shoot.Status.Removed)
	})
}

// exceeds returns whether removed objects exceed the guard. Unknown ones do not.
func exceeds(guard *fluxv1alpha1.Guard, removed *fluxv1alpha1.RemovedObjects) bool {
	if removed == nil || removed.Unknown != "" || removed.Count <= 0 {
		return false
	}
	if slices.ContainsFunc(removed.Kinds, func(k fluxv1alpha1.RemovedKind) bool { return slices.Contains(guard.Protect, k.Kind) }) {
		return true
	}
	most, err := intstr.GetScaledValueFromIntOrPercent(guard.MaxRemoved, int(removed.Before), true)
	return err == nil && int(removed.Count) > most
}

// describe returns how many objects were removed, and which.
func describe(removed *fluxv1alpha1.RemovedObjects) string {
	var kinds []string
	listed := int32(0)
	for _, kind := range removed.Kinds[:min(len(removed.Kinds), mostRemovedKinds)] {
		kinds = append(kinds, fmt.Sprintf("%d %s", kind.Count, kind.Kind))
		listed += kind.Count
	}
	if rest := removed.Count - listed; rest > 0 && len(kinds) > 0 {
		kinds = append(kinds, fmt.Sprintf("%d others", rest))
	}
	note := fmt.Sprintf("%d of %d objects", removed.Count, removed.Before)
	if len(kinds) > 0 {
		note += " (" + strings.Join(kinds, ", ") + ")"
	}
	if len(removed.Names) > 0 {
		note += ", among them " + strings.Join(removed.Names, ", ")
	}
	return note
}

// unknownRemovals returns the reason why the removed objects of a Shoot that proves the target are unknown; empty if
// all are known. A Shoot without a repository has nothing that could be removed.
func (d *decision) unknownRemovals(ring ringView) string {
	if d.state.Rollout.Guard.IsOff() || ring.isAccepted() {
		return ""
	}
	for _, shoot := range ring.by[done] {
		switch removed := shoot.Status.Removed; {
		case shoot.Status.State == fluxv1alpha1.ShootNoRepository:
		case removed == nil:
			return fmt.Sprintf("the report of %s on removed objects. The extension on its seed may be older than the garden controller", shoot.Name)
		case removed.Unknown != "":
			return fmt.Sprintf("the report of %s on removed objects: %s", shoot.Name, removed.Unknown)
		}
	}
	return ""
}

// reportRemovals emits an Event once for each commit that removes more objects than the guard allows from the Shoots of
// a ring that has it already, because all Shoots follow the source. It does not report approved removals.
func (d *decision) reportRemovals(ring ringView) {
	ring = d.observe(ring)
	losers := d.losers(ring)
	if len(losers) == 0 {
		ring.Guarded, ring.Reported = "", ""
		return
	}
	if slices.ContainsFunc(losers, func(shoot Shoot) bool { return lossOf(shoot) == ring.Reported }) {
		return
	}
	ring.Guarded, ring.Reported = d.removals(ring), lossOf(losers[0])
	d.event(ring.Name, ReasonObjectsRemoved, "In ring %s, %s. All Shoots follow the source, so that the rollout could not hold the commit", ring.Name, ring.Guarded)
}

// lossOf identifies the configuration and the commit that a Shoot has lost objects with.
func lossOf(shoot Shoot) string {
	return shoot.Status.Revision + " " + commitOf(shoot.Status.AppliedRevision)
}
