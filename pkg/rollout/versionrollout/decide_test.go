// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package versionrollout_test

import (
	"fmt"
	"math/rand/v2"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/versionrollout"
)

// landscape makes each decision a minute after the previous one.
type landscape struct {
	Input
	state *State
}

func newLandscape() *landscape {
	l := &landscape{Input: Input{
		Target: "v2.8.6", Now: time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC), Step: 2 * time.Minute,
		Rollouts: &configv1alpha1.Rollouts{FluxVersion: &configv1alpha1.FluxVersionRollout{}, Rings: []configv1alpha1.SeedRing{
			{Name: "canary", Seeds: &metav1.LabelSelector{MatchLabels: map[string]string{"stage": "canary"}}, Soak: &metav1.Duration{Duration: 10 * time.Minute}},
			{Name: "europe", Seeds: &metav1.LabelSelector{MatchLabels: map[string]string{"region": "europe"}}, Soak: &metav1.Duration{Duration: 5 * time.Minute}},
		}},
		Seeds: []Seed{
			{Name: "one", Labels: map[string]string{"stage": "canary", "region": "europe"}}, {Name: "two", Labels: map[string]string{"region": "europe"}},
			{Name: "three", Labels: map[string]string{"region": "europe"}}, {Name: "four"},
		},
	}}
	configv1alpha1.SetDefaults_Rollouts(l.Rollouts)
	configv1alpha1.SetDefaults_FluxVersionRollout(l.Rollouts.FluxVersion)
	l.Rollouts.FluxVersion.Soaks = map[string]metav1.Duration{"rest": {Duration: time.Minute}}
	for i, seed := range []string{"one", "one", "one", "two", "two", "three", "four", "four", "four", "four"} {
		l.Shoots = append(l.Shoots, Shoot{UID: types.UID(fmt.Sprint(i)), Project: fmt.Sprint("garden-", i), Seed: seed, Version: "v2.8.6", Installed: true})
	}
	return l
}

// settled returns a landscape whose Shoots all have a version.
func settled() *landscape {
	l := newLandscape()
	l.pass(30, l.take)
	Expect(l.state.Phase).To(Equal(PhaseComplete))
	return l
}

// pass decides each minute, and then runs the given steps.
func (l *landscape) pass(minutes int, happens ...func()) {
	GinkgoHelper()
	l.decide(minutes, time.Minute, happens...)
}

// passHours decides each hour.
func (l *landscape) passHours(hours int, happens ...func()) {
	GinkgoHelper()
	step := l.Step
	l.Step = time.Hour
	l.decide(hours, time.Hour, happens...)
	l.Step = step
}

func (l *landscape) decide(times int, every time.Duration, happens ...func()) {
	GinkgoHelper()
	for range times {
		l.Now = l.Now.Add(every)
		text := ""
		if l.state != nil {
			var err error
			text, err = l.state.Encode()
			Expect(err).NotTo(HaveOccurred())
		}
		stored, err := Decode(text)
		Expect(err).NotTo(HaveOccurred())
		l.state = Decide(stored, l.Input)
		for _, do := range happens {
			do()
		}
	}
}

// take gives each Shoot the permitted version, like a reconciliation by gardenlet.
func (l *landscape) take() {
	for i := range l.Shoots {
		shoot := &l.Shoots[i]
		if !shoot.Hibernated {
			shoot.Version = l.state.Release(shoot.Seed).Permit(shoot.UID, shoot.Version, func(string) bool { return true }).Version
		}
	}
}

// fails makes the installation fail in Shoots.
func (l *landscape) fails(shoots ...int) {
	for _, i := range shoots {
		l.Shoots[i].Failed, l.Shoots[i].Installed = true, false
	}
}

// runs makes the installation run in Shoots.
func (l *landscape) runs(shoots ...int) {
	for _, i := range shoots {
		l.Shoots[i].Failed, l.Shoots[i].Installed = false, true
	}
}

func (l *landscape) on(seed string) []string {
	var versions []string
	for _, shoot := range l.Shoots {
		if shoot.Seed == seed {
			versions = append(versions, shoot.Version)
		}
	}
	return versions
}

var _ = Describe("Decide", func() {
	It("begins with each ring after the soak of the previous one", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.pass(10, l.take)
		Expect(l.on("one")).To(HaveEach("v2.9.1"))
		Expect(l.on("two")).To(HaveEach("v2.8.6"))
		Expect(l.state.Note).To(Equal("all Shoots of ring canary are released; the next ring begins 10m after that"))
		Expect(l.state.From).To(Equal("v2.8.6"))
		l.pass(1, l.take)
		Expect(l.on("two")).To(HaveEach("v2.9.1"))
		Expect(l.on("three")).To(HaveEach("v2.9.1"), "the same ring")
		Expect(l.on("four")).To(HaveEach("v2.8.6"))
		l.pass(20, l.take)
		Expect(l.on("four")).To(HaveEach("v2.9.1"))
		Expect(l.state.Phase).To(Equal(PhaseComplete))
		Expect(l.state.From).To(Equal("v2.9.1"))
	})

	It("begins with the first ring if there was no rollout", func() {
		l := newLandscape()
		l.Target = "v2.9.1"
		l.pass(5, l.take)
		Expect(l.on("one")).To(HaveEach("v2.9.1"))
		Expect(l.on("four")).To(HaveEach("v2.8.6"))
		Expect(l.state.From).To(BeEmpty())
	})

	It("stops while too many projects fail, and continues the soak afterwards", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.pass(8, l.take)
		soaked := l.state.Rings[0].Soaked
		l.fails(1)
		l.pass(60, l.take)
		Expect(l.state.Phase).To(Equal(PhaseStopped))
		Expect(l.state.Note).To(Equal("Flux v2.9.1 could not be installed in 1 Shoots. Projects: 1 (garden-1), more than maxFailures (0). " +
			"A single project stops the rollout for at most 7d"))
		Expect(l.state.Projects).To(ConsistOf(And(HaveField("Namespace", "garden-1"), HaveField("Failed", 1), HaveField("Held.Duration", time.Hour))))
		Expect(l.state.Rings[0].Soaked).To(Equal(soaked))
		Expect(l.on("two")).To(HaveEach("v2.8.6"))
		Expect(l.state.Rings[0].Failed).To(Equal(1))
		l.runs(1)
		l.pass(3, l.take)
		Expect(l.on("two")).To(HaveEach("v2.8.6"))
		l.pass(1, l.take)
		Expect(l.on("two")).To(HaveEach("v2.9.1"))
	})

	It("counts little of the time that leaders with different clocks see", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.pass(1, l.take)
		for range 5 {
			l.decide(1, 24*time.Hour, l.take)
			l.decide(1, time.Minute-24*time.Hour, l.take)
			Expect(l.state.Note).To(ContainSubstring("the rollout waits until then"))
		}
		Expect(l.on("two")).To(HaveEach("v2.8.6"))
		Expect(l.state.Rings[0].Soaked.Duration).To(Equal(6*time.Minute), "two at first, and then the minute between the decisions of the first leader")
		l.decide(1, 24*time.Hour, l.take)
		l.pass(3, l.take)
		Expect(l.on("two")).To(HaveEach("v2.9.1"))
	})

	It("completes although a Shoot fails briefly during each soak", func() {
		l := settled()
		l.Target = "v2.9.1"
		for range 5 {
			l.pass(8, l.take)
			l.fails(1)
			l.pass(2, l.take)
			l.runs(1)
		}
		Expect(l.on("two")).To(HaveEach("v2.9.1"))
	})

	It("stops because of a single project for at most a week in total", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.pass(8, l.take)
		hours := 0
		for l.on("two")[0] == "v2.8.6" && hours < 30*24 {
			l.fails(1)
			l.passHours(10, l.take)
			l.runs(1)
			hours += 10
		}
		Expect(hours).To(BeNumerically("~", 7*24, 12))
		Expect(l.state.Projects).To(ConsistOf(And(HaveField("Namespace", "garden-1"), HaveField("Held.Duration", 7*24*time.Hour))))
	})

	It("stops without a time limit because of two projects", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.pass(8, l.take)
		l.fails(0, 1)
		l.passHours(30*24, l.take)
		Expect(l.state.Phase).To(Equal(PhaseStopped))
		Expect(l.on("two")).To(HaveEach("v2.8.6"))
		l.runs(0)
		l.passHours(7*24, l.take)
		Expect(l.state.Phase).To(Equal(PhaseStopped))
		l.pass(1, l.take)
		Expect(l.state.Phase).To(Equal(PhaseRunning), "garden-1 has stopped it alone for long enough")
		l.fails(0)
		l.pass(1, l.take)
		Expect(l.state.Phase).To(Equal(PhaseStopped), "another one")
	})

	It("does not count a pause as time that a project has stopped the rollout", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.pass(8, l.take)
		l.fails(1)
		l.Paused = true
		l.passHours(8*24, l.take)
		l.Paused = false
		l.pass(1, l.take)
		Expect(l.state.Phase).To(Equal(PhaseStopped))
	})

	It("does not pass a ring whose Shoots have all failed, regardless of maxFailures", func() {
		l := settled()
		l.Target, *l.Rollouts.FluxVersion.MaxFailures = "v2.9.1", 3
		l.pass(1, l.take)
		l.fails(0, 1, 2)
		l.passHours(8*24, l.take)
		Expect(l.state.Phase).To(Equal(PhaseStopped))
		Expect(l.state.Note).To(Equal("Flux v2.9.1 could not be installed in any Shoot of ring canary that has the version (3): the next ring begins when one installation succeeds"))
		Expect(l.on("two")).To(HaveEach("v2.8.6"))
		l.runs(2)
		l.pass(3, l.take)
		Expect(l.on("two")).To(HaveEach("v2.9.1"))
	})

	It("does not count a Shoot that had failed before, not even as proof, until its installation succeeds", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.fails(0)
		l.pass(12, l.take)
		Expect(l.state.Rings[0]).To(And(HaveField("Done", 2), HaveField("Failed", 0)))
		Expect(l.on("two")).To(HaveEach("v2.9.1"))
		l.runs(0)
		l.pass(1, l.take)
		l.fails(0)
		l.pass(1, l.take)
		Expect(l.state.Phase).To(Equal(PhaseStopped))
	})

	DescribeTable("does not count a Shoot that has failed before it got the version", func(failing func(l *landscape)) {
		l := settled()
		l.Target, l.Rollouts.FluxVersion.Soaks["rest"] = "v2.9.1", metav1.Duration{Duration: time.Hour}
		l.pass(3, l.take)
		failing(l)
		l.pass(1, l.take)
		Expect(l.state.Phase).To(Equal(PhaseRunning))
		l.pass(30, l.take)
		Expect(l.Shoots[9].Version).To(Equal("v2.9.1"))
		l.fails(9)
		l.pass(1, l.take)
		Expect(l.state.Phase).To(Equal(PhaseRunning))
	},
		Entry("permanent failure", func(l *landscape) { l.fails(9) }),
		Entry("failure with an interruption", func(l *landscape) {
			l.fails(9)
			l.pass(1, l.take)
			l.Shoots[9].Failed = false
		}),
	)

	It("counts a failure with a version whose rollout was not complete for the next version", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.pass(1, l.take)
		l.fails(0, 1, 2)
		l.pass(5, l.take)
		l.Target = "v2.9.2"
		l.pass(100, l.take)
		Expect(l.on("one")).To(HaveEach("v2.9.2"))
		Expect(l.state.Phase).To(Equal(PhaseStopped))
		Expect(l.on("two")).To(HaveEach("v2.8.6"))
	})

	It("does not count a failure with the version that began before the rollout", func() {
		l := newLandscape()
		l.fails(0, 4)
		l.pass(30, l.take)
		Expect(l.state.Phase).To(Equal(PhaseComplete))
	})

	It("tolerates maxFailures projects, each with all of its Shoots", func() {
		l := settled()
		l.Target, *l.Rollouts.FluxVersion.MaxFailures = "v2.9.1", 1
		l.Shoots[0].Project, l.Shoots[2].Project = "garden-many", "garden-many"
		l.pass(3, l.take)
		l.fails(0, 2)
		l.pass(1, l.take)
		Expect(l.state.Phase).To(Equal(PhaseRunning))
		l.fails(1)
		l.pass(1, l.take)
		Expect(l.state.Phase).To(Equal(PhaseStopped))
		Expect(l.state.Note).To(Equal("Flux v2.9.1 could not be installed in 3 Shoots. Projects: 2 (garden-1, garden-many), more than maxFailures (1)"))
	})

	It("limits the stored Shoots of each project", func() {
		l := newLandscape()
		for i := range 5000 {
			l.Shoots = append(l.Shoots, Shoot{UID: types.UID(fmt.Sprint("many-", i)), Project: "garden-many", Seed: "one", Version: "v2.8.6", Failed: true})
		}
		for i := range 5000 {
			l.Shoots = append(l.Shoots, Shoot{UID: types.UID(fmt.Sprint("other-", i)), Project: fmt.Sprint("garden-other-", i), Seed: "one", Version: "v2.8.6", Failed: true})
		}
		l.pass(1)
		Expect(l.state.FailedBefore).To(HaveLen(2000))
		Expect(l.state.FailedBefore).To(ContainElement(types.UID("other-1")))
		Expect(l.state.Projects).To(HaveLen(500))
		Expect(len(l.state.Note)).To(BeNumerically("<", 400))
		text, err := l.state.Encode()
		Expect(err).NotTo(HaveOccurred())
		Expect(len(text)).To(BeNumerically("<", 100_000))
	})

	It("passes a ring after seven soaks if no Shoot has the version", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.pass(70)
		Expect(l.on("one")).To(HaveEach("v2.8.6"))
		Expect(l.state.Note).To(Equal("no Shoot of ring canary has the version yet: they get it when gardenlet reconciles them. The next ring begins without proof after 70m"))
		Expect(l.state.Release("two").Released).To(BeZero())
		l.pass(1)
		Expect(l.state.Release("two").Released).To(Equal(All))
	})

	It("passes a ring at once if it has no Shoots or only hibernated ones", func() {
		l := settled()
		l.Target = "v2.9.1"
		for i := range 3 {
			l.Shoots[i].Hibernated = true
		}
		l.pass(1, l.take)
		Expect(l.on("one")).To(HaveEach("v2.8.6"), "asleep")
		Expect(l.on("two")).To(HaveEach("v2.9.1"))
		l.Shoots[0].Hibernated = false
		l.pass(1, l.take)
		Expect(l.Shoots[0].Version).To(Equal("v2.9.1"), "it gets the version when it wakes up")
	})

	It("releases the configured number of Shoots per hour", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.Rollouts.FluxVersion.ShootsPerHour = new(int32(2))
		var counts []int
		for range 3 {
			l.pass(1, l.take)
			count := 0
			for _, version := range l.on("one") {
				if version == "v2.9.1" {
					count++
				}
			}
			counts = append(counts, count)
			l.pass(29, l.take)
		}
		Expect(counts).To(HaveExactElements(1, 2, 3))
	})

	It("releases no Shoot while paused, and continues when resumed", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.pass(8, l.take)
		l.Paused = true
		l.pass(100, l.take)
		Expect(l.state.Phase).To(Equal(PhasePaused))
		Expect(l.on("two")).To(HaveEach("v2.8.6"))
		l.Paused = false
		l.pass(2, l.take)
		Expect(l.on("two")).To(HaveEach("v2.8.6"), "the time in between does not count")
		l.pass(1, l.take)
		Expect(l.on("two")).To(HaveEach("v2.9.1"))
	})

	It("does not count time without decisions", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.pass(2, l.take)
		l.Now = l.Now.Add(time.Hour)
		l.pass(1, l.take)
		Expect(l.on("two")).To(HaveEach("v2.8.6"))
	})

	It("restarts if the version changes during a rollout, and does not change the Shoots", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.pass(12, l.take)
		l.Target = "v2.9.2"
		l.pass(2, l.take)
		Expect(l.on("one")).To(HaveEach("v2.9.2"))
		Expect(l.on("two")).To(HaveEach("v2.9.1"))
		Expect(l.on("four")).To(HaveEach("v2.8.6"))
		Expect(l.state.From).To(Equal("v2.8.6"), "what all may have")
	})

	It("gives a new seed the release of its ring, and a seed in a later ring no further release", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.pass(3, l.take)
		l.Seeds = append(l.Seeds, Seed{Name: "five", Labels: map[string]string{"stage": "canary"}})
		l.Shoots = append(l.Shoots, Shoot{UID: "new", Seed: "five", Version: "v2.8.6"})
		Expect(l.state.Release("five").Released).To(BeZero(), "nothing is known of it yet")
		l.pass(1, l.take)
		Expect(l.on("five")).To(HaveEach("v2.9.1"))
		l.Seeds[0].Labels = nil
		l.Shoots[0].Version = "v2.8.6"
		l.pass(1, l.take)
		Expect(l.Shoots[0].Version).To(Equal("v2.8.6"))
		Expect(l.Shoots[1].Version).To(Equal("v2.9.1"), "not taken back")
	})

	It("returns an error for unknown content", func() {
		for _, text := range []string{"version: v2.9.1", "phase: Running", "version: v2.9.1\nphase: Later", "version: v2.9.1\nphase: Running\nshare: 1", "[", "version: {}"} {
			_, err := Decode(text)
			Expect(err).To(HaveOccurred(), text)
		}
	})

	It("keeps the order of the rings, and never downgrades a Shoot", func() {
		for sequence := range uint64(100) {
			random := rand.New(rand.NewPCG(20261123, sequence)) //nolint:gosec // a test
			l := settled()
			l.Target = "v2.9.1"
			if random.IntN(2) == 0 {
				l.Rollouts.FluxVersion.ShootsPerHour = new(int32(1 + random.IntN(100)))
			}
			for range 60 {
				before := l.state
				shoot := &l.Shoots[random.IntN(len(l.Shoots))]
				switch random.IntN(6) {
				case 0:
					shoot.Failed, shoot.Installed = !shoot.Failed, shoot.Failed
				case 1:
					shoot.Hibernated = !shoot.Hibernated
				case 2:
					l.Paused = !l.Paused
				case 3:
					l.Now = l.Now.Add(time.Duration(random.IntN(600)) * time.Second)
				}
				l.pass(1)
				if random.IntN(2) == 0 {
					l.take()
				}
				for i, ring := range l.state.Rings {
					Expect(i == 0 || ring.Released == 0 || l.state.Rings[i-1].Passed).To(BeTrue(), "sequence %d: ring %s", sequence, ring.Name)
					Expect(before.Version != "v2.9.1" || ring.Soaked.Duration >= before.Rings[i].Soaked.Duration).To(BeTrue(), "sequence %d: ring %s soaks again", sequence, ring.Name)
					Expect(before.Version != "v2.9.1" || before.Rings[i].Passed || !ring.Passed || ring.Done > 0 || ring.Failed == 0).To(BeTrue(), "sequence %d: ring %s passed", sequence, ring.Name)
					if l.state.Phase == PhasePaused || l.state.Phase == PhaseStopped {
						Expect(before.Version != "v2.9.1" || ring.Released == before.Rings[i].Released).To(BeTrue(), "sequence %d: released in phase %s", sequence, l.state.Phase)
					}
				}
			}
			l.Paused = false
			for i := range l.Shoots {
				l.runs(i)
			}
			for minutes := 0; minutes < 1000 && l.state.Phase != PhaseComplete; minutes++ {
				l.pass(1, l.take)
			}
			Expect(l.state.Phase).To(Equal(PhaseComplete), "sequence %d: %s", sequence, l.state.Note)
		}
	})
})
