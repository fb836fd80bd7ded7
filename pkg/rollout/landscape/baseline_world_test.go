// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

// baselineWorld is a landscape whose seeds deliver the released baseline, and report it later, and random disturbances.
type baselineWorld struct {
	Landscape
	dice
	script
	// clock is the time, and wrong by how much that of the leader is ahead.
	clock     time.Time
	wrong     time.Duration
	target    *configv1alpha1.Baseline
	changes   int
	commits   int
	bad       map[string]bool
	removes   map[string]bool
	operation string
	state     *rollout.State
	boards    map[string]BaselineRelease
	silent    map[string]bool
	shoots    []*baselineShoot
	created   int
	calm      bool
	log       []string
	baselineRules
}

type baselineShoot struct {
	Shoot
	seed string
	// sick is whether each baseline fails, hung whether nothing changes, and own the commit that its administrators report.
	sick, hung, unreachable bool
	own                     string
	// present is the state in the shoot, and reported the last report.
	present, reported *ReportedBaseline
	isReported        bool
}

func newBaselineWorld(s script) *baselineWorld {
	w := &baselineWorld{
		script: s, dice: s.dice(0), clock: time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC),
		bad: map[string]bool{}, removes: map[string]bool{}, boards: map[string]BaselineRelease{}, silent: map[string]bool{}, baselineRules: newBaselineRules(),
	}
	w.configure()
	w.push()
	w.change()
	w.bad, w.removes = map[string]bool{}, map[string]bool{}
	for range 2 + w.IntN(4) {
		w.addSeed()
	}
	for range 2 + w.IntN(9) {
		w.create()
	}
	return w
}

func (w *baselineWorld) revision() string { return BaselineRevision(w.target).ID() }

func (w *baselineWorld) commit() string { return fmt.Sprintf("sha1:%040x", w.commits) }

func (w *baselineWorld) note(format string, arguments ...any) {
	w.log = append(w.log, w.clock.Format("Mon 15:04:05 ")+fmt.Sprintf(format, arguments...))
}

func (w *baselineWorld) configure() {
	w.Rollouts = &configv1alpha1.Rollouts{Baseline: &configv1alpha1.BaselineRollout{
		MaxFailures: new(int32(w.IntN(3))), ProgressDeadline: &metav1.Duration{Duration: 10 * time.Minute}, Soaks: map[string]metav1.Duration{"rest": {Duration: 3 * time.Minute}},
	}}
	if w.chance(30) {
		w.Rollouts.Baseline.Source = fluxv1alpha1.RolloutSourceFollow
	}
	var text []string
	for _, name := range seedRings[:1+w.IntN(len(seedRings))] {
		ring := configv1alpha1.SeedRing{Name: name, Seeds: &metav1.LabelSelector{MatchLabels: map[string]string{"ring": name}}, Soak: &metav1.Duration{Duration: time.Duration(w.IntN(3)) * 3 * time.Minute}}
		if w.chance(15) {
			ring.Approval = fluxv1alpha1.ApprovalManual
		}
		w.Rollouts.Rings = append(w.Rollouts.Rings, ring)
		text = append(text, fmt.Sprint(name, " ", ring.Soak.Duration, " ", ring.Approval))
	}
	configv1alpha1.SetDefaults_Rollouts(w.Rollouts)
	configv1alpha1.SetDefaults_BaselineRollout(w.Rollouts.Baseline)
	w.note("rings %s; %s, maxFailures %d%s", strings.Join(text, ", "), w.Rollouts.Baseline.Source, *w.Rollouts.Baseline.MaxFailures, w.addHolds(w.Rollouts, w.clock))
}

func (w *baselineWorld) addSeed() {
	w.created++
	name := fmt.Sprint("seed-", w.IntN(6))
	if w.seed(name) == nil {
		w.Seeds = append(w.Seeds, Seed{Name: name, UID: types.UID(fmt.Sprint(w.created)), Labels: map[string]string{"ring": w.name(append(slices.Clone(seedRings), "canary", "none")...)}})
		w.note("%s is added to ring %s", name, w.Seeds[len(w.Seeds)-1].Labels["ring"])
	}
}

func (w *baselineWorld) seed(name string) *Seed {
	for i := range w.Seeds {
		if w.Seeds[i].Name == name {
			return &w.Seeds[i]
		}
	}
	return nil
}

func (w *baselineWorld) create() {
	w.created++
	uid := fmt.Sprint(w.created)
	shoot := &baselineShoot{Shoot: Shoot{Namespace: "garden-" + w.name("a", "b", "c", "d"), Name: "shoot-" + uid, UID: types.UID(uid)}, seed: w.Seeds[w.IntN(len(w.Seeds))].Name}
	w.shoots = append(w.shoots, shoot)
	w.note("%s/%s is created on %s", shoot.Namespace, shoot.Name, shoot.seed)
}

// change changes the baseline.
func (w *baselineWorld) change() {
	w.changes++
	w.target = baselineWith(fmt.Sprint("./", w.changes), func(b *configv1alpha1.Baseline) {
		switch {
		case !w.calm && w.changes > 1 && w.chance(10):
			b.State, b.DeletionPolicy = configv1alpha1.BaselineAbsent, configv1alpha1.BaselinePrune
		case !w.calm && w.changes > 1 && w.chance(20):
			b.Shoots = &configv1alpha1.BaselineShoots{Projects: []string{"a", "b"}}
		}
	})
	w.bad[w.revision()] = w.chance(25)
	w.note("baseline %s, %s, selection %t, bad %t", w.revision(), w.target.State, w.target.Shoots != nil, w.bad[w.revision()])
}

// push moves the branch.
func (w *baselineWorld) push() {
	w.commits++
	w.bad[w.commit()], w.removes[w.commit()] = w.chance(20), w.chance(20)
	w.note("commit %s, bad %t, removes objects %t", w.commit(), w.bad[w.commit()], w.removes[w.commit()])
}

// disturb makes a random change or failure.
func (w *baselineWorld) disturb() {
	if len(w.shoots) == 0 {
		w.create()
		return
	}
	shoot, seed := w.shoots[w.IntN(len(w.shoots))], &w.Seeds[w.IntN(len(w.Seeds))]
	switch w.IntN(20) {
	case 0, 1:
		w.change()
	case 2, 3:
		w.push()
	case 4, 5:
		shoot.sick = !shoot.sick
		w.note("%s: sick %t", shoot.Name, shoot.sick)
	case 6:
		shoot.hung = !shoot.hung
		w.note("%s: hung %t", shoot.Name, shoot.hung)
	case 7:
		shoot.unreachable = !shoot.unreachable
		w.note("%s: unreachable %t", shoot.Name, shoot.unreachable)
	case 8, 9:
		shoot.Hibernated = !shoot.Hibernated
		w.note("%s: hibernated %t", shoot.Name, shoot.Hibernated)
	case 10:
		if shoot.own = ""; w.chance(60) {
			shoot.own = fmt.Sprintf("sha1:%040x", 0xbad0+w.IntN(2))
		}
		w.note("%s: its administrators report %q", shoot.Name, shoot.own)
	case 11:
		w.silent[seed.Name] = !w.silent[seed.Name]
		w.note("%s: silent %t", seed.Name, w.silent[seed.Name])
	case 12:
		seed.Labels = map[string]string{"ring": w.name(append(slices.Clone(seedRings), "none")...)}
		w.note("%s moves to ring %s", seed.Name, seed.Labels["ring"])
	case 13:
		w.addSeed()
	case 14:
		w.create()
	case 15:
		w.shoots = slices.DeleteFunc(w.shoots, func(s *baselineShoot) bool { return s == shoot })
		w.note("%s is deleted", shoot.Name)
	case 16:
		if w.chance(30) {
			w.configure()
		}
	case 17:
		ring := w.name("canary", "europe", "asia", "rest")
		w.operation = w.name("pause", "resume", "resume", "approve="+ring, "approve="+ring, "skip="+seed.Name, "rollback", "wrong")
		w.note("operation %s", w.operation)
	case 18:
		absence := time.Duration(w.IntN(24*60)) * time.Minute
		w.clock = w.clock.Add(absence)
		w.note("there was no leader for %s", absence)
	case 19:
		if w.chance(50) {
			w.state, w.Memory = nil, Memory{}
			w.note("the ConfigMap is deleted")
			return
		}
		w.Memory = Memory{}
		for _, ring := range w.rings {
			clear(ring.failed)
		}
		w.note("the Memory is lost")
	}
}

func isSelected(baseline *configv1alpha1.Baseline, shoot Shoot) bool {
	if baseline.State == configv1alpha1.BaselineAbsent {
		return false
	}
	return baseline.Shoots == nil || slices.Contains(baseline.Shoots.Projects, strings.TrimPrefix(shoot.Namespace, "garden-"))
}

// work lets the seeds deliver their releases, and Flux apply them, each with some probability.
func (w *baselineWorld) work() {
	for _, shoot := range w.shoots {
		always := w.calm || w.prompt
		release := w.boards[shoot.seed]
		if release.Baseline == nil || shoot.Hibernated || shoot.unreachable || shoot.hung || !always && w.chance(40) {
			continue
		}
		if !isSelected(release.Baseline, shoot.Shoot) {
			shoot.present = nil
			continue
		}
		before := shoot.present
		if before == nil {
			before = &ReportedBaseline{}
		}
		commit := w.commit()
		if release.Commit != "" {
			commit = release.Commit
		}
		now := &ReportedBaseline{State: fluxv1alpha1.ShootReady, Revision: release.Revision, AppliedRevision: "main@" + commit, AttemptedRevision: "main@" + commit, Removed: &fluxv1alpha1.RemovedObjects{Before: 10}}
		isOther := before.Revision != now.Revision || before.AttemptedRevision != now.AttemptedRevision
		now.Unwell = before.Unwell
		if isOther && before.State != "" {
			now.Unwell = before.State != fluxv1alpha1.ShootReady && (before.State != fluxv1alpha1.ShootProgressing || before.Unwell)
		}
		if w.removes[commit] && (release.Passed.Revision != release.Revision || release.Passed.Commit != "" && release.Passed.Commit != commit) {
			now.Removed = &fluxv1alpha1.RemovedObjects{Before: 10, Count: 9}
		}
		switch {
		case shoot.sick || w.bad[release.Revision] || w.bad[commit]:
			now.State, now.Message, now.AppliedRevision = fluxv1alpha1.ShootFailed, "the baseline is broken", before.AppliedRevision
		case isOther && !always && w.chance(40):
			now.State, now.AppliedRevision = fluxv1alpha1.ShootProgressing, before.AppliedRevision
		default:
			now.Unwell = false
			if shoot.own != "" {
				now.AppliedRevision, now.AttemptedRevision = "main@"+shoot.own, "main@"+shoot.own
			}
		}
		if text := fmt.Sprint(now.State, " with ", now.Revision, " at ", now.AttemptedRevision); shoot.present == nil || before.State != now.State || isOther {
			w.note("    %s on %s is %s", shoot.Name, shoot.seed, text)
		}
		shoot.present = now
	}
}

// observe lets the seeds report, and the leader read the reports.
func (w *baselineWorld) observe() {
	for i := range w.Seeds {
		seed := &w.Seeds[i]
		seed.Shoots, seed.Report = nil, map[types.UID]ReportedShoot{}
		for _, shoot := range w.shoots {
			if shoot.seed != seed.Name {
				continue
			}
			seed.Shoots = append(seed.Shoots, shoot.Shoot)
			if w.calm || w.prompt || w.chance(80) {
				shoot.reported, shoot.isReported = shoot.present, true
				if shoot.unreachable && shoot.present != nil {
					away := *shoot.present
					away.State = fluxv1alpha1.ShootUnreachable
					shoot.reported = &away
				}
			}
			if shoot.isReported {
				seed.Report[shoot.UID] = ReportedShoot{Namespace: shoot.Namespace, Project: strings.TrimPrefix(shoot.Namespace, "garden-"), Name: shoot.Name, UID: shoot.UID, Baseline: shoot.reported}
			}
		}
		if w.silent[seed.Name] {
			seed.Report = nil
		}
	}
	w.Now = w.clock.Add(w.wrong)
}

// decide decides like the garden controller, and checks the rules.
func (w *baselineWorld) decide() error {
	w.observe()
	before := w.state
	observed := w.ObserveBaseline(w.target, before)
	observed.Input.Operation, observed.Input.Stop = w.operation, stopOf(w.IsStopped)
	decision := rollout.Decide(before, observed.Input)
	for _, event := range slices.Concat(observed.Events, decision.Events) {
		w.note("    %s: %s", event.Reason, event.Note)
	}
	err := checkHolds(w.Rollouts, before, observed.Input, decision)
	if err == nil {
		err = checkStop(before, observed.Input, decision.State)
	}
	if err == nil {
		err = w.check(w, before, decision, w.operation)
	}
	if err != nil {
		w.note("after: %s", decision.Progress.Message)
		for _, ring := range decision.State.Rings {
			w.note("  %+v", ring)
		}
		return err
	}
	w.operation, decision.State.Operation = "", ""
	w.state, w.Memory = decision.State, observed.Memory
	clear(w.boards)
	for _, seed := range w.Seeds {
		w.boards[seed.Name] = BaselineReleaseFor(w.state, seed.Identity())
	}
	return nil
}
