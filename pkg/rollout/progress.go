// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Phase is the phase of a rollout or a ring.
type Phase string

// Phases. A rollout has the phase of its first ring that has not passed the target, unless it is Paused or RolledBack.
// If all rings have passed it, the rollout is NotReady if a ring is.
const (
	// PhaseComplete means that all members have the target, and those that count are ready.
	PhaseComplete Phase = "Complete"
	// PhaseNotReady means that all members have the target, and none of them is ready, or more than maxFailures fail. The
	// rollout does not wait for them: the ring has passed the target, or got it when it was added.
	PhaseNotReady Phase = "NotReady"
	// PhaseProgressing means that members are progressing, or about to begin.
	PhaseProgressing Phase = "Progressing"
	// PhaseSoaking means that all members that count are ready and must stay ready for the soak time.
	PhaseSoaking Phase = "Soaking"
	// PhaseWaitingForApproval means that the ring waits for an approval.
	PhaseWaitingForApproval Phase = "WaitingForApproval"
	// PhaseWaitingForWindow means that the ring waits for one of its windows, or for the maintenance time window of its
	// members.
	PhaseWaitingForWindow Phase = "WaitingForWindow"
	// PhaseFrozen means that the ring waits for the end of a freeze, or of the operator's stop of all rollouts.
	PhaseFrozen Phase = "Frozen"
	// PhaseWaitingForCheck means that the ring waits for one of its checks.
	PhaseWaitingForCheck Phase = "WaitingForCheck"
	// PhaseHolding means that the ring waits for one of its members to prove the change, and PhaseEmpty that it has no
	// member that could.
	PhaseHolding Phase = "Holding"
	PhaseEmpty   Phase = "Empty"
	// PhaseGuarded means that members of the ring have lost more objects than the guard allows.
	PhaseGuarded Phase = "Guarded"
	// PhaseWaiting means that the previous ring has not passed the target, or that the last decision is in the future.
	PhaseWaiting Phase = "Waiting"
	// PhasePaused means that an operation has paused the rollout.
	PhasePaused Phase = "Paused"
	// PhaseStopped means that too many members have failed.
	PhaseStopped Phase = "Stopped"
	// PhaseRolledBack means that the target, or the commit of the ring, was rolled back.
	PhaseRolledBack Phase = "RolledBack"
)

// Phases returns all phases.
func Phases() []Phase {
	return []Phase{
		PhaseComplete, PhaseNotReady, PhaseProgressing, PhaseSoaking, PhaseWaitingForApproval, PhaseWaitingForWindow, PhaseFrozen, PhaseWaitingForCheck, PhaseHolding, PhaseEmpty, PhaseGuarded, PhaseWaiting, PhasePaused, PhaseStopped, PhaseRolledBack,
	}
}

// Progress describes the progress of a rollout to users.
type Progress struct {
	// Target is the revision that all members eventually get, FluxVersion is the Flux version of that revision, and Since
	// is the time when it became the target.
	Target      string      `json:"target"`
	FluxVersion string      `json:"fluxVersion,omitempty"`
	Since       metav1.Time `json:"since,omitzero"`
	// Phase is the phase of the rollout, and Message gives the reason for its wait.
	Phase   Phase  `json:"phase"`
	Message string `json:"message,omitempty"`
	// Rings lists the rings in their configured order.
	Rings []RingProgress `json:"rings"`
	// IsStopped is true while the operator has stopped all rollouts.
	IsStopped bool `json:"-"`
}

// RingProgress describes the progress of a ring.
type RingProgress struct {
	Name  string `json:"name"`
	Phase Phase  `json:"phase"`
	// Revision and Commit are the target of the ring.
	Revision string `json:"revision"`
	Commit   string `json:"commit,omitempty"`
	// Members is the number of members in the ring. The other fields count the members that are ready with the target
	// (Done), have the target and are not ready yet (OnTheirWay), have failed with the target (Failed), or do not have the
	// target yet (Waiting). NotCounted is the number of members that the ring does not wait for: they are hibernated,
	// unreachable or skipped, or were not ready before the change.
	Members    int `json:"-"`
	Done       int `json:"done"`
	OnTheirWay int `json:"onTheirWay,omitempty"`
	Failed     int `json:"failed,omitempty"`
	Waiting    int `json:"waiting,omitempty"`
	NotCounted int `json:"notCounted,omitempty"`
	// WaitsFor is the reason for the wait of the ring, and Until is the earliest end of the wait, if known.
	WaitsFor string      `json:"waitsFor,omitempty"`
	Until    metav1.Time `json:"until,omitzero"`
	// DuringFreeze describes the freezes that hold the ring, if an approval may overrule all of them.
	DuringFreeze string `json:"duringFreeze,omitempty"`
	// Removed describes what members of the ring have lost with a commit that the ring could not hold, because all members
	// follow the source.
	Removed string `json:"removed,omitempty"`
	// FailedShoots lists the first mostNamed failed members.
	FailedMembers []string `json:"-"`
	// OfSeeds is true if the members are seeds.
	OfSeeds bool `json:"-"`
}

func (d *decision) progress() Progress {
	s := d.state
	r := Progress{Target: s.Target, FluxVersion: s.Revisions[s.Target].FluxVersion, Since: s.Since, Phase: PhaseComplete}
	for _, ring := range d.rings {
		own := d.progressOf(ring)
		r.Rings = append(r.Rings, own)
		if r.Phase == PhaseComplete && own.Phase != PhaseComplete || r.Phase == PhaseNotReady && own.Phase != PhaseComplete && own.Phase != PhaseNotReady {
			r.Phase, r.Message = own.Phase, fmt.Sprintf("ring %s: %s", own.Name, own.WaitsFor)
		}
	}
	resume := d.in.Subject.command(fluxv1alpha1.RolloutResume)
	switch {
	case s.RolledBack:
		r.Phase, r.Message = PhaseRolledBack, fmt.Sprintf("the target was rolled back; change %s, or try it again with: %s", d.in.Subject.Configuration, resume)
	case s.Paused:
		r.Phase, r.Message = PhasePaused, "to continue, run: "+resume
	}
	r.Message, r.IsStopped = d.in.Stop.before(r.Phase, r.Message), d.in.Stop != nil
	return r
}

func (d *decision) progressOf(ring ringView) RingProgress {
	ring = d.observe(ring)
	r := RingProgress{
		Name: ring.Name, OfSeeds: d.in.Subject.isSeeds(), Revision: ring.Target.Revision, Commit: cmp.Or(ring.Target.Commit, ring.Commit), Members: len(ring.members), Done: len(ring.by[done]),
		OnTheirWay: len(ring.by[progressing]), Failed: len(ring.failing), Waiting: len(ring.by[pending]), NotCounted: len(ring.by[away]) + len(ring.by[notWell]),
	}
	if ring.index == 0 {
		r.Commit = cmp.Or(r.Commit, ring.Passed.Commit)
	}
	if len(ring.failing) > 0 {
		r.FailedMembers = namesOf(ring.failing[:min(len(ring.failing), mostNamed)], Failure.name)
	}
	if !ring.Holding && !d.state.Promotes() {
		r.Removed = ring.Guarded
	}
	if d.judge(ring, &r); r.Phase == PhaseFrozen {
		r.DuringFreeze = d.overrulable(ring)
	}
	return r
}

// judge sets the phase of a ring and the reason for its wait.
func (d *decision) judge(ring ringView, r *RingProgress) {
	target, reached := d.state.Upcoming(ring.index)
	approve := fmt.Sprintf("operation %s=%s", fluxv1alpha1.RolloutApprove, ring.Name)
	silent, its := d.silent(ring), "its "+d.in.Subject.Many
	switch {
	case d.state.RolledBack, reached && target == ring.Rejected:
		r.Phase, r.WaitsFor = PhaseRolledBack, "another revision"
	case !reached:
		r.Phase, r.WaitsFor = PhaseWaiting, "ring "+d.state.Rings[ring.index-1].Name
	case ring.Stopped && ring.wait != nil:
		r.Phase, r.WaitsFor = PhaseStopped, fmt.Sprintf("%s; it goes on when the check passes, or with %s", ring.wait.why, approve)
	case ring.Stopped:
		r.Phase, r.WaitsFor = PhaseStopped, d.stopNote(ring)
	case ring.Holding && ring.Guarded != "":
		r.Phase, r.WaitsFor = PhaseGuarded, fmt.Sprintf("%s: a commit or configuration that restores the objects, or %s", ring.Guarded, approve)
	case ring.Holding:
		r.Phase, r.WaitsFor = PhaseHolding, d.noCommitNote()
		if unknown := d.unknownRemovals(ring); unknown != "" {
			r.WaitsFor = fmt.Sprintf("%s, or %s", unknown, approve)
		}
		if ring.problem != "" || d.isUnproven(ring) {
			r.WaitsFor = fmt.Sprintf("%s, or %s", cmp.Or(ring.problem, d.absenceNote(ring)), approve)
		} else if silent != nil {
			r.WaitsFor = fmt.Sprintf("%s, or %s", silent.silenceNote(), approve)
		}
		if len(ring.members) == 0 && d.isUnproven(ring) {
			r.Phase = PhaseEmpty
		}
	case d.state.isComplete(ring, target) && ring.ReadySince.IsZero():
		r.Phase = PhaseComplete
		switch follows, unready := d.state.follows(ring), ring.unready(); {
		case len(unready) > 0 && !(follows && len(ring.by[progressing]) > 0):
			r.markUnready(ring, unready)
		case follows && len(ring.by[progressing])+len(ring.failing) > 0:
			r.Phase, r.WaitsFor = PhaseProgressing, its+" to be ready with the newest commit"
		case follows && ring.problem != "" && ring.Pinned && ring.hold != nil:
			r.Phase, r.WaitsFor, r.Until = ring.hold.phase, ring.hold.String(), metav1.NewTime(ring.hold.until)
		case follows && ring.problem != "":
			r.Phase, r.WaitsFor = PhaseProgressing, ring.problem
		case follows && ring.Commit != "" && silent != nil:
			r.Phase, r.WaitsFor = PhaseProgressing, silent.silenceNote()
		case ring.Pinned && ring.hold != nil:
			r.WaitsFor, r.Until = "commits wait for "+ring.hold.String(), metav1.NewTime(ring.hold.until)
		case follows && len(ring.by[done]) == 0:
			r.WaitsFor = "a " + d.in.Subject.One + " that counts: without one, no commit is promoted"
		}
	case d.in.Stop != nil:
		r.Phase, r.WaitsFor = PhaseFrozen, d.in.Stop.String()
	case d.state.Paused:
		r.Phase, r.WaitsFor = PhasePaused, "operation "+fluxv1alpha1.RolloutResume
	case d.state.Behind:
		r.Phase, r.WaitsFor = PhaseWaiting, fmt.Sprintf("%s, the time of the last decision, to which the clock of the garden controller is behind, or operation %s",
			d.state.Decided.UTC().Format(time.RFC3339), fluxv1alpha1.RolloutResume)
	case ring.mustBegin(target) && !ring.isApproved(target):
		r.Phase, r.WaitsFor = PhaseWaitingForApproval, approve
	case ring.mustBegin(target) && !ring.mayBegin(), ring.hold != nil && len(ring.by[progressing]) == 0 && ring.waitsForAll():
		r.Phase, r.WaitsFor, r.Until = ring.hold.phase, ring.hold.String(), metav1.NewTime(ring.hold.until)
	case ring.problem != "" && len(ring.by[progressing])+len(ring.by[pending]) == 0:
		r.Phase, r.WaitsFor = PhaseProgressing, ring.problem
	case silent != nil && len(ring.by[progressing])+len(ring.by[pending]) == 0:
		r.Phase, r.WaitsFor = PhaseProgressing, silent.silenceNote()
	case ring.hold != nil && d.in.Pace != nil && ring.Begun && ring.Released.Below < All:
		r.Phase, r.WaitsFor, r.Until = ring.hold.phase, ring.hold.String(), metav1.NewTime(ring.hold.until)
	case d.in.Pace != nil && d.in.Pace.ShootsPerHour != nil && ring.Begun && ring.Released.Below < All:
		r.Phase, r.WaitsFor = PhaseProgressing, fmt.Sprintf("the release of its Shoots, %d per hour", *d.in.Pace.ShootsPerHour)
	case !ring.ReadySince.IsZero():
		d.judgeReady(ring, r)
	case len(ring.by[progressing]) == 0 && ring.waitsForAll():
		r.Phase, r.WaitsFor = PhaseWaitingForWindow, "the maintenance time window of "+text.List(namesOf(ring.by[pending], Member.name), mostNamed)
		if opens := nextWindow(ring.by[pending]); opens > 0 {
			r.Until = metav1.NewTime(d.now.Add(opens))
		}
	default:
		r.Phase, r.WaitsFor = PhaseProgressing, its+" to be ready"
	}
}

// judgeReady sets the phase of a ring whose members are ready with the target.
func (d *decision) judgeReady(ring ringView, r *RingProgress) {
	end := metav1.NewTime(ring.ReadySince.Add(ring.config.Soak.Duration - ring.Soaked.Duration))
	switch {
	case ring.wait != nil && !d.now.Before(&end):
		r.Phase, r.WaitsFor = PhaseWaitingForCheck, ring.wait.note
	case ring.wait != nil:
		r.Phase, r.WaitsFor, r.Until = PhaseSoaking, fmt.Sprintf("its %s to stay ready, and for %s", d.in.Subject.Many, ring.wait.note), end
	default:
		r.Phase, r.WaitsFor, r.Until = PhaseSoaking, fmt.Sprintf("its %s to stay ready", d.in.Subject.Many), end
	}
}

// unready returns the names of the members for which a complete ring is not ready: no member of the ring is ready, or
// more than maxFailures fail. Members that are away do not count.
func (r ringView) unready() []string {
	names := namesOf(r.by[failed], Member.name)
	switch {
	case len(r.by[done]) == 0:
		names = slices.Concat(names, namesOf(r.by[progressing], Member.name), namesOf(r.by[notWell], Member.name))
	case len(names) <= int(*r.config.MaxFailures):
		return nil
	}
	slices.Sort(names)
	return names
}

// markUnready sets phase NotReady, and counts the members that were not ready before the change either: they fail or
// are on their way.
func (r *RingProgress) markUnready(ring ringView, names []string) {
	r.Phase, r.WaitsFor = PhaseNotReady, text.List(names, mostNamed)+" to be ready"
	for _, member := range ring.by[notWell] {
		if r.NotCounted--; !member.isFailing() {
			r.OnTheirWay++
			continue
		}
		if r.Failed++; len(r.FailedMembers) < mostNamed {
			r.FailedMembers = append(r.FailedMembers, member.Name)
		}
	}
}

// waitsForAll returns whether all pending members of the ring wait for a hold or for their maintenance time windows.
func (r ringView) waitsForAll() bool {
	return len(r.by[pending]) > 0 && !slices.ContainsFunc(r.by[pending], func(member Member) bool { return !member.waits(r) })
}

// nextWindow returns the time until the earliest maintenance time window of the members begins; 0 if it is unknown.
func nextWindow(members []Member) (opens time.Duration) {
	for _, member := range members {
		if member.NextWindow > 0 && (opens == 0 || member.NextWindow < opens) {
			opens = member.NextWindow
		}
	}
	return opens
}
