// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/intstr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

func guardRules() []Rule {
	return []Rule{
		{
			Name: "guard-holds-losses",
			Quotes: []Quote{
				{rolloutsPage, "A ring is `Guarded` when one of its Shoots has lost more objects with the change than `project.rollout.guard` allows; it does not pass, and no further Shoot of it gets the change."},
				{rolloutsPage, "Like a failure, a loss stays if the Shoot is then hibernated, suspended, unreachable, moved or deleted, or the ring renamed, removed or moved. It ends when the Shoot has the objects again."},
				{rolloutsPage, "Any other loss asks again"},
				{rolloutsPage, "Only `maxRemoved: 100%` lets a Shoot lose all its objects"},
			},
			judge: func(r *record) []finding { return losses(r, (transition).reportedLosses) },
		},
		{
			Name: "guard-sees-losses",
			Quotes: []Quote{
				{rolloutsPage, "A ring is `Guarded` when one of its Shoots has lost more objects with the change than `project.rollout.guard` allows; it does not pass, and no further Shoot of it gets the change."},
				{rolloutsPage, "Protected by default are Namespace, PersistentVolumeClaim, PersistentVolume, CustomResourceDefinition, HelmRelease and Kustomization"},
				{rolloutsPage, "An object of a protected kind that a commit moves to another Kustomization, or whose Kustomization is renamed, is lost if Flux has deleted it and created it again, so that its UID has changed"},
				{rolloutsPage, "several commits add up"},
			},
			judge: func(r *record) []finding { return losses(r, (transition).seenLosses) },
		},
	}
}

// loss is what a Shoot has lost with the value of a transition.
type loss struct {
	shoot string
	ring  string
	at    time.Time
	what  string
	// removed is what the Shoot has reported. It is nil for what was seen in the shoot.
	removed *fluxv1alpha1.RemovedObjects
	shown   []int
}

// losses finds Shoots that get a change although a Shoot of their ring or of a ring before has lost objects with it.
func losses(r *record, of func(transition, string) []loss) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		for _, what := range []subject{commits, revisions} {
			for _, got := range p.transitions(what) {
				if !got.isReturn() {
					found = append(found, got.afterLosses(of)...)
				}
			}
		}
	}
	return found
}

func (t transition) afterLosses(of func(transition, string) []loss) []finding {
	var found []finding
	for _, shoot := range t.project.shoots {
		if shoot == t.shoot || t.skipped(shoot) {
			continue
		}
		for _, lost := range of(t, shoot) {
			if t.accepted(lost) {
				continue
			}
			found = append(found, finding{
				subject: fmt.Sprintf("%s %s %s %s", t.project.namespace, t.shoot, t.value, shoot),
				text: fmt.Sprintf("Shoot %s/%s of ring %s got %s %s after %s of ring %s had lost %s with it", t.project.namespace, t.shoot,
					rings(t.settings)[t.ring].Name, t.what, short(t.value), shoot, lost.ring, lost.what),
				shown: slices.Concat(t.shown, lost.shown),
			})
		}
	}
	return found
}

// accepted returns whether an approval of the ring accepts the loss: one after it, or one after another loss that was
// not smaller.
func (t transition) accepted(lost loss) bool {
	for _, approval := range t.project.operations(fluxv1alpha1.RolloutApprove + "=" + lost.ring) {
		if approval.from.After(t.at) {
			break
		}
		if !approval.from.Before(lost.at) {
			return true
		}
		for _, shoot := range t.project.shoots {
			if number, _ := t.project.ring(shoot, approval.from); number >= 0 && rings(t.settings)[min(number, len(rings(t.settings))-1)].Name == lost.ring {
				if seen, ok := t.project.reports(shoot).last(approval.from); !ok || approval.from.Sub(seen.until) > longestSilence {
					return true // what it had lost was not observed
				}
			}
			earlier := t
			earlier.at, earlier.before, earlier.permitted = approval.from, approval.from, false
			for _, other := range append(earlier.reportedLosses(shoot), earlier.seenLosses(shoot)...) {
				if other.ring == lost.ring && covers(other, lost) {
					return true
				}
			}
		}
	}
	return false
}

// covers returns whether an accepted loss is at least as large as another one.
func covers(accepted, other loss) bool {
	if accepted.removed == nil || other.removed == nil {
		return true // how large they are was not observed
	}
	count := func(removed *fluxv1alpha1.RemovedObjects, kind string) int32 {
		for _, one := range removed.Kinds {
			if one.Kind == kind {
				return one.Count
			}
		}
		return 0
	}
	for _, kind := range other.removed.Kinds {
		if isProtected(nil, kind.Kind) && kind.Count > count(accepted.removed, kind.Kind) {
			return false
		}
	}
	all := func(removed *fluxv1alpha1.RemovedObjects) bool {
		return removed.Before > 0 && removed.Count >= removed.Before
	}
	return other.removed.Count <= accepted.removed.Count && (!all(other.removed) || all(accepted.removed))
}

// protectedKinds returns the default of guard.protect.
func protectedKinds() []string {
	return []string{"Namespace", "PersistentVolumeClaim", "PersistentVolume", "CustomResourceDefinition", "HelmRelease", "Kustomization"}
}

func isProtected(guard *fluxv1alpha1.Guard, kind string) bool {
	if guard == nil || guard.Protect == nil {
		return slices.Contains(protectedKinds(), kind)
	}
	return slices.Contains(guard.Protect, kind)
}

// exceeds returns whether a guard forbids what was removed.
func exceeds(guard *fluxv1alpha1.Guard, removed *fluxv1alpha1.RemovedObjects) bool {
	if removed == nil || removed.Count == 0 {
		return false
	}
	for _, kind := range removed.Kinds {
		if kind.Count > 0 && isProtected(guard, kind.Kind) {
			return true
		}
	}
	limit := intstr.FromString("20%")
	if guard != nil && guard.MaxRemoved != nil {
		limit = *guard.MaxRemoved
	}
	if limit.StrVal == "100%" {
		return false
	}
	if removed.Before == 0 {
		return false // not observed
	}
	most := int32(limit.IntValue())
	if limit.Type == intstr.String {
		share := 0
		if _, err := fmt.Sscanf(limit.StrVal, "%d%%", &share); err != nil {
			return false
		}
		if most = int32(math.Floor(float64(removed.Before) * float64(share) / 100)); share > 0 {
			most = max(most, 1)
		}
	}
	return removed.Count > most || removed.Count >= removed.Before
}

// reportedLosses returns a loss that a Shoot has reported with the value of the transition, and that has not ended.
func (t transition) reportedLosses(shoot string) []loss {
	var lost *loss
	former := ""
	reports := t.project.reports(shoot)
	since := t.project.reportsSince(shoot, t.what, t.value)
	if first := len(reports) - len(since) - 1; first >= 0 {
		if report, ok := reports[first].fact.(*history.Report); ok {
			former = commitOf(report.Status.AppliedRevision)
		}
	}
	for _, seen := range since {
		report, ok := seen.fact.(*history.Report)
		if seen.from.After(t.at) {
			break
		}
		if !ok || !t.counts(report) {
			continue
		}
		if !t.what.tries(report, t.value) {
			former = commitOf(report.Status.AppliedRevision)
			continue
		}
		removed := report.Status.Removed
		// With Follow, what goes with a commit is only reported.
		if t.what == revisions && !promotes(t.settings) && former != "" && former != commitOf(report.Status.AppliedRevision) {
			continue
		}
		switch {
		case t.what == commits && isOfNext(report, t.value):
		case exceeds(t.settings.Guard, removed):
			if lost == nil && !seen.from.After(t.decided()) {
				if number, name, shown, ok := t.atOrBefore(shoot, seen.from); ok {
					_ = number
					lost = &loss{shoot: shoot, ring: name, at: seen.from, what: objects(removed), removed: removed, shown: slices.Concat([]int{seen.first, seen.last}, shown)}
				}
			}
		case lost != nil && removed != nil && removed.Unknown == "" && !isAway(report.Status.State):
			lost = nil // it has the objects again
		}
	}
	if lost == nil || !reports.known(lost.at, t.before) {
		return nil
	}
	lost.shown = append(lost.shown, reports.indexes(lost.at, t.before)...)
	return []loss{*lost}
}

// isOfNext returns whether a Shoot with a commit is losing objects with another one, which it attempts.
func isOfNext(report *history.Report, value string) bool {
	attempted := commitOf(report.Status.AttemptedRevision)
	return attempted != "" && attempted != value && report.Status.Removed != nil && report.Status.Removed.Unknown == fluxv1alpha1.RemovedUnsettled
}

// atOrBefore returns the ring of a Shoot at a time if it is the ring of the transition's Shoot or one before.
func (t transition) atOrBefore(shoot string, at time.Time) (int, string, []int, bool) {
	number, shown := t.project.ring(shoot, at)
	own, shownOwn := t.project.ring(t.shoot, at)
	if number < 0 || own < number {
		return 0, "", nil, false
	}
	settings, _ := t.project.settings(at)
	return number, rings(settings)[number].Name, slices.Concat(shown, shownOwn), true
}

func objects(removed *fluxv1alpha1.RemovedObjects) string {
	var kinds []string
	for _, kind := range removed.Kinds {
		kinds = append(kinds, fmt.Sprintf("%d %s", kind.Count, kind.Kind))
	}
	return fmt.Sprintf("%d of %d objects (%s)", removed.Count, removed.Before, strings.Join(kinds, ", "))
}

// seenLosses returns the protected objects that were seen to be lost in a shoot of a ring before, with the value of the
// transition or an earlier one, and that are still lost.
func (t transition) seenLosses(shoot string) []loss {
	var lost []loss
	for _, key := range t.project.record.keys["object"] {
		if !strings.HasPrefix(key, "object "+t.project.namespace+"/"+shoot+"/") {
			continue
		}
		line := t.project.record.timelines[key]
		for i := 1; i < len(line); i++ {
			before, ok := line[i-1].fact.(*history.Object)
			if !ok || before.Project != t.project.namespace || before.Shoot != shoot || before.Applier == "" || !isProtected(t.settings.Guard, before.Kind) {
				continue
			}
			after, exists := line[i].fact.(*history.Object)
			recreated := exists && after.UID != before.UID && after.Applier != "" && after.Applier != before.Applier
			if exists && !recreated || line[i].from.After(t.decided()) || !exists && (t.isBack(line[i+1:]) || !line.known(line[i].from, t.before)) {
				continue
			}
			value, shownValue := t.heldIn(shoot, line[i-1].until, line[i].from)
			number, name, shown, ok := t.atOrBefore(shoot, line[i].from)
			if !ok || number >= t.ring || !value {
				continue
			}
			what := before.Kind + " " + strings.TrimPrefix(before.Namespace+"/"+before.Name, "/")
			if recreated {
				what += " (deleted and created again)"
			}
			lost = append(lost, loss{
				shoot: shoot, ring: name, at: line[i].from, what: what,
				shown: slices.Concat([]int{line[i-1].first, line[i-1].last}, line.indexes(line[i].from, t.before), shown, shownValue),
			})
		}
	}
	return lost
}

// isBack returns whether an object exists again, or may exist, at the time of the transition.
func (t transition) isBack(later timeline) bool {
	return slices.ContainsFunc(later, func(seen sighting) bool { return seen.fact != nil && !seen.from.After(t.at) })
}

// heldIn returns whether an object was lost with the value of the transition, or with an earlier one that the Shoot has
// left for it: when the object was lost, the Shoot had left the value with which the object existed.
func (t transition) heldIn(shoot string, existed, lost time.Time) (bool, []int) {
	var all []held
	for _, seen := range t.project.reports(shoot) {
		if report, ok := seen.fact.(*history.Report); ok {
			value := report.Status.Revision
			if t.what == commits {
				if value = commitOf(report.Status.AttemptedRevision); value == "" {
					value = commitOf(report.Status.AppliedRevision)
				}
			}
			all = append(all, held{sighting: seen, value: value})
		}
	}
	if t.what == commits {
		all = append(all, t.project.attempts(shoot)...)
	}
	slices.SortStableFunc(all, func(a, b held) int { return a.from.Compare(b.from) })
	former, left := "", false
	var shown []int
	for _, one := range all {
		switch {
		case one.value == "" || one.from.After(t.at):
		case !one.from.After(existed):
			former, shown = one.value, append(shown, one.first)
		case one.value == former || former == "":
		case !one.from.After(lost):
			left, shown = true, append(shown, one.first)
		}
		if left && one.value == t.value && !one.from.After(t.at) {
			return t.value != former, append(shown, one.first, one.last)
		}
	}
	return false, nil
}
