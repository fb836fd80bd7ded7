// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape_test

import (
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

// fleet is a landscape with the rings canary (seed one), europe (two and three) and rest (four), whose Shoots use the
// default Flux version.
type fleet struct {
	Landscape
	version   string
	operation string
	state     *rollout.State
	last      rollout.Decision
	failing   []FailingProject
	shoots    []*fleetShoot
	// silent are the seeds without a report.
	silent map[string]bool
	// isGood is whether checks are answered as required.
	isGood bool
}

// answerAll answers the questions of the last decision.
func answerAll(questions []rollout.Question, now time.Time, isGood bool) []rollout.Answer {
	var answers []rollout.Answer
	for _, question := range questions {
		answer := rollout.Answer{ID: question.ID, At: now, Until: now.Add(time.Hour), Note: "no"}
		if isGood {
			answer.GoodSince = now
		}
		answers = append(answers, answer)
	}
	return answers
}

type fleetShoot struct {
	Shoot
	seed              string
	version           string
	failed, installed bool
	// taking is whether gardenlet reconciles it.
	taking bool
}

func newFleet() *fleet {
	f := &fleet{version: "v2.8.6", silent: map[string]bool{}}
	f.Now = time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	f.Rollouts = &configv1alpha1.Rollouts{
		FluxVersion: &configv1alpha1.FluxVersionRollout{Soaks: map[string]metav1.Duration{"rest": {Duration: time.Minute}}},
		Rings: []configv1alpha1.SeedRing{
			{Name: "canary", Seeds: &metav1.LabelSelector{MatchLabels: map[string]string{"stage": "canary"}}, Soak: &metav1.Duration{Duration: 10 * time.Minute}},
			{Name: "europe", Seeds: &metav1.LabelSelector{MatchLabels: map[string]string{"region": "europe"}}, Soak: &metav1.Duration{Duration: 5 * time.Minute}},
		},
	}
	configv1alpha1.SetDefaults_Rollouts(f.Rollouts)
	configv1alpha1.SetDefaults_FluxVersionRollout(f.Rollouts.FluxVersion)
	f.Seeds = []Seed{
		{Name: "one", UID: "one", Labels: map[string]string{"stage": "canary", "region": "europe"}}, {Name: "two", UID: "two", Labels: map[string]string{"region": "europe"}},
		{Name: "three", UID: "three", Labels: map[string]string{"region": "europe"}}, {Name: "four", UID: "four"},
	}
	for i, seed := range []string{"one", "one", "one", "two", "two", "three", "four", "four", "four", "four"} {
		f.add(fmt.Sprint("garden-", i), seed)
	}
	return f
}

func (f *fleet) add(project, seed string) *fleetShoot {
	uid := types.UID(fmt.Sprint(len(f.shoots)))
	shoot := &fleetShoot{Shoot: Shoot{Namespace: project, Name: "shoot-" + string(uid), UID: uid}, seed: seed, version: "v2.8.6", installed: true, taking: true}
	f.shoots = append(f.shoots, shoot)
	return shoot
}

// settledFleet returns a fleet whose Shoots all have a version.
func settledFleet() *fleet {
	f := newFleet()
	f.pass(40)
	Expect(f.last.Progress.Phase).To(Equal(rollout.PhaseComplete), f.last.Progress.Message)
	return f
}

// updating returns a fleet with a new default version.
func updating() *fleet {
	f := settledFleet()
	f.version = "v2.9.1"
	return f
}

// pass decides each minute; then gardenlet reconciles all Shoots.
func (f *fleet) pass(minutes int) {
	GinkgoHelper()
	for range minutes {
		f.decide(time.Minute)
		f.store()
		f.take()
	}
}

// passHours decides every five minutes.
func (f *fleet) passHours(hours int) {
	GinkgoHelper()
	for range hours * 12 {
		f.decide(5 * time.Minute)
		f.take()
	}
}

// decide has the seeds report, and decides.
func (f *fleet) decide(after time.Duration) {
	GinkgoHelper()
	f.Now = f.Now.Add(after)
	for i := range f.Seeds {
		seed := &f.Seeds[i]
		seed.Shoots, seed.Report = nil, map[types.UID]ReportedShoot{}
		for _, shoot := range f.shoots {
			if shoot.seed == seed.Name {
				seed.Shoots = append(seed.Shoots, shoot.Shoot)
				seed.Report[shoot.UID] = ReportedShoot{Namespace: shoot.Namespace, Name: shoot.Name, UID: shoot.UID, FluxVersion: shoot.version, Failed: shoot.failed, Installed: shoot.installed}
			}
		}
		if f.silent[seed.Name] {
			seed.Report = nil
		}
	}
	observed := f.ObserveVersion(f.version, f.state)
	observed.Input.Operation = f.operation
	observed.Input.Answers = answerAll(f.last.Questions, f.Now, f.isGood)
	f.last = rollout.Decide(f.state, observed.Input)
	f.last.State.Operation, f.operation = "", ""
	f.state, f.Memory, f.failing = f.last.State, observed.Memory, observed.Failing
}

// store reads the stored state.
func (f *fleet) store() {
	GinkgoHelper()
	values, err := f.state.Encode()
	Expect(err).NotTo(HaveOccurred())
	f.state, err = rollout.Decode(&corev1.ConfigMap{BinaryData: values})
	Expect(err).NotTo(HaveOccurred())
	memory, err := f.Memory.Encode()
	Expect(err).NotTo(HaveOccurred())
	f.Memory = DecodeMemory(memory)
}

func (f *fleet) release(seed string) VersionRelease {
	for _, own := range f.Seeds {
		if own.Name == seed {
			return ReleaseOfVersion(f.state, own.Identity())
		}
	}
	return VersionRelease{}
}

// take gives each Shoot the permitted version, like a reconciliation by gardenlet.
func (f *fleet) take() {
	for _, shoot := range f.shoots {
		if shoot.taking && !shoot.Hibernated {
			shoot.version = f.release(shoot.seed).Permit(shoot.UID, shoot.version, func(string) bool { return true }).Version
		}
	}
}

// fails makes the installation fail in Shoots.
func (f *fleet) fails(shoots ...int) {
	for _, i := range shoots {
		f.shoots[i].failed, f.shoots[i].installed = true, false
	}
}

// runs makes the installation run in Shoots.
func (f *fleet) runs(shoots ...int) {
	for _, i := range shoots {
		f.shoots[i].failed, f.shoots[i].installed = false, true
	}
}

func (f *fleet) on(seed string) []string {
	var versions []string
	for _, shoot := range f.shoots {
		if shoot.seed == seed {
			versions = append(versions, shoot.version)
		}
	}
	return versions
}

func (f *fleet) phase() rollout.Phase { return f.last.Progress.Phase }

var _ = Describe("The rollout of the default Flux version", func() {
	It("begins with each ring after the soak of the previous one", func() {
		f := updating()
		f.pass(11)
		Expect(f.on("one")).To(HaveEach("v2.9.1"))
		Expect(f.on("two")).To(HaveEach("v2.8.6"))
		Expect(f.last.Progress).To(And(HaveField("Phase", rollout.PhaseSoaking), HaveField("Message", "ring canary: its seeds to stay ready"), HaveField("FluxVersion", "v2.9.1")))
		Expect(f.release("two")).To(Equal(VersionRelease{Version: "v2.9.1", From: "v2.8.6"}))
		f.pass(1)
		Expect(f.on("two")).To(HaveEach("v2.9.1"))
		Expect(f.on("three")).To(HaveEach("v2.9.1"), "the same ring")
		Expect(f.on("four")).To(HaveEach("v2.8.6"))
		f.pass(20)
		Expect(f.on("four")).To(HaveEach("v2.9.1"))
		Expect(f.phase()).To(Equal(rollout.PhaseComplete))
		Expect(f.release("two")).To(Equal(VersionRelease{Version: "v2.9.1", From: "v2.9.1", Released: rollout.All}))
	})

	It("begins with the first ring if there was no rollout", func() {
		f := newFleet()
		f.version = "v2.9.1"
		f.pass(5)
		Expect(f.on("one")).To(HaveEach("v2.9.1"))
		Expect(f.on("four")).To(HaveEach("v2.8.6"))
		Expect(f.release("four").From).To(BeEmpty())
	})

	It("begins with the first ring if there was no rollout, and the Shoots on a seed have several versions", func() {
		f := newFleet()
		f.version = "v2.9.1"
		f.shoots[0].version, f.shoots[6].version = "v2.7.5", "v2.7.5"
		f.pass(2)
		Expect(f.on("one")).To(HaveEach("v2.9.1"))
		Expect(f.on("four")).To(ConsistOf("v2.7.5", "v2.8.6", "v2.8.6", "v2.8.6"))
		f.fails(1)
		f.pass(1)
		Expect(f.phase()).To(Equal(rollout.PhaseStopped))
	})

	It("waits for approval of a ring", func() {
		f := updating()
		f.Rollouts.Rings[1].Approval = "Manual"
		f.pass(100)
		Expect(f.phase()).To(Equal(rollout.PhaseWaitingForApproval))
		Expect(f.on("two")).To(HaveEach("v2.8.6"))
		f.operation = "approve=europe"
		f.pass(1)
		Expect(f.on("two")).To(HaveEach("v2.9.1"))
	})

	It("stops while too many projects fail, and soaks again afterwards", func() {
		f := updating()
		f.pass(8)
		f.fails(1)
		f.pass(60)
		Expect(f.phase()).To(Equal(rollout.PhaseStopped))
		Expect(f.last.Progress.Message).To(Equal("ring canary: one: Shoot garden-1/shoot-1: Flux v2.9.1 could not be installed"))
		Expect(f.failing).To(Equal([]FailingProject{{Ring: "canary", Project: "garden-1", Reason: "Shoot garden-1/shoot-1: Flux v2.9.1 could not be installed"}}))
		Expect(f.on("two")).To(HaveEach("v2.8.6"))
		f.runs(1)
		f.pass(10)
		Expect(f.on("two")).To(HaveEach("v2.8.6"))
		f.pass(1)
		Expect(f.on("two")).To(HaveEach("v2.9.1"))
	})

	It("remembers a failure when the Shoot is hibernated", func() {
		f := updating()
		f.pass(3)
		f.fails(0, 1, 2)
		f.pass(1)
		for i := range 3 {
			f.shoots[i].Hibernated = true
		}
		f.pass(200)
		Expect(f.phase()).To(Equal(rollout.PhaseStopped))
		Expect(f.on("two")).To(HaveEach("v2.8.6"))
		f.operation = "skip=one"
		f.pass(1)
		Expect(f.on("two")).To(HaveEach("v2.9.1"), "the operator does not wait for it")
	})

	It("is stopped by a single project for at most a week, also if it fails again and again", func() {
		f := updating()
		f.pass(8)
		hours := 0
		for ; f.on("two")[0] == "v2.8.6" && hours < 30*24; hours += 10 {
			f.fails(1)
			f.passHours(9)
			f.runs(1)
			f.pass(5)
		}
		Expect(hours).To(BeNumerically("~", 7*24, 24))
	})

	It("is stopped by a single project for at most a week if its seed has no other one, and another seed proves the version", func() {
		f := updating()
		f.Seeds[1].Labels = f.Seeds[0].Labels
		for i := range 3 {
			f.shoots[i].Namespace = "garden-hostile"
		}
		f.pass(2)
		f.fails(0, 1, 2)
		f.passHours(6 * 24)
		Expect(f.phase()).To(Equal(rollout.PhaseStopped))
		f.passHours(26)
		Expect(f.on("four")).To(HaveEach("v2.9.1"))
	})

	It("is stopped without a time limit by two projects", func() {
		f := updating()
		f.pass(8)
		f.fails(0, 1)
		f.passHours(9 * 24)
		Expect(f.phase()).To(Equal(rollout.PhaseStopped))
		Expect(f.on("two")).To(HaveEach("v2.8.6"))
		f.runs(0)
		f.passHours(8 * 24)
		Expect(f.on("two")).To(HaveEach("v2.9.1"), "garden-1 has stopped it alone for long enough")
	})

	It("is stopped without a time limit by two projects that fail in turn", func() {
		f := updating()
		f.pass(8)
		for i := range 12 * 24 * 6 {
			f.fails(i % 2)
			f.decide(5 * time.Minute)
			f.runs(i % 2)
			f.decide(5 * time.Minute)
		}
		f.fails(0, 1)
		f.pass(12)
		Expect(f.phase()).To(Equal(rollout.PhaseStopped))
	})

	It("stores nothing more when it is complete, although a project has stopped it", func() {
		f := updating()
		f.pass(3)
		f.fails(1)
		f.pass(3)
		f.runs(1)
		f.passHours(8 * 24)
		Expect(f.phase()).To(Equal(rollout.PhaseComplete))
		stored := f.Memory
		f.passHours(1)
		Expect(f.Memory).To(Equal(stored))
	})

	It("does not count a pause as time that a project has stopped it", func() {
		f := updating()
		f.pass(8)
		f.fails(1)
		f.operation = "pause"
		f.passHours(8 * 24)
		f.operation = "resume"
		f.pass(2)
		Expect(f.phase()).To(Equal(rollout.PhaseStopped))
	})

	It("does not pass a ring in which the version has failed everywhere, whatever maxFailures", func() {
		f := updating()
		*f.Rollouts.FluxVersion.MaxFailures = 3
		f.pass(1)
		f.fails(0, 1, 2)
		f.passHours(8 * 24)
		Expect(f.phase()).To(Equal(rollout.PhaseHolding))
		Expect(f.last.Progress.Message).To(ContainSubstring("one (its projects have failed, within maxFailures; Shoot garden-0/shoot-0: Flux v2.9.1 could not be installed (and 2 more))"))
		Expect(f.on("two")).To(HaveEach("v2.8.6"))
		f.runs(2)
		f.pass(12)
		Expect(f.on("two")).To(HaveEach("v2.9.1"))
	})

	It("does not count a Shoot that had failed before, not even as proof, until its installation succeeds", func() {
		f := settledFleet()
		f.fails(0)
		f.pass(1)
		f.version = "v2.9.1"
		f.pass(3)
		Expect(f.phase()).To(Equal(rollout.PhaseSoaking))
		f.runs(0)
		f.pass(1)
		f.fails(0)
		f.pass(1)
		Expect(f.phase()).To(Equal(rollout.PhaseStopped))
	})

	It("does not count a Shoot that has failed before it got the version", func() {
		f := updating()
		f.Rollouts.FluxVersion.Soaks["rest"] = metav1.Duration{Duration: time.Hour}
		f.pass(3)
		f.fails(9)
		f.pass(30)
		Expect(f.shoots[9].version).To(Equal("v2.9.1"))
		Expect(f.phase()).NotTo(Equal(rollout.PhaseStopped))
		f.shoots[9].failed = false // It is being installed again.
		f.pass(1)
		f.fails(9)
		f.pass(1)
		Expect(f.phase()).NotTo(Equal(rollout.PhaseStopped))
	})

	It("counts failures although what was observed before is lost", func() {
		f := updating()
		f.pass(3)
		f.fails(0)
		f.pass(1)
		f.Memory = Memory{}
		f.pass(5)
		Expect(f.phase()).To(Equal(rollout.PhaseStopped))
	})

	It("counts a failure with a version whose rollout was not complete for the next version", func() {
		f := updating()
		f.pass(1)
		f.fails(0, 1, 2)
		f.pass(5)
		f.version = "v2.9.2"
		f.pass(100)
		Expect(f.on("one")).To(HaveEach("v2.9.2"))
		Expect(f.phase()).To(Equal(rollout.PhaseStopped))
		Expect(f.on("two")).To(HaveEach("v2.8.6"))
	})

	It("counts a failure with a replaced version also if gardenlet takes longer than a decision", func() {
		f := updating()
		f.pass(1)
		f.fails(0, 1)
		f.pass(5)
		for _, version := range []string{"v2.9.2", "v2.9.3"} {
			f.version = version
			for i := range 3 {
				f.shoots[i].taking = false
			}
			f.pass(5)
		}
		for i := range 3 {
			f.shoots[i].taking = true
		}
		f.pass(5)
		Expect(f.on("one")).To(HaveEach("v2.9.3"))
		Expect(f.phase()).To(Equal(rollout.PhaseStopped))
	})

	It("counts a failure with a version that is configured again", func() {
		f := updating()
		f.pass(1)
		f.fails(0, 1)
		f.pass(5)
		for i := range 3 {
			f.shoots[i].taking = false // Flux is not downgraded.
		}
		f.version = "v2.8.6"
		f.pass(5)
		f.version = "v2.9.1"
		f.pass(5)
		Expect(f.phase()).To(Equal(rollout.PhaseStopped))
	})

	It("counts maxFailures projects in each ring, each with all of its Shoots", func() {
		f := updating()
		*f.Rollouts.FluxVersion.MaxFailures = 1
		f.shoots[0].Namespace, f.shoots[2].Namespace = "garden-many", "garden-many"
		f.pass(3)
		f.fails(0, 2)
		f.pass(1)
		Expect(f.phase()).To(Equal(rollout.PhaseSoaking))
		f.fails(1)
		f.pass(1)
		Expect(f.phase()).To(Equal(rollout.PhaseStopped))
		f.runs(1)
		f.pass(12)
		f.fails(3)
		f.pass(8)
		Expect(f.on("four")).To(HaveEach("v2.9.1"), "one in each ring")
	})

	It("stores a limited number of Shoots of each project", func() {
		f := newFleet()
		for range 2500 {
			f.add("garden-many", "one")
		}
		for i := range 2500 {
			f.add(fmt.Sprint("garden-other-", i), "one")
		}
		for _, shoot := range f.shoots {
			shoot.failed, shoot.installed = true, false
		}
		f.decide(time.Minute)
		Expect(f.Memory.FailedBefore).To(HaveLen(2000))
		memory, err := f.Memory.Encode()
		Expect(err).NotTo(HaveOccurred())
		Expect(len(memory)).To(BeNumerically("<", 100_000))
	})

	It("passes a ring after seven soaks if no Shoot gets the version", func() {
		f := updating()
		for i := range 3 {
			f.shoots[i].taking = false
		}
		f.pass(70)
		Expect(f.on("one")).To(HaveEach("v2.8.6"))
		Expect(f.release("two").Released).To(BeZero())
		f.pass(2)
		Expect(f.release("two").Released).To(Equal(rollout.All))
		By("the next version waits for it again")
		f.pass(20)
		Expect(f.phase()).To(Equal(rollout.PhaseComplete))
		f.version = "v2.9.2"
		f.pass(69)
		Expect(f.release("one").Released).To(Equal(rollout.All))
		Expect(f.release("two").Released).To(BeZero())
	})

	It("passes a ring after seven soaks if no Shoot gets the version, and a seed that has some was skipped", func() {
		f := updating()
		f.Seeds[1].Labels = f.Seeds[0].Labels
		for i := range 5 {
			f.shoots[i].Namespace, f.shoots[i].taking = "garden-same", false
		}
		f.silent["two"] = true
		f.pass(1)
		f.operation = "skip=two"
		f.pass(2)
		f.silent["two"] = false
		f.pass(100)
		Expect(f.on("four")).To(HaveEach("v2.9.1"))
	})

	It("reports a project that fails once, although many others wait for gardenlet", func() {
		f := updating()
		for i := range 1100 {
			f.add(fmt.Sprintf("garden-%04d", i), "one").taking = false
		}
		f.shoots[2].Namespace = "garden-zzz"
		f.pass(2)
		f.fails(2)
		f.pass(1)
		Expect(f.failing).To(HaveLen(1))
		Expect(f.ObserveVersion(f.version, f.state).Events).To(BeEmpty())
	})

	It("does not wait for a seed whose Shoots have not got the version if another one of its ring proves it", func() {
		f := updating()
		f.shoots[3].taking, f.shoots[4].taking = false, false
		f.pass(30)
		Expect(f.on("two")).To(HaveEach("v2.8.6"))
		Expect(f.on("four")).To(HaveEach("v2.9.1"))
	})

	It("passes a ring at once if it has no Shoots or only hibernated ones", func() {
		f := updating()
		for i := range 3 {
			f.shoots[i].Hibernated = true
		}
		f.pass(1)
		Expect(f.on("one")).To(HaveEach("v2.8.6"), "asleep")
		Expect(f.on("two")).To(HaveEach("v2.9.1"))
		f.shoots[0].Hibernated = false
		f.pass(1)
		Expect(f.shoots[0].version).To(Equal("v2.9.1"), "it gets the version when it wakes up")
	})

	It("does not restart the soak each time the only Shoot on a seed is deleted and created again", func() {
		f := updating()
		f.Seeds = append(f.Seeds, Seed{Name: "five", UID: "five", Labels: map[string]string{"stage": "canary"}})
		for range 8 {
			f.add("garden-hostile", "five")
			f.pass(3)
			f.shoots = f.shoots[:len(f.shoots)-1]
			f.silent["five"] = true
			f.pass(2)
			f.silent["five"] = false
		}
		Expect(f.on("two")).To(HaveEach("v2.9.1"))
	})

	It("does not pass a ring whose Shoots go to sleep with the version before its soak, or seven soaks without them", func() {
		f := updating()
		sleep := func(is bool) {
			for i := range 3 {
				f.shoots[i].Hibernated = is
			}
		}
		f.pass(4)
		sleep(true)
		f.pass(30)
		Expect(f.phase()).To(Equal(rollout.PhaseHolding))
		Expect(f.last.Progress.Message).To(ContainSubstring("one (its Shoots that have the version are hibernated)"))
		Expect(f.on("two")).To(HaveEach("v2.8.6"))
		sleep(false)
		f.pass(4)
		Expect(f.phase()).To(Equal(rollout.PhaseSoaking))
		sleep(true)
		f.pass(75)
		Expect(f.on("two")).To(HaveEach("v2.9.1"))
	})

	It("holds a ring with a seed that does not report", func() {
		f := updating()
		f.silent["one"] = true
		f.passHours(25)
		Expect(f.on("two")).To(HaveEach("v2.8.6"))
		Expect(f.last.Progress.Message).To(Equal("ring canary: a seed that proves the change: one (not reported), or operation approve=canary"))
		f.operation = "approve=canary"
		f.pass(1)
		Expect(f.on("two")).To(HaveEach("v2.9.1"))
	})

	It("releases the configured number of Shoots per hour", func() {
		f := updating()
		f.Rollouts.FluxVersion.ShootsPerHour = new(int32(2))
		var counts []int
		for range 3 {
			f.pass(1)
			count := 0
			for _, version := range f.on("one") {
				if version == "v2.9.1" {
					count++
				}
			}
			counts = append(counts, count)
			f.pass(29)
		}
		Expect(counts).To(HaveExactElements(1, 2, 3))
		Expect(f.on("two")).To(HaveEach("v2.8.6"), "the soak begins when all are released")
	})

	It("releases no Shoot outside of the windows of the ring and during a freeze", func() {
		f := updating()
		f.Rollouts.FluxVersion.ShootsPerHour = new(int32(2))
		f.Rollouts.Rings[0].Windows = []fluxv1alpha1.Window{{Name: "daily", Cron: fmt.Sprintf("%d %d * * *", f.Now.Minute()+1, f.Now.Hour()), Duration: &metav1.Duration{Duration: 10 * time.Minute}, TimeZone: "UTC"}}
		released := func() (count int) {
			for _, version := range f.on("one") {
				if version == "v2.9.1" {
					count++
				}
			}
			return count
		}
		f.pass(2)
		Expect(released()).To(Equal(1))
		f.passHours(23)
		Expect(released()).To(Equal(1))
		Expect(f.last.Progress.Message).To(ContainSubstring("window daily, opens "))
		day := f.Now.Truncate(24 * time.Hour).Format("2006-01-02T15:04")
		f.Rollouts.Freezes = []fluxv1alpha1.Freeze{{Name: "release", From: day, To: f.Now.Add(24 * time.Hour).Format("2006-01-02T15:04"), TimeZone: "UTC"}}
		f.passHours(2)
		Expect(f.phase()).To(Equal(rollout.PhaseFrozen))
		Expect(released()).To(Equal(1), "the window was open in the meantime")
		f.passHours(24 * 7)
		Expect(released()).To(Equal(3), "ten minutes of each day count")
	})

	It("releases no Shoot before a check of the ring is answered as required", func() {
		f := updating()
		f.Rollouts.Rings[0].Checks = []fluxv1alpha1.Check{{
			Name: "change", When: fluxv1alpha1.CheckBeforeStart, HTTP: &fluxv1alpha1.HTTPCheck{URL: "https://example.com", Expression: "body.ok"}, Deadline: &metav1.Duration{Duration: 24 * time.Hour},
		}}
		f.pass(30)
		Expect(f.on("one")).To(HaveEach("v2.8.6"))
		Expect(f.phase()).To(Equal(rollout.PhaseWaitingForCheck))
		f.isGood = true
		f.pass(3)
		Expect(f.on("one")).To(HaveEach("v2.9.1"))
	})

	It("releases the Shoots on a seed that reports later one by one, too", func() {
		f := updating()
		f.Rollouts.FluxVersion.ShootsPerHour = new(int32(20))
		f.Seeds[1].Labels = f.Seeds[0].Labels
		for i := range 50 {
			f.add(fmt.Sprint("garden-late-", i), "two")
		}
		f.silent["two"] = true
		f.pass(60)
		f.silent["two"] = false
		f.pass(3)
		Expect(f.on("two")).To(ContainElement("v2.8.6"))
	})

	It("releases no Shoot while it is paused or stopped, and that time does not count", func() {
		f := updating()
		f.Rollouts.FluxVersion.ShootsPerHour = new(int32(2))
		f.pass(2)
		f.operation = "pause"
		f.pass(100)
		Expect(f.phase()).To(Equal(rollout.PhasePaused))
		released := f.release("one").Released
		f.operation = "resume"
		f.pass(1)
		f.fails(0, 1, 2)
		f.pass(100)
		f.runs(0, 1, 2)
		Expect(f.release("one").Released).To(Equal(released))
		f.pass(25)
		Expect(f.release("one").Released).To(Equal(released))
		f.pass(5)
		Expect(f.release("one").Released).To(BeNumerically(">", released))
	})

	It("does not count time without decisions towards the time that a ring waits for its first Shoot", func() {
		f := updating()
		f.decide(time.Minute)
		f.decide(5 * time.Hour)
		f.decide(time.Minute)
		Expect(f.release("two").Released).To(BeZero())
	})

	It("begins again if the version changes, and takes no version back", func() {
		f := updating()
		f.pass(14)
		f.version = "v2.9.2"
		f.pass(2)
		Expect(f.on("one")).To(HaveEach("v2.9.2"))
		Expect(f.on("two")).To(HaveEach("v2.9.1"))
		Expect(f.on("four")).To(HaveEach("v2.8.6"))
		Expect(f.release("two").From).To(Equal("v2.8.6"), "what all may have")
		f.operation = "rollback"
		f.pass(1)
		Expect(f.last.Events).To(ContainElement(And(HaveField("Reason", "RolloutNotRolledBack"), HaveField("Note", ContainSubstring("Flux cannot be downgraded")))))
		Expect(f.on("one")).To(HaveEach("v2.9.2"))
	})

	It("leaves Shoots their version if the operator sets an older one again", func() {
		f := updating()
		f.pass(14)
		Expect(f.on("two")).To(HaveEach("v2.9.1"))
		f.version = "v2.8.6"
		f.pass(200)
		Expect(f.on("two")).To(HaveEach("v2.9.1"))
		Expect(f.phase()).To(Equal(rollout.PhaseComplete), f.last.Progress.Message)
	})

	It("does not pass a ring because a skipped seed has the version", func() {
		f := updating()
		f.pass(1)
		f.fails(0)
		f.pass(1)
		for _, shoot := range f.shoots {
			shoot.taking = false
		}
		f.operation = "approve=canary" // It skips seed one, whose other Shoots have the version.
		f.pass(1)
		f.Seeds[0].Labels = map[string]string{"region": "europe"}
		f.pass(6)
		Expect(f.release("four").Released).To(BeZero(), "ring europe waits for Shoots with the version on seeds two and three")
	})

	It("holds a ring whose Shoots have failed on all seeds but a skipped one, which has the version", func() {
		f := updating()
		f.Rollouts.FluxVersion.MaxFailures = new(int32(1))
		f.pass(13)
		f.fails(5)
		f.operation = "skip=two"
		f.pass(30)
		Expect(f.on("two")).To(HaveEach("v2.9.1"))
		Expect(f.last.Progress.Message).To(HavePrefix("ring europe: a seed that proves the change: three (its projects have failed, within maxFailures"))
	})

	It("does not count the failures on a skipped seed", func() {
		f := updating()
		f.Rollouts.FluxVersion.MaxFailures = new(int32(1))
		f.add("garden-well", "three")
		f.pass(13)
		f.fails(3, 5)
		f.pass(5)
		Expect(f.phase()).To(Equal(rollout.PhaseStopped))
		f.operation = "skip=two"
		f.pass(8)
		Expect(f.on("four")).To(HaveEach("v2.9.1"), "one project has failed")
	})

	It("stops a ring when a Shoot fails on a seed that another ring has passed without", func() {
		f := updating()
		f.Rollouts.FluxVersion.Soaks["rest"] = metav1.Duration{Duration: time.Hour}
		f.shoots[5].Hibernated = true
		f.pass(20)
		Expect(f.on("four")).To(HaveEach("v2.9.1"))
		f.Seeds[2].Labels, f.shoots[5].Hibernated = nil, false
		f.pass(1)
		f.fails(5)
		f.pass(2)
		Expect(f.phase()).To(Equal(rollout.PhaseStopped))
	})

	It("does not pass a ring in the decision that skips the seed that had proven the version", func() {
		f := updating()
		f.shoots[5].taking = false
		f.pass(13)
		f.fails(4)
		f.pass(1)
		Expect(f.phase()).To(Equal(rollout.PhaseStopped))
		f.operation = "skip=two"
		f.pass(6)
		Expect(f.release("four").Released).To(BeZero(), "ring europe waits for the Shoot on seed three")
	})

	It("releases nothing when its state is lost", func() {
		f := updating()
		f.pass(14)
		before := map[string][]string{}
		for _, seed := range f.Seeds {
			before[seed.Name] = f.on(seed.Name)
		}
		f.state, f.Memory = nil, Memory{}
		f.decide(time.Minute)
		f.take()
		for _, seed := range f.Seeds[1:] {
			Expect(f.on(seed.Name)).To(Equal(before[seed.Name]))
		}
	})

	It("keeps the pace and the soak of the last ring after its state was lost", func() {
		f := updating()
		f.Rollouts.FluxVersion.ShootsPerHour = new(int32(2))
		f.pass(2)
		f.state, f.Memory = nil, Memory{}
		f.pass(1)
		for f.release("four").Released == 0 {
			f.pass(1)
		}
		f.pass(25)
		Expect(f.on("four")).To(ContainElement("v2.8.6"), "one is released each half hour")
		f.pass(180)
		Expect(f.phase()).To(Equal(rollout.PhaseComplete))
	})

	It("gives a new seed the release of its ring, and a seed in a later ring no further release", func() {
		f := updating()
		f.pass(3)
		f.Seeds = append(f.Seeds, Seed{Name: "five", UID: "five", Labels: map[string]string{"stage": "canary"}})
		f.add("garden-new", "five")
		Expect(f.release("five").Released).To(BeZero(), "nothing is known of it yet")
		f.pass(1)
		Expect(f.on("five")).To(HaveEach("v2.9.1"))
		f.Seeds[0].Labels = nil
		f.shoots[0].version = "v2.8.6"
		f.pass(1)
		Expect(f.shoots[0].version).To(Equal("v2.8.6"))
		Expect(f.shoots[1].version).To(Equal("v2.9.1"), "not taken back")
	})
})
