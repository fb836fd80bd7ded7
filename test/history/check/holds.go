// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check

import (
	"fmt"
	"maps"
	"slices"
	"sort"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
)

const windowsPage = "usage/windows.md"

// eventApproved names what an approval is for.
const eventApproved = "RolloutApproved"

func holdRules() []Rule {
	return []Rule{{
		Name: "held-rings-do-not-begin",
		Quotes: []Quote{
			{windowsPage, "a ring does not begin with a change, and no further Shoot of it gets the change."},
			{windowsPage, "the ring while none of its windows with `cron` is open"},
			{windowsPage, "all rings, or those named, from `from` until `to`, whether or not a window is open"},
			{windowsPage, "When a window closes, no further Shoot of the ring begins."},
			{windowsPage, "A window that opens at a local time which summer time skips opens at the change; one that clocks show twice opens once, the first time."},
			{windowsPage, "A freeze between two times that clocks show twice is the longer one."},
			{windowsPage, "Another change, another ring, or a freeze with another name needs another approval. A window is not overruled."},
		},
		judge: heldBegins,
	}}
}

// heldBegins finds Shoots that get a change while their ring is held.
func heldBegins(r *record) []finding {
	var found []finding
	for _, p := range r.allProjects() {
		for _, what := range []subject{commits, revisions} {
			for _, got := range p.transitions(what) {
				if wrong, ok := got.held(); ok {
					found = append(found, wrong)
				}
			}
		}
	}
	return found
}

func (t transition) held() (finding, bool) {
	if !t.permitted || t.clockChanges() > 0 || t.isReturn() || t.isRolledBack() || t.followsGap() || t.joins() {
		return finding{}, false
	}
	well, ok := t.hadNotFailed()
	if !ok {
		return finding{}, false
	}
	why, holding := t.hold()
	if why == "" {
		return finding{}, false
	}
	name := rings(t.settings)[t.ring].Name
	return finding{
		subject: fmt.Sprintf("%s %s %s %s", t.project.namespace, name, t.value, why),
		text:    fmt.Sprintf("Shoot %s/%s of ring %s got %s %s %s", t.project.namespace, t.shoot, name, t.what, short(t.value), why),
		shown:   slices.Concat(t.shown, well, holding, t.arrival()),
	}, true
}

// arrival returns what shows when the value came: reports of the first ring, targets of flux-rollout, and Events.
func (t transition) arrival() []int {
	shown := t.project.rollout.indexes(t.project.record.begin, t.at)
	for _, member := range t.members(0) {
		_, about := t.project.ring(member, t.at)
		shown = slices.Concat(shown, about, t.project.reports(member).indexes(t.project.record.begin, t.at))
	}
	for _, seen := range t.project.record.all("event") {
		if event, ok := seen.fact.(*history.Event); ok && event.Namespace == t.project.namespace && event.Reason == eventApproved {
			shown = append(shown, seen.first)
		}
	}
	return shown
}

// hold returns what has held the ring all the time in which the change can have been decided, and what shows it. It is
// empty if nothing has.
func (t transition) hold() (string, []int) {
	from, ring := t.decided(), rings(t.settings)[t.ring].Name
	if !t.project.config.known(from, t.at) {
		return "", nil
	}
	configs := t.project.config.during(from, t.at)
	isClosed, inEffect := true, map[string]int{}
	for _, seen := range configs {
		config, ok := seen.fact.(*history.Config)
		if !ok || config.Rollout == nil {
			return "", nil
		}
		isClosed = isClosed && windowsClosed(config.Rollout, ring, from, t.at)
		for _, freeze := range config.Rollout.Freezes {
			if begin, end, ok := frozen(freeze, ring); ok && begin.Before(from) && end.After(t.at) {
				inEffect[freeze.Name]++
			}
		}
	}
	if isClosed {
		return "outside of its windows", indexesOf(configs)
	}
	for _, freeze := range slices.Sorted(maps.Keys(inEffect)) {
		if inEffect[freeze] < len(configs) {
			continue // added, changed or removed at about that time
		}
		if overruled, holding := t.overruled(freeze, ring); !overruled {
			return "during freeze " + freeze, holding
		}
	}
	return "", nil
}

// windowsClosed returns whether a ring has windows with a schedule, and all are closed in all of a time.
func windowsClosed(settings *fluxv1alpha1.Rollout, name string, from, until time.Time) bool {
	found := false
	for _, ring := range rings(settings) {
		for _, window := range ring.Windows {
			if ring.Name != name || window.Maintenance {
				continue
			}
			if found = true; !isClosed(window, from, until) {
				return false
			}
		}
	}
	return found
}

// overruled returns whether the ring may have been approved for the change during a freeze, and what shows that it was
// not.
func (t transition) overruled(freeze, ring string) (bool, []int) {
	configs := t.project.config.unbroken(t.at)
	about := indexesOf(configs)
	if begin := configs[0].from; inEffect(configs[0], freeze, ring, begin, begin) {
		// An approval from before the history is used up, or flux-rollout shows it.
		index, ok := t.showsNoApproval(begin, ring)
		if !ok {
			return true, nil
		}
		about = append(about, index)
	}
	operation := fluxv1alpha1.RolloutApproveDuringFreeze + "=" + ring
	for i, seen := range configs {
		if config, ok := seen.fact.(*history.Config); !ok || config.Operation != operation {
			continue
		}
		done := t.at // the annotation is removed when the approval is stored
		if i+1 < len(configs) {
			done = configs[i+1].from
		}
		done = done.Add(t.project.record.duration(history.TimeReaction))
		if !seen.from.After(t.at) && inEffect(seen, freeze, ring, seen.from, done) && !t.isOther(seen.from, done, ring) {
			return true, nil
		}
	}
	return false, about
}

// inEffect returns whether a freeze of flux-config was in effect for a ring in any part of a time.
func inEffect(seen sighting, name, ring string, from, until time.Time) bool {
	config, ok := seen.fact.(*history.Config)
	return ok && config.Rollout != nil && slices.ContainsFunc(config.Rollout.Freezes, func(freeze fluxv1alpha1.Freeze) bool {
		begin, end, ok := frozen(freeze, ring)
		return ok && freeze.Name == name && !begin.After(until) && !end.Before(from)
	})
}

// showsNoApproval returns whether flux-rollout, when it was first seen after a time, had no approval for the ring and
// gave the value to no Shoot of it.
func (t transition) showsNoApproval(after time.Time, ring string) (int, bool) {
	for _, seen := range t.project.rollout {
		state, ok := seen.fact.(*history.Rollout)
		if !ok || seen.from.Before(after) {
			continue
		}
		for name, permit := range state.Members {
			if number, _ := t.project.ring(name, seen.from); number == t.ring && t.what.of(permit) == t.value {
				return 0, false
			}
		}
		return seen.first, seen.from.Before(t.at) && slices.ContainsFunc(state.Rings, func(one history.Ring) bool { return one.Name == ring && len(one.Approved) == 0 })
	}
	return 0, false
}

// isOther returns whether an approval was for another change: nothing showed this one until it was stored.
func (t transition) isOther(requested, done time.Time, ring string) bool {
	if t.what == revisions {
		return !slices.ContainsFunc(t.project.rollout.during(requested, done), func(seen sighting) bool {
			state, ok := seen.fact.(*history.Rollout)
			return !ok || state.Target == "" || state.Target == t.value
		})
	}
	if named := t.project.named(requested, ring); named != "" {
		return !strings.HasPrefix(t.value, named)
	}
	first := t.members(0)
	for _, member := range first {
		// It has to be seen after the approval was stored, too.
		if !t.project.reports(member).known(requested, done.Add(longestSilence)) || t.project.got(member, commits, t.value, done) {
			return false
		}
	}
	return len(first) > 0 && !t.project.hadNoCommit(requested)
}

// hadNoCommit returns whether flux-config had changed before a time, and no other commit was seen since.
func (p *project) hadNoCommit(at time.Time) bool {
	changed, content := time.Time{}, ""
	for _, seen := range p.config {
		if config, ok := seen.fact.(*history.Config); ok && !seen.from.After(at) {
			if content != "" && content != config.Content {
				changed = seen.from
			}
			content = config.Content
		}
	}
	for _, first := range p.firstSeenOf(commits) {
		if first.After(changed) && !first.After(at) {
			return false
		}
	}
	return !changed.IsZero()
}

// isRolledBack returns whether the rollout is rolled back when the Shoot gets a value that was there before.
func (t transition) isRolledBack() bool {
	begin, of := time.Time{}, ""
	for _, seen := range t.project.rollout {
		if seen.from.After(t.at) {
			break
		}
		state, ok := seen.fact.(*history.Rollout)
		switch {
		case !ok || state.RolledBack == "" && state.Phase != phaseRolledBack:
			begin = time.Time{}
		case begin.IsZero() || state.RolledBack != of:
			begin, of = seen.from, state.RolledBack
		}
	}
	return !begin.IsZero() && !t.project.firstSeen(t.what, t.value, t.at).After(begin)
}

// followsGap returns whether flux-rollout was deleted, damaged or without the Shoot before the transition. Then it was
// written again by what the Shoots report.
func (t transition) followsGap() bool {
	return slices.ContainsFunc(t.project.rollout, func(seen sighting) bool { return seen.from.After(t.before) && seen.from.Before(t.at) })
}

// joins returns whether the Shoot was created, hibernated, migrated or moved to the ring while the value was there, or
// asked not to get it.
func (t transition) joins() bool {
	since := t.project.firstSeen(t.what, t.value, t.at)
	if since.IsZero() || since.After(t.before) {
		since = t.before
	}
	since = since.Add(-time.Minute)
	existing, _ := t.project.shoot(t.shoot, t.at)
	line := t.project.record.timelines[(&history.Shoot{Namespace: t.project.namespace, Name: t.shoot}).Key()].during(since, t.at)
	times := []time.Time{since}
	for _, seen := range line {
		was, ok := seen.fact.(*history.Shoot)
		if !ok || existing == nil || was.UID != existing.UID || t.project.isAbsent(t.shoot, seen.from) {
			return true
		}
		times = append(times, seen.from)
	}
	for _, seen := range t.project.config.during(since, t.at) {
		times = append(times, seen.from)
	}
	for _, seen := range t.project.reports(t.shoot).during(since, t.at) {
		if report, ok := seen.fact.(*history.Report); ok && t.project.isHeld(report, later(since, seen.from)) {
			return true
		}
	}
	for _, at := range times {
		number, _ := t.project.ring(t.shoot, at)
		settings, _ := t.project.settings(at)
		if number >= 0 && rings(settings)[number].Name != rings(t.settings)[t.ring].Name {
			return true
		}
	}
	return false
}

// hadNotFailed returns whether the Shoot had not failed before it got the change, which may otherwise be the correction,
// and what shows it: it was ready within the deadline, and reported since, without the change.
func (t transition) hadNotFailed() ([]int, bool) {
	decided, reports := t.decided(), t.project.reports(t.shoot)
	reports = reports[:sort.Search(len(reports), func(i int) bool { return reports[i].from.After(t.at) })]
	ready := -1
	for i, seen := range reports {
		if report, ok := seen.fact.(*history.Report); ok && t.counts(report) && report.Status.Ready && !seen.from.After(decided) {
			ready = i
		}
	}
	deadline := ptr.Deref(t.settings.ProgressDeadline, metav1.Duration{Duration: 30 * time.Minute}).Duration
	if ready < 0 || reports[ready].until.Before(decided.Add(-deadline)) || !reports.known(reports[ready].from, t.at) {
		return nil, false
	}
	for _, seen := range reports[ready:] {
		report, ok := seen.fact.(*history.Report)
		if !ok || isFailing(report.Status.State) || isAway(report.Status.State) || t.what.tries(report, t.value) {
			return nil, false
		}
	}
	for _, seen := range t.project.rollout.during(decided, t.at) {
		state, ok := seen.fact.(*history.Rollout)
		if ok && slices.ContainsFunc(state.Rings, func(ring history.Ring) bool { return ring.Failed[t.shoot] != "" }) {
			return nil, false
		}
	}
	return indexesOf(reports[ready:]), true
}
