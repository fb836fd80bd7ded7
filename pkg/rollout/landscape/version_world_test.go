// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape_test

import (
	"fmt"
	"slices"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

var seedRings = []string{"canary", "europe", "asia"}

// versionWorld is a landscape with Shoots that use the default Flux version, seeds that deliver what their notice board
// releases and report it later, and random disturbances.
type versionWorld struct {
	Landscape
	dice
	script
	// clock is the time, and wrong by how much that of the leader is ahead.
	clock     time.Time
	wrong     time.Duration
	version   int
	bad       map[string]bool
	operation string
	state     *rollout.State
	boards    map[string]VersionRelease
	silent    map[string]bool
	shoots    []*worldShoot
	created   int
	// calm is the end of the sequence, and lone the Shoot that fails even then.
	calm bool
	lone *worldShoot
	log  []string
	versionRules
}

type worldShoot struct {
	Shoot
	seed, version     string
	failed, installed bool
	// late is whether gardenlet does not reconcile it, and sick whether it fails with any version.
	late, sick bool
	reported   ReportedShoot
}

func newVersionWorld(s script) *versionWorld {
	w := &versionWorld{script: s, dice: s.dice(0), clock: time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC), version: 1, bad: map[string]bool{}, boards: map[string]VersionRelease{}, silent: map[string]bool{}}
	w.versionRules = newVersionRules()
	w.configure()
	for range 1 + w.IntN(5) {
		w.addSeed()
	}
	for range 1 + w.IntN(9) {
		w.create()
	}
	for _, shoot := range w.shoots {
		shoot.version, shoot.installed = w.target(), true
	}
	return w
}

func (w *versionWorld) target() string { return fmt.Sprintf("v2.9.%d", w.version) }

func (w *versionWorld) note(format string, arguments ...any) {
	w.log = append(w.log, w.clock.Format("Mon 15:04:05 ")+fmt.Sprintf(format, arguments...))
}

func (w *versionWorld) configure() {
	w.Rollouts = &configv1alpha1.Rollouts{FluxVersion: &configv1alpha1.FluxVersionRollout{MaxFailures: new(int32(w.IntN(3) * w.IntN(2)))}}
	if w.chance(30) {
		w.Rollouts.FluxVersion.ShootsPerHour = new(int32(6 + w.IntN(20)))
	}
	names := slices.Clone(seedRings)
	if w.chance(20) {
		w.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	}
	var text []string
	for _, name := range names[:1+w.IntN(len(names))] {
		soak := time.Duration(w.IntN(4)) * 3 * time.Minute
		w.Rollouts.Rings = append(w.Rollouts.Rings, configv1alpha1.SeedRing{Name: name, Seeds: &metav1.LabelSelector{MatchLabels: map[string]string{"ring": name}}, Soak: &metav1.Duration{Duration: soak}})
		text = append(text, fmt.Sprint(name, " ", soak))
	}
	w.Rollouts.FluxVersion.Soaks = map[string]metav1.Duration{"rest": {Duration: 3 * time.Minute}}
	configv1alpha1.SetDefaults_Rollouts(w.Rollouts)
	configv1alpha1.SetDefaults_FluxVersionRollout(w.Rollouts.FluxVersion)
	rate := "all at once"
	if per := w.Rollouts.FluxVersion.ShootsPerHour; per != nil {
		rate = fmt.Sprint(*per, " per hour")
	}
	w.note("rings %s, maxFailures %d, %s%s", strings.Join(text, ", "), *w.Rollouts.FluxVersion.MaxFailures, rate, w.addHolds(w.Rollouts, w.clock))
}

func (w *versionWorld) anyRing() string { return w.name(append(slices.Clone(seedRings), "none")...) }

func (w *versionWorld) addSeed() {
	w.created++
	name := fmt.Sprint("seed-", w.IntN(6))
	if w.seed(name) != nil {
		return
	}
	w.Seeds = append(w.Seeds, Seed{Name: name, UID: types.UID(fmt.Sprint(w.created)), Labels: map[string]string{"ring": w.anyRing()}})
	w.note("%s is added to ring %s", name, w.Seeds[len(w.Seeds)-1].Labels["ring"])
}

func (w *versionWorld) seed(name string) *Seed {
	for i := range w.Seeds {
		if w.Seeds[i].Name == name {
			return &w.Seeds[i]
		}
	}
	return nil
}

func (w *versionWorld) anySeed() *Seed {
	for len(w.Seeds) == 0 {
		w.addSeed()
	}
	return &w.Seeds[w.IntN(len(w.Seeds))]
}

func (w *versionWorld) create() *worldShoot {
	w.created++
	shoot := &worldShoot{Shoot: Shoot{Namespace: w.name("garden-a", "garden-b", "garden-c", "garden-d"), Name: fmt.Sprint("shoot-", w.created), UID: types.UID(fmt.Sprint(w.created))}, seed: w.anySeed().Name}
	w.shoots = append(w.shoots, shoot)
	w.note("%s/%s is created on %s", shoot.Namespace, shoot.Name, shoot.seed)
	return shoot
}

// disturb makes a random change or failure.
func (w *versionWorld) disturb() {
	if len(w.shoots) == 0 {
		w.create()
		return
	}
	shoot, seed := w.shoots[w.IntN(len(w.shoots))], w.anySeed()
	switch w.IntN(21) {
	case 0, 1, 2:
		w.change()
	case 3, 4, 5:
		shoot.sick = !shoot.sick
		w.note("%s: sick %t", shoot.Name, shoot.sick)
	case 6:
		shoot.Hibernated = !shoot.Hibernated
		w.note("%s: hibernated %t", shoot.Name, shoot.Hibernated)
	case 7:
		w.silent[seed.Name] = !w.silent[seed.Name]
		w.note("%s: silent %t", seed.Name, w.silent[seed.Name])
	case 8:
		seed.Labels = map[string]string{"ring": w.anyRing()}
		w.note("%s moves to ring %s", seed.Name, seed.Labels["ring"])
	case 9:
		w.addSeed()
	case 10:
		w.note("%s is removed", seed.Name)
		name := seed.Name
		w.shoots = slices.DeleteFunc(w.shoots, func(s *worldShoot) bool { return s.seed == name })
		w.Seeds = slices.DeleteFunc(w.Seeds, func(s Seed) bool { return s.Name == name })
	case 11:
		w.create()
	case 12:
		w.shoots = slices.DeleteFunc(w.shoots, func(s *worldShoot) bool { return s == shoot })
		w.note("%s is deleted", shoot.Name)
	case 13:
		shoot.seed = seed.Name
		w.note("%s moves to %s", shoot.Name, seed.Name)
	case 14:
		w.configure()
	case 15, 16:
		w.operation = w.anyOperation()
		w.note("operation %s", w.operation)
	case 17:
		if w.wrong = 0; w.chance(50) {
			w.wrong = time.Duration(w.IntN(48*60)-24*60) * time.Minute
		}
		w.note("the clock of the leader is ahead by %s", w.wrong)
	case 18:
		absence := time.Duration(w.IntN(24*60)) * time.Minute
		w.clock = w.clock.Add(absence)
		w.note("there was no leader for %s", absence)
	case 19:
		if w.chance(50) {
			w.loseState()
			return
		}
		w.Memory = Memory{}
		for _, ring := range w.rings {
			clear(ring.failed)
		}
		w.note("the Memory is lost")
	case 20:
		shoot.late = !shoot.late
		w.note("%s: late %t", shoot.Name, shoot.late)
	}
}

func (w *versionWorld) loseState() {
	w.state, w.Memory = nil, Memory{}
	w.note("the ConfigMap is deleted")
}

func (w *versionWorld) change() {
	w.version++
	w.bad[w.target()] = w.chance(20)
	w.note("version %s, bad %t", w.target(), w.bad[w.target()])
}

func (w *versionWorld) anyOperation() string {
	ring := w.name(append(slices.Clone(seedRings), "rest")...)
	return w.name("pause", "resume", "resume", "approve="+ring, "approve="+ring, "skip="+w.anySeed().Name, "rollback", "wrong")
}

// work lets gardenlet reconcile Shoots, and Flux start, each with some probability.
func (w *versionWorld) work() error {
	for _, shoot := range w.shoots {
		always := w.calm || w.prompt
		switch {
		case shoot.Hibernated || !always && w.chance(40):
			continue
		case shoot.version != "" && !shoot.installed && (always || w.chance(60)):
			isSick := shoot.sick || w.bad[shoot.version] || shoot == w.lone
			if shoot.failed != isSick || !isSick {
				w.note("    %s: Flux %s runs %t", shoot.Name, shoot.version, !isSick)
			}
			shoot.failed, shoot.installed = isSick, !isSick
		case shoot.installed && shoot.sick && w.chance(30):
			shoot.failed, shoot.installed = true, false
		}
		if shoot.late {
			continue
		}
		if err := w.reconcile(shoot); err != nil {
			return err
		}
	}
	return nil
}

// reconcile gives a Shoot the version that the notice board of its seed permits.
func (w *versionWorld) reconcile(shoot *worldShoot) error {
	version := w.boards[shoot.seed].Permit(shoot.UID, shoot.version, func(string) bool { return true }).Version
	if version == "" {
		version = w.target()
	}
	if version == shoot.version {
		return nil
	}
	if err := w.checkReconciled(w, shoot, version); err != nil {
		return err
	}
	w.note("    %s on %s gets %s after %q", shoot.Name, shoot.seed, version, shoot.version)
	shoot.version, shoot.installed = version, false
	if w.chance(50) {
		shoot.failed = false
	}
	return nil
}

// observe lets the seeds report, and the leader read the reports.
func (w *versionWorld) observe() {
	for i := range w.Seeds {
		seed := &w.Seeds[i]
		seed.Shoots, seed.Report = nil, map[types.UID]ReportedShoot{}
		for _, shoot := range w.shoots {
			if shoot.seed != seed.Name {
				continue
			}
			seed.Shoots = append(seed.Shoots, shoot.Shoot)
			if w.calm || w.prompt || w.chance(80) {
				shoot.reported = ReportedShoot{Namespace: shoot.Namespace, Name: shoot.Name, UID: shoot.UID, FluxVersion: shoot.version, Failed: shoot.failed, Installed: shoot.installed}
			}
			if shoot.reported.UID != "" {
				seed.Report[shoot.UID] = shoot.reported
			}
		}
		if w.silent[seed.Name] {
			seed.Report = nil
		}
	}
	w.Now = w.clock.Add(w.wrong)
}

// decide decides and stores like the garden controller, and checks the rules.
func (w *versionWorld) decide() error {
	w.observe()
	before := w.state
	observed := w.ObserveVersion(w.target(), before)
	observed.Input.Operation, observed.Input.Stop = w.operation, stopOf(w.IsStopped)
	decision := rollout.Decide(before, observed.Input)
	for _, event := range decision.Events {
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
		if before != nil {
			w.note("before: %+v", before.Rings)
		}
		w.note("after: %s", decision.Progress.Message)
		for _, ring := range decision.State.Rings {
			w.note("  %+v", ring)
		}
		return err
	}
	w.operation, decision.State.Operation, w.wasStopped = "", "", w.IsStopped
	w.state, w.Memory = decision.State, observed.Memory
	if w.chance(3) {
		if err := w.store(); err != nil {
			return err
		}
	}
	clear(w.boards)
	for _, seed := range w.Seeds {
		w.boards[seed.Name] = ReleaseOfVersion(w.state, seed.Identity())
	}
	return nil
}

// store reads the stored state.
func (w *versionWorld) store() error {
	values, err := w.state.Encode()
	if err != nil {
		return err
	}
	if w.state, err = rollout.Decode(&corev1.ConfigMap{BinaryData: values}); err != nil {
		return err
	}
	text, err := w.Memory.Encode()
	w.Memory = DecodeMemory(text)
	return err
}
