// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/equality"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// configure applies a changed configuration of the rollout. It matches rings by name. A new ring starts with the target
// that the former ring of its members has passed, so that adding a ring changes no member. If they come from several
// rings, the last of these counts. A new ring without members starts with the target that the next ring has passed.
func (s *State) configure(rollout fluxv1alpha1.Rollout, members []Member) {
	known, windows := map[string]Ring{}, map[string][]fluxv1alpha1.Window{}
	for i, ring := range s.Rings {
		known[ring.Name], windows[ring.Name] = ring, s.Rollout.Rings[i].Windows
	}
	var origins map[string]int
	if slices.ContainsFunc(rollout.Rings, func(r fluxv1alpha1.Ring) bool { _, ok := known[r.Name]; return !ok }) {
		origins = s.origins(rollout, members)
	}
	s.Rollout, s.selectors = rollout, compile(rollout.Rings)
	last := s.Rings[len(s.Rings)-1]
	rings := make([]Ring, len(rollout.Rings))
	for i, config := range slices.Backward(rollout.Rings) {
		ring, ok := known[config.Name]
		if !ok {
			origin := last
			if former, ok := origins[config.Name]; ok {
				origin = s.Rings[former]
			}
			ring = Ring{Name: config.Name, Target: origin.Passed, Passed: origin.Passed, Held: origin.Held, Former: origin.Former}
		}
		if !equality.Semantic.DeepEqual(windows[config.Name], config.Windows) {
			ring.Closed = metav1.Time{}
		}
		rings[i], last = ring, ring
	}
	former := s.Rings
	s.Rings = rings
	s.inherit(former)
	for i := range rings {
		if rings[i].Held && (i == 0 || !s.Promotes()) {
			// The commit is not proven in the first ring, and outdated if all rings follow the source.
			rings[i].Passed.Commit, rings[i].Held = "", false
		}
	}
	if !s.Promotes() {
		// All rings now follow the source. If promotion is enabled again later, the passed commit is outdated.
		rings[0].Passed.Commit, rings[0].Former.Commit, rings[0].Commit = "", "", ""
	}
}

// origins returns, for each ring of a changed configuration that has members, the last of the current rings that its
// known members come from.
func (s *State) origins(rollout fluxv1alpha1.Rollout, members []Member) map[string]int {
	origins, selectors := map[string]int{}, compile(rollout.Rings)
	for _, member := range members {
		if _, ok := s.Members[member.Name]; ok {
			ring := rollout.Rings[ringOf(selectors, member.Identity)].Name
			origins[ring] = max(origins[ring], s.RingIndex(member.Identity))
		}
	}
	return origins
}

// inherit preserves failures and the need for proof when a ring is renamed, removed or moved to a later position. The
// new ring at the same position, or the last one if there are fewer rings, gets the target and the failures of the
// former ring, unless the new ring is progressing with a different target. If the new ring has passed the target, and
// the former ring is gone with failures, the new one has to pass the target again. Otherwise it would not wait for
// them, and reports on removed objects, which compare with the last passed target, would end the losses.
func (s *State) inherit(former []Ring) {
	last := len(s.Rings) - 1
	for i, ring := range former {
		isGone := !slices.ContainsFunc(s.Rings, func(r Ring) bool { return r.Name == ring.Name })
		if i > last && !isGone { // It has moved to an earlier position, with its failures.
			continue
		}
		heir, target := &s.Rings[min(i, last)], ring.Target
		passed := heir.Passed
		if i == 0 || last == 0 {
			target.Commit, passed.Commit = "", ""
		}
		isIdle := passed.Revision != "" && (heir.Target == passed || heir.Target == heir.Passed)
		if heir.Name == ring.Name || target.Revision != s.Target || len(ring.Failures) == 0 && !ring.Counted || heir.Target != target && !isIdle {
			continue
		}
		if isGone && len(ring.Failures) > 0 && s.covers(heir.Passed, ring.Target) && !s.covers(ring.Passed, ring.Target) {
			heir.Passed, heir.Held, heir.Former = ring.Passed, ring.Held, ring.Former
		}
		if heir.Target != target {
			heir.Target, heir.Begun = target, false
		}
		heir.Counted = heir.Counted || ring.Counted
		heir.Failures = sorted(slices.Concat(heir.Failures, ring.Failures))
	}
}

// covers returns whether a ring that has passed the first target has passed the other one or a newer commit.
func (s *State) covers(passed, target Target) bool {
	return passed.Revision == target.Revision && (passed.Commit == target.Commit || s.isNewer(passed.Commit, target.Commit))
}

// sorted sorts failures and losses by member in place, and returns the first failure and the first loss of each member.
func sorted(failures []Failure) []Failure {
	slices.SortStableFunc(failures, Failure.compare)
	return slices.CompactFunc(failures, func(a, b Failure) bool { return a.compare(b) == 0 })
}

// compare orders failures and losses by member.
func (f Failure) compare(other Failure) int {
	key := func(f Failure) (isLoss int, of string) {
		if f.Lost == nil {
			return 0, ""
		}
		return 1, f.Lost.Of
	}
	isLoss, of := key(f)
	isOther, otherOf := key(other)
	return cmp.Or(strings.Compare(f.Member, other.Member), isLoss-isOther, strings.Compare(of, otherOf))
}

// aim makes the given revision the target. If this changes the target, aim adds the former one to the history, and
// resets approvals, failures and skipped members. The target is the first one if no member has had another: a new
// member gets it, although there is no member in the rings before.
func (d *decision) aim(target Revision) {
	s, id := d.state, target.ID()
	s.setSource(d.in.Source.ID())
	s.Revisions[id] = target
	delete(s.Sources.Revisions, id)
	if id == s.Target {
		return
	}
	outcome := OutcomeReplaced
	if s.RolledBack {
		outcome = OutcomeRolledBack
	} else if s.IsEverywhere() {
		outcome = OutcomeComplete
	}
	former := Former{Revision: s.Target, FluxVersion: s.Revisions[s.Target].FluxVersion, Since: s.Since, Until: d.now, Outcome: outcome}
	s.History = append([]Former{former}, s.History[:min(len(s.History), longestHistory-1)]...)
	// Members that have come since the last decision may have got the former target before this one.
	isFirst := s.Unused && !slices.ContainsFunc(d.in.Members, func(member Member) bool { return member.Status != nil })
	s.Target, s.Since, s.RolledBack, s.Skipped, s.Unfinished = id, d.now, false, nil, !isFirst
	for i := range s.Rings {
		s.Rings[i].Rejected = Target{}
		s.Rings[i].forgetChange()
		if first := (Target{Revision: id}); isFirst {
			s.Rings[i].Target, s.Rings[i].Passed = first, first
		}
	}
}

// place updates the records of the members. A new member gets the target that its ring has passed, and the record of a
// deleted member is removed. A member that was not ready counts as soon as it is ready with its target.
func (s *State) place(members []Member, source Source, now metav1.Time) {
	records := make(map[string]Record, len(members))
	for _, member := range members {
		ring := s.RingIndex(member.Identity)
		record, ok := s.Members[member.Name]
		switch {
		case !ok || record.UID != member.UID:
			record = Record{UID: member.UID, Target: s.baseOf(ring), NotWell: true}
		case record.Revision == "":
			if record.Target = s.reported(ring, member, source); record.Revision == s.Target && !member.isReady() {
				record.Started, record.NotWell = now, false
			}
		}
		if member.isReady() && member.has(record.Target) {
			record.NotWell = false
		}
		switch {
		case member.Status != nil:
			record.Missing = metav1.Time{}
		case !record.NotWell && record.Missing.IsZero():
			record.Missing = now
		}
		records[member.Name] = record.follow(member, now)
	}
	s.settle(members, records)
	s.Members, s.Unused = records, s.Unused && len(records) == 0
}

// follow suspends the deadline of a member while the member cannot be observed. The deadline of a lost member keeps
// running, because the change may be the cause of the loss.
func (r Record) follow(member Member, now metav1.Time) Record {
	switch {
	case r.Started.IsZero():
		r.AwaySince, r.Returning = metav1.Time{}, false
	case member.IsAway() && !member.isLost():
		if r.AwaySince.IsZero() {
			r.AwaySince = now
		}
	case !r.AwaySince.IsZero():
		r.Started = metav1.NewTime(r.Started.Add(now.Sub(r.AwaySince.Time)))
		r.AwaySince, r.Returning = metav1.Time{}, true
	}
	if r.AwaySince.IsZero() && (member.isReady() || member.isFailing()) {
		r.Returning = false
	}
	return r
}
