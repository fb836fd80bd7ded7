// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"fmt"
	"maps"
	"math/rand"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/guard"
)

// world is a project with its members, seeds that deliver the permitted revision and report it later, and random
// changes by users.
type world struct {
	random *rand.Rand
	now    time.Time
	state  *State
	// wrong is by how much the clock of the leader is ahead. decided is its time at the last decision that was not in its
	// future, and soaked how long the soak of each ring was observed, in steps between decisions.
	wrong   time.Duration
	decided time.Time
	soaked  map[string]time.Duration

	rollout fluxv1alpha1.Rollout
	target  Revision
	targets int
	commits int
	branch  string
	// heads are the last commits of the branches of the repositories.
	heads map[int]string
	// No member becomes ready with the revisions and commits in bad. sources are the repositories of the revisions.
	bad     map[string]bool
	sources map[string]int
	source  int
	// adopted are the commits that members had when a new rollout was stored. A new rollout cannot know whether they are
	// of a former repository.
	adopted map[string]bool
	// memory is the record that the model keeps about each ring.
	memory map[string]*memory
	// given are the revisions that members were given, and that no ring has passed with them.
	given     map[string]string
	members   map[string]*simulated
	created   int
	operation string
	// freezes are the operator's. overruled are the approvals during freezes, by the name of the ring.
	freezes   []Freeze
	stop      *Stop
	overruled map[string]Overruled
	// questions holds the questions of the last decision, and answers the last answer to each, by ID. cleared holds the
	// questions that once had the required answers, or that an approval may have overruled.
	questions []Question
	answers   map[string]Answer
	cleared   map[string]bool
	// isLost is whether the State was lost before, with the contents of previous revisions.
	isLost bool
	// used is whether the project has had a member since the State was created.
	used bool
	// prunes are the revisions and commits that remove objects: one, too many, or a Namespace.
	prunes map[string]int
	// calm is the end of the sequence, without changes and failures.
	calm bool
	log  []string
}

// simulated is a member.
type simulated struct {
	Member
	// sick is whether it fails with any revision.
	sick, unreachable, suspended bool
	// delivered is the delivered target, applied the commit that Flux has applied, and ready whether everything
	// works.
	delivered Target
	applied   string
	ready     bool
	// history is what the seed has recorded, and had what the member was ready with. baseline are the objects that the
	// member had with the last target that its ring has passed; nil if it was in no ring for so long.
	history  guard.History
	had      []guard.Snapshot
	baseline []string
	// reported is whether the seed has reported it since the last change.
	progressing bool
	// settled is the source that it was ready with last; nil if it was never ready, or was to have another one since.
	settled *int
	// older is the report before the present one.
	older *fluxv1alpha1.ShootStatus
	// entry is its entry in flux-status.
	entry *fluxv1alpha1.ShootStatus
}

var ringNames = []string{"canary", "staging", "production"}

func newWorld(seed int64) *world {
	w := &world{
		random: rand.New(rand.NewSource(seed)), //nolint:gosec // a sequence has to be repeatable
		soaked: map[string]time.Duration{},
		now:    time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC), bad: map[string]bool{}, sources: map[string]int{}, heads: map[int]string{}, prunes: map[string]int{}, adopted: map[string]bool{}, memory: map[string]*memory{}, given: map[string]string{}, overruled: map[string]Overruled{}, answers: map[string]Answer{}, cleared: map[string]bool{}, members: map[string]*simulated{},
	}
	w.push()
	w.configure()
	w.change()
	w.bad = map[string]bool{}
	for range 2 + w.random.Intn(10) {
		w.create()
	}
	return w
}

func (w *world) chance(percent int) bool { return w.random.Intn(100) < percent }

func (w *world) note(format string, arguments ...any) {
	w.log = append(w.log, w.now.Format(time.TimeOnly)+" "+fmt.Sprintf(format, arguments...))
}

// configure changes the rings.
func (w *world) configure() {
	r := fluxv1alpha1.Rollout{ProgressDeadline: &metav1.Duration{Duration: 10 * time.Minute}}
	if w.chance(40) {
		r.Source = ptr.To(fluxv1alpha1.RolloutSourcePromote)
	}
	if w.chance(30) {
		r.OnFailure = ptr.To(fluxv1alpha1.OnFailureRollback)
	}
	if w.chance(20) {
		r.Guard = &fluxv1alpha1.Guard{MaxRemoved: ptr.To(intstr.FromInt32(0)), Protect: []string{}}
	}
	names := slices.Clone(ringNames)
	if w.chance(20) {
		w.random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	}
	for _, name := range names[:1+w.random.Intn(len(names))] {
		ring := fluxv1alpha1.Ring{Name: name, ShootSelector: fluxv1alpha1.ShootSelector{Shoots: &metav1.LabelSelector{MatchLabels: map[string]string{"ring": name}}}, Soak: &metav1.Duration{Duration: time.Duration(w.random.Intn(3)) * 3 * time.Minute}}
		switch w.random.Intn(3) {
		case 0:
			ring.MaxConcurrent = ptr.To(intstr.FromInt32(1 + w.random.Int31n(3)))
		case 1:
			ring.MaxConcurrent = ptr.To(intstr.FromString("34%"))
		}
		if w.chance(20) {
			ring.MaxFailures = ptr.To(int32(1))
		}
		if w.chance(15) {
			ring.Approval = ptr.To(fluxv1alpha1.ApprovalManual)
		}
		ring.AllowEmpty = ptr.To(w.chance(15))
		if w.chance(15) {
			ring.Windows = []fluxv1alpha1.Window{{Name: "maintenance", Maintenance: true}}
		}
		if w.chance(15) {
			ring.Windows = append(ring.Windows, fluxv1alpha1.Window{Name: "hourly", Cron: "0 * * * *", Duration: &metav1.Duration{Duration: openMinutes * time.Minute}, TimeZone: "UTC"})
		}
		ring.Checks = w.anyChecks()
		r.Rings = append(r.Rings, ring)
	}
	if w.chance(20) {
		r.Rings[len(r.Rings)-1].ShootSelector = fluxv1alpha1.ShootSelector{} // Then there is no ring rest.
	}
	if r.Source != nil && w.chance(40) {
		r.Rings[0].Pin = ptr.To(true)
	}
	if w.chance(30) {
		r.ShootHold = &fluxv1alpha1.ShootHold{Max: metav1.Duration{Duration: 20 * time.Minute}}
	}
	if w.chance(20) {
		r.Freezes = []fluxv1alpha1.Freeze{w.anyFreeze(names[:1])}
	}
	fluxv1alpha1.SetDefaults_Rollout(&r)
	w.rollout = r
	names = namesOf(r.Rings, func(ring fluxv1alpha1.Ring) string { return ring.Name })
	w.note("rings %v, source %s, pin %t, %s", names, *r.Source, ptr.Deref(r.Rings[0].Pin, false), *r.OnFailure)
}

// merge merges the last two rings.
func (w *world) merge() {
	if left := len(w.rollout.Rings) - 1; left > 0 {
		w.rollout = *w.rollout.DeepCopy()
		w.rollout.Rings = w.rollout.Rings[:left]
		w.rollout.Rings[left-1].ShootSelector = fluxv1alpha1.ShootSelector{}
		w.note("ring %s has the Shoots of the last ring", w.rollout.Rings[left-1].Name)
	}
}

// openMinutes is how many minutes of each hour the window of a ring is open.
const openMinutes = 20

// anyFreeze returns a freeze of up to two hours that begins soon.
func (w *world) anyFreeze(rings []string) fluxv1alpha1.Freeze {
	from := w.now.Add(time.Duration(w.random.Intn(60)) * time.Minute).UTC().Truncate(time.Minute)
	return fluxv1alpha1.Freeze{Name: "freeze", From: from.Format("2006-01-02T15:04"), To: from.Add(time.Duration(1+w.random.Intn(120)) * time.Minute).Format("2006-01-02T15:04"), TimeZone: "UTC", Rings: rings}
}

// holds returns what forbids that a member gets a change at the time of the decision, computed without the engine's
// calendar; empty if nothing does.
func (w *world) holds(rollout fluxv1alpha1.Rollout, ring ringView, member Member, was Record, target Target, in Input) string {
	now, overruled := in.Now.UTC(), w.overruled[ring.Name]
	for _, freeze := range slices.Concat(in.Freezes, freezesOf(rollout)) {
		isOverruled := freeze.IsApprovable && overruled.Target == target && slices.Contains(overruled.Freezes, freeze.From)
		if isInEffect(freeze, ring.Name, now) && !isOverruled {
			return "freeze " + freeze.Name
		}
	}
	isHourly := slices.ContainsFunc(ring.config.Windows, func(window fluxv1alpha1.Window) bool { return window.Cron != "" })
	if isHourly && now.Minute() >= openMinutes {
		return "the closed window"
	}
	if isHeldBack(rollout, member, was, now) {
		return "its own hold"
	}
	return ""
}

// isHeldBack returns whether a member that asks for no change does not get one.
func isHeldBack(rollout fluxv1alpha1.Rollout, member Member, was Record, now time.Time) bool {
	return rollout.ShootHold != nil && now.Before(member.Hold.Until) && (was.Offered.IsZero() || now.Sub(was.Offered.Time) < rollout.ShootHold.Max.Duration)
}

func isInEffect(freeze Freeze, ring string, now time.Time) bool {
	text := now.UTC().Format("2006-01-02T15:04")
	return text >= freeze.From && text < freeze.To && (len(freeze.Rings) == 0 || slices.Contains(freeze.Rings, ring))
}

// overrule records the freezes that an approval overrules, by the times when they begin. It returns the operation as an
// approval without regard to freezes, or an invalid one if it approves nothing.
func (w *world) overrule(after *State, in Input) string {
	name, is := strings.CutPrefix(in.Operation, "approve-during-freeze=")
	i := slices.IndexFunc(after.Rings, func(ring Ring) bool { return ring.Name == name })
	if !is || i < 0 {
		return in.Operation
	}
	own := Overruled{Target: after.Rings[i].Overruled.Target}
	for _, freeze := range slices.Concat(in.Freezes, freezesOf(after.Rollout)) {
		switch {
		case isInEffect(freeze, name, in.Now) && !freeze.IsApprovable:
			return "nothing"
		case isInEffect(freeze, name, in.Now):
			own.Freezes = append(own.Freezes, freeze.From)
		}
	}
	w.overruled[name] = own
	return "approve=" + name
}

func freezesOf(rollout fluxv1alpha1.Rollout) []Freeze {
	var all []Freeze
	for _, freeze := range rollout.Freezes {
		all = append(all, Freeze{Freeze: freeze, IsApprovable: true})
	}
	return all
}

// change edits flux-config.
func (w *world) change() {
	w.targets++
	if !w.calm && w.chance(10) && w.targets > 1 {
		w.source++
		w.push()
	}
	w.target = Revision{Data: map[string]string{"config.yaml": fmt.Sprint(w.targets)}, FluxVersion: "v2.9.0"}
	if w.chance(15) {
		w.target.FluxVersion = "v2.9.1"
	}
	w.sources[w.target.ID()] = w.source
	if !w.calm && w.chance(30) {
		w.bad[w.target.ID()] = true
	}
	w.prune(w.target.ID())
	w.note("target %s of repository %d, bad %t, removes %d", w.target.ID(), w.source, w.bad[w.target.ID()], w.prunes[w.target.ID()])
}

// push moves the branch.
func (w *world) push() {
	w.commits++
	w.branch = fmt.Sprintf("sha1:%08x%032x", w.source, w.commits)
	w.heads[w.source] = w.branch
	if !w.calm && w.chance(20) {
		w.bad[w.branch] = true
	}
	w.prune(w.branch)
	w.note("commit %s, bad %t, removes %d", w.branch, w.bad[w.branch], w.prunes[w.branch])
}

// prune lets a revision or a commit remove objects.
func (w *world) prune(name string) {
	if w.chance(30) {
		w.prunes[name] = 1 + w.random.Intn(3)
	}
}

// objects are what Flux applies with a revision and a commit.
func (w *world) objects(revision, commit string) []string {
	var all []string
	for of, name := range map[string]string{"configuration": revision, "commit": commit} {
		kept, prunes := 6, w.prunes[name]
		switch prunes {
		case 1:
			kept = 5
		case 2:
			kept = 1
		}
		for i := range kept {
			all = append(all, fmt.Sprintf("apps_%s-%d__ConfigMap", of, i))
		}
		if prunes != 3 {
			all = append(all, fmt.Sprintf("_%s__Namespace", of))
		}
	}
	slices.Sort(all)
	return all
}

// removed returns the seed's report on removed objects, and records the objects of a ready member.
func (w *world) removed(member *simulated, ready bool) *fluxv1alpha1.RemovedObjects {
	if w.state == nil {
		return nil
	}
	goal, passed := guard.GoalOf(member.delivered.Revision, "main@"+member.applied), w.state.PassedBy(member.Identity)
	applied := w.objects(goal.Revision, goal.Commit)
	history, base, known := member.history.Since(guard.Passed{Goal: guard.GoalOf(passed.Revision, passed.Commit), Promotes: w.state.Promotes()}, goal, ready)
	summary := guard.Unknown("not recorded")
	if known {
		summary = guard.Summarize(base, guard.Losses{Gone: base.Removed(applied)}, w.rollout.Guard.Protect)
	}
	if member.history = history; ready {
		member.history = history.With(guard.Snapshot{Goal: goal, Objects: applied, Gap: !known})
	}
	return summary
}

func (w *world) create() {
	w.created++
	name := fmt.Sprintf("shoot-%d", w.random.Intn(14))
	if w.members[name] != nil {
		return
	}
	member := &simulated{Member: Member{Identity: Identity{Name: name, UID: types.UID(fmt.Sprint(w.created)), Labels: map[string]string{}}, InWindow: w.chance(50), Confined: w.chance(20)}}
	w.relabel(member)
	w.members[name] = member
	w.note("%s is created in ring %s", name, member.Labels["ring"])
}

func (w *world) relabel(member *simulated) {
	member.baseline, member.had = nil, nil
	member.Labels = map[string]string{"ring": slices.Concat(ringNames, []string{"none"})[w.random.Intn(len(ringNames)+1)]}
}

func (w *world) names() []string { return slices.Sorted(maps.Keys(w.members)) }

// disturb makes a random change or failure.
func (w *world) disturb() {
	names := w.names()
	if len(names) == 0 {
		w.create()
		return
	}
	member := w.members[names[w.random.Intn(len(names))]]
	switch w.random.Intn(24) {
	case 23:
		if w.stop = nil; w.chance(40) {
			w.stop = &Stop{Since: w.now, Reason: "incident"}
		}
		w.note("all rollouts stopped: %t", w.stop != nil)
	case 21:
		if w.freezes = nil; w.chance(50) {
			w.freezes = []Freeze{{Freeze: w.anyFreeze(nil), IsOperators: true, IsApprovable: w.chance(50)}}
		}
		w.note("freezes of the operator: %v", w.freezes)
	case 22:
		member.Hold = Hold{Until: w.now.Add(time.Duration(w.random.Intn(90)-30) * time.Minute)}
		w.note("%s asks for no change until %s", member.Name, member.Hold.Until.Format(time.TimeOnly))
	case 20:
		if member.older != nil {
			member.enter(member.older)
			w.note("an older report of %s arrives", member.Name)
		}
	case 18:
		if w.wrong = 0; w.chance(50) {
			w.wrong = time.Duration(w.random.Intn(48*60)-24*60) * time.Minute
		}
		w.note("the leader's clock is ahead by %s", w.wrong)
	case 19:
		absence := time.Duration(w.random.Intn(24*60)) * time.Minute
		w.now = w.now.Add(absence)
		w.note("there is no leader for %s", absence)
	case 0, 1:
		w.change()
	case 2, 3:
		w.push()
	case 4:
		w.create()
	case 5:
		delete(w.members, member.Name)
		w.note("%s is deleted", member.Name)
	case 6:
		w.relabel(member)
		w.note("%s moves to ring %s", member.Name, member.Labels["ring"])
	case 7:
		member.Hibernated = !member.Hibernated
		w.note("%s: hibernated %t", member.Name, member.Hibernated)
	case 8:
		member.unreachable = !member.unreachable
		w.note("%s: unreachable %t", member.Name, member.unreachable)
	case 9:
		member.sick = !member.sick
		w.note("%s: sick %t", member.Name, member.sick)
	case 10:
		member.InWindow = !member.InWindow
		w.note("%s: in its window %t", member.Name, member.InWindow)
	case 11:
		switch {
		case w.chance(30):
			w.configure()
		case w.chance(50):
			w.merge()
		}
	case 15:
		if w.chance(40) {
			w.state, w.isLost = nil, true
			w.note("flux-rollout is lost")
		}
	case 16:
		member.suspended = !member.suspended
		w.note("%s: suspended %t", member.Name, member.suspended)
	case 14:
		for _, other := range w.members {
			other.enter(nil)
		}
		w.note("flux-status is lost")
	case 12, 13:
		if w.operation == "" {
			w.operation = w.anyOperation(member.Name)
			w.note("operation %s", w.operation)
			if w.chance(15) {
				w.change() // The same decision sees both.
			}
		}
	}
}

func (w *world) anyOperation(member string) string {
	ring := slices.Concat(ringNames, []string{"rest"})[w.random.Intn(len(ringNames)+1)]
	return []string{"pause", "resume", "resume", "approve=" + ring, "approve=" + ring, "approve-during-freeze=" + ring, "skip=" + member, "rollback", "wrong"}[w.random.Intn(9)]
}

// work delivers and reports each member with some probability: others are late.
func (w *world) work() {
	for _, name := range w.names() {
		member := w.members[name]
		if member.Hibernated || member.unreachable && w.chance(70) || member.suspended {
			w.reportAbsence(member)
			continue
		}
		if w.state != nil && (w.calm || w.chance(60)) {
			if permit := w.state.Permit(member.Identity); permit.Content != nil && permit.Target != member.delivered {
				member.delivered, member.progressing = permit.Target, true
				w.note("%s is given %s", name, permit.Target)
			}
		}
		if commit := member.delivered.Commit; commit != "" && w.chance(80) {
			member.applied = commit
		} else if commit == "" && w.chance(60) {
			member.applied = w.heads[w.sources[member.delivered.Revision]]
		}
		member.ready = !member.sick && !w.bad[member.delivered.Revision] && !w.bad[member.applied] && (member.delivered.Commit == "" || member.applied == member.delivered.Commit) &&
			(member.delivered.Revision == "" || w.isOf(member.applied, member.delivered.Revision))
		w.report(member)
	}
}

// isOf returns whether a commit is from the repository of a revision.
func (w *world) isOf(commit, revision string) bool {
	return strings.HasPrefix(commit, fmt.Sprintf("sha1:%08x", w.sources[revision]))
}

func (w *world) reportAbsence(member *simulated) {
	if member.entry == nil {
		return
	}
	status := *member.entry
	status.State = fluxv1alpha1.ShootUnreachable
	if member.suspended {
		status.State = fluxv1alpha1.ShootSuspended
	}
	if member.Hibernated {
		status.State = fluxv1alpha1.ShootHibernated
	}
	member.enter(&status)
}

// enter writes the entry of a Shoot in flux-status, or removes it.
func (s *simulated) enter(entry *fluxv1alpha1.ShootStatus) {
	if s.entry, s.Status = entry, nil; entry != nil {
		s.Status = StatusOf(entry)
	}
}

// report writes the entry of a member in flux-status, first as progressing.
func (w *world) report(member *simulated) {
	if !w.calm && w.chance(20) {
		return
	}
	status := fluxv1alpha1.ShootStatus{UID: member.UID, Revision: member.delivered.Revision, AppliedRevision: "main@" + member.applied, AttemptedRevision: "main@" + member.applied, State: fluxv1alpha1.ShootReady}
	switch {
	case member.progressing && !w.calm && w.chance(50), !w.isOf(member.applied, member.delivered.Revision):
		status.State = fluxv1alpha1.ShootProgressing
	case !member.ready && w.chance(50):
		status.State = fluxv1alpha1.ShootDegraded
	case !member.ready:
		status.State = fluxv1alpha1.ShootFailed
	}
	if status.State != fluxv1alpha1.ShootProgressing {
		member.progressing = false
	}
	status.Removed = w.removed(member, status.State.IsReady())
	status.Since, status.ObservedAt = metav1.NewTime(w.now), metav1.NewTime(w.now)
	member.older = member.entry
	if before := member.entry; before != nil && before.State == status.State {
		status.Since = before.Since
	}
	member.enter(&status)
}

func (w *world) input() Input {
	in := Input{Rollout: &w.rollout, Target: w.target, Source: Source{Kind: "GitRepository", Location: fmt.Sprint(w.source), Branch: "main"}, Operation: w.operation, Now: w.now.Add(w.wrong), Freezes: w.freezes, Stop: w.stop}
	if w.targets%7 == 6 && !w.calm && w.state != nil {
		in.Rollout = nil // flux-config is unreadable.
	}
	for _, name := range w.names() {
		in.Members = append(in.Members, w.members[name].Member)
	}
	in.Answers = w.anyAnswers(in.Now)
	return in
}
