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
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/versionrollout"
)

// landscape is a landscape in which each decision is a minute after the one before.
type landscape struct {
	Input
	state *State
}

func newLandscape() *landscape {
	l := &landscape{Input: Input{
		Target: "v2.8.6", Now: time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC), Step: 2 * time.Minute,
		Rollout: &configv1alpha1.VersionRollout{Rings: []configv1alpha1.SeedRing{
			{Name: "canary", Seeds: &metav1.LabelSelector{MatchLabels: map[string]string{"stage": "canary"}}, Soak: &metav1.Duration{Duration: 10 * time.Minute}},
			{Name: "europe", Seeds: &metav1.LabelSelector{MatchLabels: map[string]string{"region": "europe"}}, Soak: &metav1.Duration{Duration: 5 * time.Minute}},
		}},
		Seeds: []Seed{
			{Name: "one", Labels: map[string]string{"stage": "canary", "region": "europe"}}, {Name: "two", Labels: map[string]string{"region": "europe"}},
			{Name: "three", Labels: map[string]string{"region": "europe"}}, {Name: "four"},
		},
	}}
	configv1alpha1.SetDefaults_VersionRollout(l.Rollout)
	l.Rollout.Rings[2].Soak.Duration = time.Minute
	for i, seed := range []string{"one", "one", "one", "two", "two", "three", "four", "four", "four", "four"} {
		l.Shoots = append(l.Shoots, Shoot{UID: types.UID(fmt.Sprint(i)), Seed: seed, Version: "v2.8.6"})
	}
	return l
}

// settled is a landscape in which a version has reached all.
func settled() *landscape {
	l := newLandscape()
	l.pass(30, l.take)
	Expect(l.state.Phase).To(Equal(PhaseComplete))
	return l
}

// pass decides each minute; then what else happens does.
func (l *landscape) pass(minutes int, happens ...func()) {
	GinkgoHelper()
	for range minutes {
		l.Now = l.Now.Add(time.Minute)
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

// take has each Shoot take what its seed has for it, as gardenlet reconciles it.
func (l *landscape) take() {
	for i := range l.Shoots {
		shoot := &l.Shoots[i]
		if !shoot.Hibernated {
			shoot.Version = l.state.Release(shoot.Seed).Pass(shoot.UID, shoot.Version, func(string) bool { return true }).Version
		}
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
	It("brings a version to the rings in their order, each after the soak of the one before", func() {
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

	It("begins with the first ring where no rollout was before, so that an update together with the setting goes through the rings", func() {
		l := newLandscape()
		l.Target = "v2.9.1"
		l.pass(5, l.take)
		Expect(l.on("one")).To(HaveEach("v2.9.1"))
		Expect(l.on("four")).To(HaveEach("v2.8.6"))
		Expect(l.state.From).To(BeEmpty())
	})

	It("stops while more Shoots fail than may, wherever they are, and waits through the whole soak when they are well", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.pass(8, l.take)
		l.Shoots[1].Failed = true
		l.pass(60, l.take)
		Expect(l.state.Phase).To(Equal(PhaseStopped))
		Expect(l.state.Note).To(Equal("Flux v2.9.1 could not be installed in 1 Shoots; 0 may fail (maxFailures)"))
		Expect(l.on("two")).To(HaveEach("v2.8.6"))
		Expect(l.state.Rings[0].Failed).To(Equal(1))
		l.Shoots[1].Failed = false
		l.pass(9, l.take)
		Expect(l.on("two")).To(HaveEach("v2.8.6"))
		l.pass(3, l.take)
		Expect(l.on("two")).To(HaveEach("v2.9.1"))
	})

	It("does not count a Shoot that has failed before, until it was well", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.Shoots[0].Failed = true
		l.pass(12, l.take)
		Expect(l.on("two")).To(HaveEach("v2.9.1"))
		l.Shoots[0].Failed = false
		l.pass(1, l.take)
		l.Shoots[0].Failed = true
		l.pass(1, l.take)
		Expect(l.state.Phase).To(Equal(PhaseStopped))
	})

	It("does not count a Shoot that fails with the version before", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.pass(3, l.take)
		l.Shoots[9].Failed = true
		l.pass(1, l.take)
		Expect(l.state.Phase).To(Equal(PhaseRunning))
	})

	It("lets so many fail", func() {
		l := settled()
		l.Target, *l.Rollout.MaxFailures = "v2.9.1", 1
		l.pass(3, l.take)
		l.Shoots[0].Failed = true
		l.pass(1, l.take)
		Expect(l.state.Phase).To(Equal(PhaseRunning))
		l.Shoots[1].Failed = true
		l.pass(1, l.take)
		Expect(l.state.Phase).To(Equal(PhaseStopped))
	})

	It("does not pass a ring in which no Shoot has the version, until after seven soaks it is clear that none may get it", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.pass(70)
		Expect(l.on("one")).To(HaveEach("v2.8.6"))
		Expect(l.state.Note).To(Equal("no Shoot of ring canary has the version yet: they get it when gardenlet reconciles them. The next ring begins without a proof after 1h10m"))
		Expect(l.state.Release("two").Released).To(BeZero())
		l.pass(1)
		Expect(l.state.Release("two").Released).To(Equal(All))
	})

	It("passes a ring without Shoots, or with hibernated ones only, at once", func() {
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

	It("releases so many in an hour", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.Rollout.ShootsPerHour = new(int32(2))
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

	It("releases nothing while it is paused, and goes on afterwards", func() {
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

	It("does not count time in which it decided nothing, because nothing was seen of failures then", func() {
		l := settled()
		l.Target = "v2.9.1"
		l.pass(2, l.take)
		l.Now = l.Now.Add(time.Hour)
		l.pass(1, l.take)
		Expect(l.on("two")).To(HaveEach("v2.8.6"))
	})

	It("begins again with a version that comes in the middle, and leaves what Shoots have", func() {
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

	It("gives a new seed what its ring has, and a seed that moves to a later ring nothing further", func() {
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

	It("refuses to read what it does not understand", func() {
		for _, text := range []string{"version: v2.9.1", "phase: Running", "version: v2.9.1\nphase: Later", "version: v2.9.1\nphase: Running\nshare: 1", "[", "version: {}"} {
			_, err := Decode(text)
			Expect(err).To(HaveOccurred(), text)
		}
	})

	It("keeps the order of the rings and never takes a version back, whatever happens", func() {
		for sequence := range uint64(100) {
			random := rand.New(rand.NewPCG(20261123, sequence)) //nolint:gosec // a test
			l := settled()
			l.Target = "v2.9.1"
			if random.IntN(2) == 0 {
				l.Rollout.ShootsPerHour = new(int32(1 + random.IntN(100)))
			}
			for range 60 {
				before := l.state
				shoot := &l.Shoots[random.IntN(len(l.Shoots))]
				switch random.IntN(6) {
				case 0:
					shoot.Failed = !shoot.Failed
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
					if l.state.Phase == PhasePaused || l.state.Phase == PhaseStopped {
						Expect(before.Version != "v2.9.1" || ring.Released == before.Rings[i].Released).To(BeTrue(), "sequence %d: released in phase %s", sequence, l.state.Phase)
					}
				}
			}
			l.Paused = false
			for i := range l.Shoots {
				l.Shoots[i].Failed = false
			}
			for minutes := 0; minutes < 1000 && l.state.Phase != PhaseComplete; minutes++ {
				l.pass(1, l.take)
			}
			Expect(l.state.Phase).To(Equal(PhaseComplete), "sequence %d: %s", sequence, l.state.Note)
		}
	})
})
