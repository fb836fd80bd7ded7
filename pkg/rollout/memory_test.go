// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/util/intstr"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// memory records the reports about the target of a ring, even if its members are gone.
type memory struct {
	goal Target
	// failed are the members that have failed with the target, with the attempted commit. accepted is whether that
	// was approved.
	failed   map[string]string
	accepted bool
	// failedAt are the times of the newest reports of failures.
	failedAt map[string]metav1.Time
	// lost are the members that have reported with the target that they have lost more than the guard allows, with what
	// they have lost. seen are all reported losses, also of members that do not count, and allowed the approved ones.
	lost, seen map[string]modelLoss
	allowed    []modelLoss
	// counted is whether a member that counts got the target, and approved whether the next begin was approved.
	counted, approved bool
}

// remember updates the memory of a ring with the reports behind a decision.
func (w *world) remember(before *State, d Decision, ring ringView, in Input, rollsBack bool) *memory {
	own, after := w.memory[ring.Name], d.State
	if own == nil || rollsBack || before.Target != after.Target {
		own = &memory{}
		w.memory[ring.Name] = own
	}
	i := slices.IndexFunc(before.Rings, func(r Ring) bool { return r.Name == ring.Name })
	if goal := before.Rings[i].Target; own.goal != goal || own.failed == nil {
		own.goal, own.failed, own.accepted, own.counted, own.lost, own.allowed = goal, map[string]string{}, false, false, map[string]modelLoss{}, nil
		own.seen, own.failedAt = map[string]modelLoss{}, map[string]metav1.Time{}
	}
	for _, member := range ring.members {
		was, is := before.Members[member.Name], after.Members[member.Name]
		if member.has(own.goal) && member.Status.Removals[0].Removed != nil {
			own.seen[member.Name] = modelLossOf(member, ring.index == 0 && after.Promotes())
		}
		hasPassed := own.goal == before.Rings[i].Passed
		if was.UID != member.UID || was.Target != own.goal || was.NotWell || was.Started.IsZero() && hasPassed {
			continue
		}
		if before.RolledBack || rollsBack {
			continue // Operation resume removes all failures before it.
		}
		if hasPassed && !before.Promotes() {
			continue // Without promotion, a ring that has passed records no failures.
		}
		own.counted = own.counted || !member.IsAway()
		_, ok := own.lost[member.Name]
		if commit := appliedBy(member); !member.IsAway() && (member.isReady() || ok) && member.has(own.goal) && hasLostTooMuch(after.Rollout.Guard, member.Status.Removals[0].Removed) &&
			(before.Rings[i].Passed.Revision != own.goal.Revision || commit != before.Rings[i].Passed.Commit) {
			own.lost[member.Name] = modelLossOf(member, ring.index == 0 && after.Promotes())
		}
		started := cmp.Or(is.Started, was.Started)
		isLate := was.Target == is.Target && !started.IsZero() && in.Now.Sub(started.Time) >= after.Rollout.ProgressDeadline.Duration
		if member.isFailing() && member.tries(own.goal) || isLate && (member.isLost() || !member.IsAway() && !member.isReady()) {
			own.failed[member.Name] = ""
			if member.Status != nil {
				own.failed[member.Name] = commitOf(member.Status.Attempted)
			}
			if at := own.failedAt[member.Name]; member.isFailing() && at.Before(&member.Status.ObservedAt) {
				own.failedAt[member.Name] = member.Status.ObservedAt
			}
		}
	}
	maps.DeleteFunc(own.failed, func(name, _ string) bool {
		at := own.failedAt[name]
		return slices.Contains(before.Skipped, name) || in.Operation == "skip="+name || slices.ContainsFunc(in.Members, func(member Member) bool {
			return member.Name == name && !member.IsAway() && member.isReady() && member.has(own.goal) && !member.Status.ObservedAt.Before(&at)
		})
	})
	maps.DeleteFunc(own.lost, func(name string, _ modelLoss) bool {
		return slices.Contains(before.Skipped, name) || in.Operation == "skip="+name || slices.ContainsFunc(in.Members, func(member Member) bool {
			now := after.Rings[after.RingIndex(member.Identity)].Name
			isComparable := !slices.ContainsFunc(before.Rings, func(r Ring) bool { return r.Name == now && r.Passed != before.Rings[i].Passed })
			return member.Name == name && !member.IsAway() && member.has(own.goal) && isComparable && member.Status.Removals[0].Removed != nil && member.Status.Removals[0].Removed.Unknown == "" &&
				!hasLostTooMuch(after.Rollout.Guard, member.Status.Removals[0].Removed)
		})
	})
	for _, allowed := range own.allowed {
		if ring.index == 0 && after.Promotes() && allowed.commit == "" { // It is for the losses without a commit, and for the first commit.
			if allowed.commit = cmp.Or(ring.Commit, ring.Passed.Commit); !slices.Contains(own.allowed, allowed) {
				own.allowed = append(own.allowed, allowed)
			}
		}
	}
	own.allowed = append(own.allowed, approvedLosses(d.Events, ring.Name, ring.index == 0 && after.Promotes())...)
	switch {
	case in.Operation == before.Operation:
	case in.Operation == "resume":
		maps.DeleteFunc(own.failed, func(name, _ string) bool {
			return slices.ContainsFunc(ring.members, func(member Member) bool { return member.Name == name && !member.IsAway() && !member.isFailing() })
		})
	case in.Operation == "approve="+ring.Name && (before.Rings[i].Stopped || slices.ContainsFunc(d.Events, func(e Event) bool {
		return strings.Contains(e.Note, "without proof") || strings.Contains(e.Note, ", although ")
	})):
		isFor := func(text string) bool {
			return slices.ContainsFunc(d.Events, func(e Event) bool { return strings.Contains(e.Note, "may pass") && strings.Contains(e.Note, text) })
		}
		own.accepted = own.accepted || before.Rings[i].Stopped || isFor("without proof") || isFor("on removed objects:")
		own.failed, own.approved = map[string]string{}, true
		own.allowed = slices.AppendSeq(own.allowed, maps.Values(own.seen))
	case in.Operation == "approve="+ring.Name:
		own.approved = true
	}
	return own
}

// approvedLoss matches a loss that an Event about an approval names: also that of a member that is in another ring now,
// or has another commit. approvedCommit matches the commit that the approval is for.
var (
	approvedLoss   = regexp.MustCompile(`has lost ([0-9]+) of ([0-9]+) objects(?: \(([0-9]+) Namespace)?`)
	approvedCommit = regexp.MustCompile(`may pass revision [0-9a-f]+ and (sha1:[0-9a-f]+)`)
)

func approvedLosses(events []Event, ring string, follows bool) (losses []modelLoss) {
	for _, event := range events {
		if event.Reason != ReasonApproved || !strings.HasPrefix(event.Note, "Ring "+ring+" may pass") {
			continue
		}
		commit := ""
		if match := approvedCommit.FindStringSubmatch(event.Note); follows && match != nil {
			commit = match[1]
		}
		for _, match := range approvedLoss.FindAllStringSubmatch(event.Note, -1) {
			count, _ := strconv.Atoi(match[1])
			namespaces, _ := strconv.Atoi(match[3])
			losses = append(losses, modelLoss{count: int32(count), namespaces: int32(namespaces), all: match[1] == match[2], commit: commit}) //nolint:gosec // the numbers are small
		}
	}
	return losses
}

// failedWith returns the names of the members that have failed with the passed target. Once the ring has the
// revision, only the commit is proven.
func (m *memory) failedWith(passed Target, before Ring) []string {
	return m.with(m.failed, passed, before)
}

// lostWith returns the names of the members that have lost objects with the passed target, more than was approved.
func (m *memory) lostWith(passed Target, before Ring) []string {
	open := map[string]string{}
	for name, loss := range m.lost {
		if !m.allows(loss) {
			open[name] = loss.applied
		}
	}
	return m.with(open, passed, before)
}

// modelLoss is what a member has lost: numbers of objects and Namespaces, and whether none is left. commit is the
// commit that an approval is for, and applied the applied one.
type modelLoss struct {
	count, namespaces int32
	all               bool
	commit, applied   string
}

func modelLossOf(member Member, follows bool) modelLoss {
	removed := member.Status.Removals[0].Removed
	loss := modelLoss{count: removed.Count, all: removed.Count == removed.Before, applied: appliedBy(member)}
	for _, kind := range removed.Kinds {
		if kind.Kind == "Namespace" {
			loss.namespaces = kind.Count
		}
	}
	if follows {
		loss.commit = loss.applied
	}
	return loss
}

// allows returns whether an approval of a loss includes this one.
func (m *memory) allows(loss modelLoss) bool {
	return slices.ContainsFunc(m.allowed, func(a modelLoss) bool {
		return a.commit == loss.commit && a.count >= loss.count && a.namespaces >= loss.namespaces && (a.all || !loss.all)
	})
}

func (m *memory) with(members map[string]string, passed Target, before Ring) []string {
	var names []string
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if commit := members[name]; passed.Revision == m.goal.Revision && (before.Passed.Revision != passed.Revision || passed.Commit == "" || commit == passed.Commit) {
			names = append(names, name)
		}
	}
	return names
}

func appliedBy(member Member) string {
	if member.Status == nil {
		return ""
	}
	return commitOf(member.Status.Applied)
}

// mayLose returns how many objects a member may lose: the fifth of newWorld, at least one and never all, or none.
func mayLose(guard *fluxv1alpha1.Guard, objects int) int {
	if guard.MaxRemoved.Type == intstr.Int {
		return min(guard.MaxRemoved.IntValue(), objects-1)
	}
	return min(max(1, objects/5), objects-1)
}

// hasLostTooMuch returns whether a member has lost a Namespace, or more objects than allowed.
func hasLostTooMuch(guard *fluxv1alpha1.Guard, removed *fluxv1alpha1.RemovedObjects) bool {
	if removed == nil || removed.Unknown != "" || removed.Count == 0 {
		return false
	}
	return int(removed.Count) > mayLose(guard, int(removed.Before)) || len(guard.Protect) > 0 && slices.ContainsFunc(removed.Kinds, func(k fluxv1alpha1.RemovedKind) bool { return k.Kind == "Namespace" })
}

// checkLoss checks a State that is derived from reports alone: no member of a later ring has another target than it
// reports.
func checkLoss(state *State, in Input) error {
	for _, ring := range state.views(in.Members) {
		for _, member := range ring.members {
			goal := state.Members[member.Name].Target
			switch {
			case goal.Revision == "":
			case member.Status == nil:
				return fmt.Errorf("%s gets %s, and it is not known what it has", member.Name, goal)
			case member.Status.Revision == "":
			case !member.has(goal), ring.index > 0 && state.Promotes() && goal.Commit == "" && !member.Status.HasNoSource:
				return fmt.Errorf("%s gets %s, and has %s at %s", member.Name, goal, member.Status.Revision, member.Status.Applied)
			}
		}
	}
	return nil
}
