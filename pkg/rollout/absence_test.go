// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"maps"
	"slices"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// absences are the reasons why a member can no longer be observed.
func absences() map[string]func(*scene, string) {
	reports := func(state fluxv1alpha1.ShootState) func(*scene, string) {
		return func(s *scene, name string) {
			status := *s.member(name).Status
			as := StatusOf(&fluxv1alpha1.ShootStatus{State: state})
			status.State, status.Absence = as.State, as.Absence
			s.member(name).Status = &status
		}
	}
	return map[string]func(*scene, string){
		"is hibernated":                        func(s *scene, name string) { s.member(name).Hibernated = true },
		"has its root Kustomization suspended": reports(fluxv1alpha1.ShootSuspended),
		"moves to another seed":                reports(fluxv1alpha1.ShootMigrating),
		"does not answer":                      reports(fluxv1alpha1.ShootUnreachable),
		"is not reported":                      reports(fluxv1alpha1.ShootNotReported),
		"loses its entry in flux-status":       func(s *scene, name string) { s.member(name).Status = nil },
		"is deleted": func(s *scene, name string) {
			s.Members = slices.DeleteFunc(s.Members, func(member Member) bool { return member.Name == name })
		},
		"is recreated":               func(s *scene, name string) { s.member(name).UID, s.member(name).Status = "another", nil },
		"is relabelled":              func(s *scene, name string) { s.member(name).Labels = map[string]string{"ring": "prod"} },
		"gets an unknown ring label": func(s *scene, name string) { s.member(name).Labels = map[string]string{"ring": "canray"} },
	}
}

// lostNamespace is the report of a member that has lost more than the default guard allows.
func lostNamespace() *fluxv1alpha1.RemovedObjects {
	return &fluxv1alpha1.RemovedObjects{
		Since: "revision 1", Before: 10, Count: 9, Kinds: []fluxv1alpha1.RemovedKind{{Kind: "Namespace", Count: 1}, {Kind: "ConfigMap", Count: 8}}, Names: []string{"Namespace shop"},
	}
}

var _ = Describe("Decide with a Shoot that goes away after it got a change", func() {
	two := revisionOf("two", "v2.9.0")

	for _, how := range slices.Sorted(maps.Keys(absences())) {
		leave := absences()[how]

		It("stops the rollout if the Shoot has failed and then "+how, func() {
			s := newScene(nil, "canary-0", "prod-0")
			s.change("two")
			s.report("canary-0", two, fluxv1alpha1.ShootFailed)
			s.decide()
			Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
			leave(s, "canary-0")
			for range 10 {
				s.after(10 * time.Minute)
			}
			Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
			Expect(s.last.Progress.Rings[0].WaitsFor).To(ContainSubstring("canary-0"))
			Expect(s.have(two)).NotTo(ContainElement("prod-0"))
		})

		It("stops the rollout although another Shoot of the ring is ready, if the Shoot has failed and then "+how, func() {
			s := newScene(nil, "canary-0", "canary-1", "prod-0")
			s.change("two")
			s.report("canary-0", two, fluxv1alpha1.ShootFailed)
			s.report("canary-1", two, fluxv1alpha1.ShootReady)
			s.decide()
			leave(s, "canary-0")
			for range 10 {
				s.after(10 * time.Minute)
			}
			Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
			Expect(s.have(two)).NotTo(ContainElement("prod-0"))
		})

		It("stops the resumed rollout if the Shoot has failed during the pause and then "+how, func() {
			s := newScene(nil, "canary-0", "canary-1", "prod-0")
			s.change("two")
			s.operate("pause")
			s.report("canary-0", two, fluxv1alpha1.ShootFailed)
			s.report("canary-1", two, fluxv1alpha1.ShootReady)
			s.decide()
			leave(s, "canary-0")
			s.decide()
			s.operate("resume")
			s.after(time.Hour)
			Expect(s.have(two)).NotTo(ContainElement("prod-0"))
		})

		It("guards the ring although another Shoot of the ring is ready, if the Shoot has lost objects and then "+how, func() {
			s := newScene(nil, "canary-0", "canary-1", "prod-0")
			s.change("two")
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			s.member("canary-0").Status.Removals = []Removal{{Removed: lostNamespace()}}
			s.report("canary-1", two, fluxv1alpha1.ShootReady)
			s.decide()
			Expect(s.last.Progress.Phase).To(Equal(PhaseGuarded))
			leave(s, "canary-0")
			for range 10 {
				s.after(10 * time.Minute)
			}
			Expect(s.last.Progress.Phase).To(BeElementOf(PhaseGuarded, PhaseStopped), "a lost Shoot has failed at the deadline")
			Expect(s.last.Progress.Rings[0].WaitsFor).To(ContainSubstring("Namespace shop"))
			Expect(s.have(two)).NotTo(ContainElement("prod-0"))
		})

		It("guards the resumed rollout if the Shoot has lost objects during the pause and then "+how, func() {
			s := newScene(nil, "canary-0", "canary-1", "prod-0")
			s.change("two")
			s.operate("pause")
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			s.member("canary-0").Status.Removals = []Removal{{Removed: lostNamespace()}}
			s.report("canary-1", two, fluxv1alpha1.ShootReady)
			s.decide()
			leave(s, "canary-0")
			s.decide()
			s.operate("resume")
			s.after(time.Hour)
			Expect(s.last.Progress.Phase).To(BeElementOf(PhaseGuarded, PhaseStopped))
			Expect(s.have(two)).NotTo(ContainElement("prod-0"))
		})

		It("holds the ring if the Shoot "+how+" during the soak", func() {
			s := newScene(nil, "canary-0", "prod-0")
			s.change("two")
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			s.decide()
			s.after(30 * time.Second)
			leave(s, "canary-0")
			for range 10 {
				s.after(10 * time.Minute)
			}
			Expect(s.have(two)).NotTo(ContainElement("prod-0"))
			Expect(s.last.Progress.Rings[0].Phase).To(BeElementOf(PhaseHolding, PhaseEmpty, PhaseStopped, PhaseProgressing))
		})
	}

	It("records the failure of the Shoot while the rollout is paused", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.operate("pause")
		Expect(s.last.Next).To(BeZero(), "nothing is on its way")
		s.operate("resume")
		s.change("two")
		s.operate("pause")
		Expect(s.last.Next).To(Equal(30 * time.Second))
	})

	It("continues soak and deadline when the Shoot returns", func() {
		s := newScene(first(func(ring *fluxv1alpha1.Ring) { ring.Soak = &metav1.Duration{Duration: 20 * time.Minute} }), "canary-0", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.after(15 * time.Minute)
		s.member("canary-0").Hibernated = true
		s.decide()
		Expect(s.reasons()).To(ConsistOf("RolloutHolds"))
		Expect(s.last.Progress.Message).To(Equal("ring canary: a Shoot that proves the change: canary-0 (hibernated), or operation approve=canary"))
		s.after(10 * time.Hour)
		Expect(s.reasons()).To(BeEmpty(), "it is reported once")
		s.member("canary-0").Hibernated = false
		s.report("canary-0", two, fluxv1alpha1.ShootProgressing)
		s.decide()
		s.after(time.Minute)
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseProgressing), "it wakes up, which is no failure")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.after(4 * time.Minute)
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		s.after(90 * time.Second)
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
	})

	It("holds the ring although an earlier failure of another Shoot was approved", func() {
		s := newScene(first(func(ring *fluxv1alpha1.Ring) { ring.Soak = &metav1.Duration{Duration: 20 * time.Minute} }), "canary-0", "canary-1", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootFailed)
		s.report("canary-1", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.operate("approve=canary")
		s.after(time.Minute)
		s.member("canary-1").Hibernated = true
		s.after(time.Hour)
		Expect(s.have(two)).NotTo(ContainElement("prod-0"), "it has soaked for a minute")
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseHolding))
		s.operate("approve=canary")
		Expect(s.have(two)).To(ContainElement("prod-0"))
	})

	It("stops holding the ring when the Shoot returns, even while the rollout is paused", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.member("canary-0").Hibernated = true
		s.decide()
		s.operate("pause")
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseHolding))
		s.member("canary-0").Hibernated = false
		s.decide()
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhasePaused))
	})

	It("passes the ring with another ready Shoot if the Shoot has not failed", func() {
		s := newScene(nil, "canary-0", "canary-1", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootProgressing)
		s.report("canary-1", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.member("canary-0").Hibernated = true
		s.decide()
		s.after(time.Minute)
		Expect(s.have(two)).To(ContainElement("prod-0"))
	})

	DescribeTable("holds the change after a failure of the Shoot, until",
		func(release func(*scene), expected []string) {
			s := newScene(nil, "canary-0", "prod-0")
			s.change("two")
			s.report("canary-0", two, fluxv1alpha1.ShootFailed)
			s.decide()
			s.member("canary-0").Hibernated = true
			s.after(time.Hour)
			Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
			Expect(s.last.Progress.Rings[0].WaitsFor).To(Equal("canary-0 (hibernated): message of canary-0"))
			release(s)
			s.decide()
			s.after(time.Hour)
			Expect(s.have(two)).To(ConsistOf(expected))
		},
		Entry("the Shoot is ready", func(s *scene) {
			s.member("canary-0").Hibernated = false
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
		}, []string{"canary-0", "prod-0"}),
		Entry("the Shoot is skipped", func(s *scene) { s.operate("skip=canary-0") }, []string{"canary-0", "prod-0"}),
		Entry("the ring is approved", func(s *scene) { s.operate("approve=canary") }, []string{"canary-0", "prod-0"}),
		Entry("the change is rolled back", func(s *scene) { s.operate("rollback") }, nil),
		Entry("not if the rollout is resumed while the Shoot is away", func(s *scene) { s.operate("resume") }, []string{"canary-0"}),
		Entry("not if the Shoot is progressing again", func(s *scene) {
			s.member("canary-0").Hibernated = false
			s.report("canary-0", two, fluxv1alpha1.ShootProgressing)
		}, []string{"canary-0"}),
	)

	It("skips a deleted Shoot on request", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootFailed)
		s.decide()
		s.Members = s.Members[1:]
		s.decide()
		Expect(s.last.Progress.Rings[0].WaitsFor).To(Equal("canary-0 (deleted): message of canary-0"))
		Expect(s.state.Knows("canary-0")).To(BeTrue())
		s.operate("skip=canary-0")
		Expect(s.have(two)).To(BeEmpty(), "no Shoot proves the change")
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseEmpty))
		s.operate("approve=canary")
		Expect(s.have(two)).To(ConsistOf("prod-0"))
	})

	DescribeTable("stops the rollout after a failure of the Shoot, even though the ring",
		func(change func(*fluxv1alpha1.Rollout)) {
			for _, leave := range absences() {
				s := newScene(nil, "canary-0", "prod-0")
				s.change("two")
				s.report("canary-0", two, fluxv1alpha1.ShootFailed)
				s.decide()
				leave(s, "canary-0")
				s.Rollout = s.Rollout.DeepCopy()
				change(s.Rollout)
				for range 10 {
					s.after(10 * time.Minute)
				}
				Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
				Expect(s.last.Progress.Rings[0].WaitsFor).To(ContainSubstring("canary-0"))
				Expect(s.have(two)).NotTo(ContainElement("prod-0"))
				s.operate("skip=canary-0")
				s.operate("approve=" + s.Rollout.Rings[0].Name)
				Expect(s.last.Progress.Phase).NotTo(Equal(PhaseStopped), "it is skipped as before")
			}
		},
		Entry("is renamed", func(r *fluxv1alpha1.Rollout) { r.Rings[0].Name = "dev" }),
		Entry("is removed", func(r *fluxv1alpha1.Rollout) { r.Rings = r.Rings[1:] }),
		Entry("swaps places with the next ring", func(r *fluxv1alpha1.Rollout) { slices.Reverse(r.Rings[:2]) }),
		Entry("gets a new ring before it", func(r *fluxv1alpha1.Rollout) {
			r.Rings = slices.Insert(r.Rings, 0, r.Rings[1])
			r.Rings[0].Name = "before"
		}),
	)

	DescribeTable("holds the change after a Shoot has lost objects and was hibernated, until",
		func(release func(*scene), expected []string) {
			s := newScene(nil, "canary-0", "canary-1", "prod-0")
			s.change("two")
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			s.member("canary-0").Status.Removals = []Removal{{Removed: lostNamespace()}}
			s.report("canary-1", two, fluxv1alpha1.ShootReady)
			s.decide()
			s.member("canary-0").Hibernated = true
			s.after(time.Hour)
			Expect(s.last.Progress.Rings[0].WaitsFor).To(HavePrefix("canary-0 (hibernated) has lost 9 of 10 objects (1 Namespace, 8 ConfigMap), among them Namespace shop: "))
			release(s)
			s.decide()
			s.after(time.Hour)
			Expect(s.have(two)).To(ConsistOf(expected))
		},
		Entry("the Shoot has the objects again", func(s *scene) {
			s.member("canary-0").Hibernated = false
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
		}, []string{"canary-0", "canary-1", "prod-0"}),
		Entry("the Shoot is skipped", func(s *scene) { s.operate("skip=canary-0") }, []string{"canary-0", "canary-1", "prod-0"}),
		Entry("the ring is approved", func(s *scene) { s.operate("approve=canary") }, []string{"canary-0", "canary-1", "prod-0"}),
		Entry("the change is rolled back", func(s *scene) { s.operate("rollback") }, nil),
		Entry("the guard allows it", func(s *scene) {
			s.Rollout = s.Rollout.DeepCopy()
			s.Rollout.Guard = &fluxv1alpha1.Guard{MaxRemoved: ptr.To(intstr.FromString("100%")), Protect: []string{}}
		}, []string{"canary-0", "canary-1", "prod-0"}),
		Entry("not if the rollout is resumed", func(s *scene) { s.operate("resume") }, []string{"canary-0", "canary-1"}),
		Entry("not if the Shoot is back, and its removed objects are unknown", func(s *scene) {
			s.member("canary-0").Hibernated = false
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			s.member("canary-0").Status.Removals = []Removal{{Removed: &fluxv1alpha1.RemovedObjects{Unknown: "not recorded"}}}
		}, []string{"canary-0", "canary-1"}),
		Entry("not if the Shoot reports from a ring that has passed the change, which it is compared with", func(s *scene) {
			s.member("canary-0").Hibernated = false
			s.member("canary-0").Labels = map[string]string{"ring": "prod"}
			s.state.Rings[1].Passed = Target{Revision: two.ID()}
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
		}, []string{"canary-0", "canary-1"}),
	)

	commit := "sha1:" + strings.Repeat("1", 40)
	lose := func(s *scene) {
		s.commit("us-0", commit)
		s.member("us-0").Status.Removals = []Removal{{Removed: lostNamespace()}}
	}
	restore := func(s *scene) { s.commit("us-0", commit) }

	DescribeTable("holds the ring after a Shoot has lost objects, even though the ring",
		func(change func(*fluxv1alpha1.Rollout)) {
			for _, leave := range absences() {
				s := newScene(nil, "canary-0", "canary-1", "prod-0")
				s.change("two")
				s.report("canary-0", two, fluxv1alpha1.ShootReady)
				s.member("canary-0").Status.Removals = []Removal{{Removed: lostNamespace()}}
				s.report("canary-1", two, fluxv1alpha1.ShootReady)
				s.decide()
				leave(s, "canary-0")
				s.Rollout = s.Rollout.DeepCopy()
				change(s.Rollout)
				for range 10 {
					s.after(10 * time.Minute)
				}
				Expect(s.last.Progress.Phase).To(BeElementOf(PhaseGuarded, PhaseStopped, PhaseProgressing, PhaseHolding, PhaseEmpty))
				Expect(s.have(two)).NotTo(ContainElement("prod-0"))
				s.report("prod-0", two, fluxv1alpha1.ShootReady)
				s.after(time.Hour)
				Expect(s.state.IsEverywhere()).To(BeFalse(), "the loss of canary-0 is still there")
			}
		},
		Entry("is renamed", func(r *fluxv1alpha1.Rollout) { r.Rings[0].Name = "dev" }),
		Entry("is removed", func(r *fluxv1alpha1.Rollout) { r.Rings = r.Rings[1:] }),
		Entry("swaps places with the next ring", func(r *fluxv1alpha1.Rollout) { slices.Reverse(r.Rings[:2]) }),
		Entry("gets a new ring before it", func(r *fluxv1alpha1.Rollout) {
			r.Rings = slices.Insert(r.Rings, 0, r.Rings[1])
			r.Rings[0].Name = "before"
		}),
	)

	DescribeTable("holds the change if the last ring, which has not passed it, is merged with rings before that have",
		func(source fluxv1alpha1.RolloutSource, left int, spoil func(*scene), phase Phase, mend func(*scene)) {
			s := newScene(func(r *fluxv1alpha1.Rollout) {
				r.Source = ptr.To(source)
				r.Rings[1].Name, r.Rings[1].Shoots.MatchLabels = "eu", map[string]string{"ring": "eu"}
				us := r.Rings[1].DeepCopy()
				us.Name, us.ShootSelector, us.MaxConcurrent = "us", fluxv1alpha1.ShootSelector{}, ptr.To(intstr.FromInt32(1))
				r.Rings = append(r.Rings, *us)
			}, "canary-0", "eu-0", "us-0", "us-1")
			for _, name := range []string{"canary-0", "eu-0", "us-0", "us-1"} {
				s.commit(name, commit)
			}
			s.after(10 * time.Minute)
			s.change("two")
			for _, name := range []string{"canary-0", "eu-0"} {
				s.commit(name, commit)
				s.decide()
				s.after(2 * time.Minute)
			}
			Expect(s.have(two)).To(ConsistOf("canary-0", "eu-0", "us-0"))
			spoil(s)
			s.decide()
			s.after(time.Hour)
			Expect(s.last.Progress.Phase).To(Equal(phase))
			s.Rollout = s.Rollout.DeepCopy()
			s.Rollout.Rings = s.Rollout.Rings[:left]
			s.Rollout.Rings[left-1].ShootSelector = fluxv1alpha1.ShootSelector{}
			s.decide()
			s.after(time.Hour)
			Expect(s.last.Progress.Phase).To(Equal(phase))
			Expect(s.last.Progress.Rings[left-1].WaitsFor).To(ContainSubstring("us-0"))
			Expect(s.state.PassedBy(s.member("us-0").Identity).Revision).To(Equal(revisionOf("one", "v2.9.0").ID()), "seeds go on to compare with what us-0 had before the change")
			Expect(s.have(two)).NotTo(ContainElement("us-1"))
			mend(s)
			s.decide()
			Expect(s.have(two)).To(ContainElement("us-1"))
			s.commit("us-1", commit)
			s.after(5 * time.Minute)
			Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
		},
		Entry("after a loss", fluxv1alpha1.RolloutSourceFollow, 2, lose, PhaseGuarded, restore),
		Entry("after a loss, with a single ring left", fluxv1alpha1.RolloutSourceFollow, 1, lose, PhaseGuarded, restore),
		Entry("after a loss, with promoted commits", fluxv1alpha1.RolloutSourcePromote, 2, lose, PhaseGuarded, restore),
		Entry("after a failure of a Shoot that is then hibernated", fluxv1alpha1.RolloutSourceFollow, 2, func(s *scene) {
			s.report("us-0", two, fluxv1alpha1.ShootFailed, commit)
			s.decide()
			s.member("us-0").Hibernated = true
		}, PhaseStopped, func(s *scene) { s.operate("skip=us-0") }),
		Entry("after a failure, with a single ring left", fluxv1alpha1.RolloutSourceFollow, 1, func(s *scene) {
			s.report("us-0", two, fluxv1alpha1.ShootFailed, commit)
		}, PhaseStopped, restore),
	)

	It("holds the ring although another Shoot was skipped", func() {
		s := newScene(nil, "canary-0", "canary-1", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootFailed)
		s.report("canary-1", two, fluxv1alpha1.ShootProgressing)
		s.decide()
		s.operate("skip=canary-0")
		s.Members = slices.DeleteFunc(s.Members, func(member Member) bool { return member.Name == "canary-1" })
		s.after(time.Hour)
		Expect(s.have(two)).To(ConsistOf("canary-0"), "canary-1 was to prove the change")
		Expect(s.last.Progress.Message).To(Equal("ring canary: a Shoot that proves the change (the Shoots that had the change are deleted, or in other rings), or operation approve=canary"))
	})

	It("accepts no new Shoot as proof after flux-rollout was lost", func() {
		s := newScene(nil, "canary-0", "prod-0", "rest-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.report("prod-0", two, fluxv1alpha1.ShootReady)
		s.state = nil
		s.decide()
		s.Members = slices.DeleteFunc(s.Members, func(member Member) bool { return member.Name == "prod-0" })
		s.add("prod-1")
		s.report("prod-1", two, fluxv1alpha1.ShootProgressing)
		s.after(time.Hour)
		s.after(time.Hour)
		Expect(s.have(two)).NotTo(ContainElement("rest-0"))
		s.report("prod-1", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.after(time.Minute)
		Expect(s.have(two)).To(ContainElement("rest-0"))
	})

	It("passes an approved ring whose Shoots were all away before the change", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.member("canary-0").Hibernated = true
		s.change("two")
		s.after(time.Hour)
		Expect(s.last.Progress.Phase).To(Equal(PhaseHolding))
		Expect(s.have(two)).To(BeEmpty())
		s.operate("approve=canary")
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
	})

	It("holds the ring if all Shoots have failed, even within maxFailures", func() {
		s := newScene(first(func(ring *fluxv1alpha1.Ring) { ring.MaxFailures = ptr.To(int32(1)) }), "canary-0", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootFailed)
		s.decide()
		s.after(time.Hour)
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		Expect(s.last.Progress.Message).To(Equal("ring canary: a Shoot that proves the change: all Shoots that count have failed, canary-0: message of canary-0, or operation approve=canary"))
	})
})

var _ = Describe("Decide with an approval", func() {
	two := revisionOf("two", "v2.9.0")
	manual := func(r *fluxv1alpha1.Rollout) { r.Rings[1].Approval = ptr.To(fluxv1alpha1.ApprovalManual) }
	prove := func(s *scene) {
		s.report("canary-0", s.Target, fluxv1alpha1.ShootReady)
		s.decide()
		s.after(time.Minute)
	}

	It("ignores an early approval for a later change with the same content", func() {
		s := newScene(manual, "canary-0", "prod-0")
		s.change("two")
		s.operate("approve=prod")
		s.change("one")
		prove(s)
		s.change("two")
		prove(s)
		Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForApproval))
		Expect(s.reasons()).To(ContainElement("RolloutWaitsForApproval"))
		Expect(s.have(two)).To(ConsistOf("canary-0"))
	})

	It("requests another approval for a later change with the same content", func() {
		s := newScene(manual, "canary-0", "prod-0")
		s.change("two")
		prove(s)
		s.operate("approve=prod")
		s.report("prod-0", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.after(time.Minute)
		s.change("one")
		prove(s)
		Expect(s.reasons()).To(ContainElement("RolloutWaitsForApproval"))
		s.operate("approve=prod")
		s.report("prod-0", s.Target, fluxv1alpha1.ShootReady)
		s.decide()
		s.after(time.Minute)
		s.change("two")
		prove(s)
		Expect(s.reasons()).To(ContainElement("RolloutWaitsForApproval"))
		Expect(s.have(two)).To(ConsistOf("canary-0"))
	})

	It("skips no Shoot for the current change if the ring has failed only with the previous one", func() {
		s := newScene(manual, "canary-0", "prod-0")
		s.change("two")
		prove(s)
		s.operate("approve=prod")
		s.report("prod-0", two, fluxv1alpha1.ShootFailed)
		s.decide()
		s.change("three")
		s.operate("approve=prod")
		Expect(s.state.Skipped).To(BeEmpty())
		Expect(s.last.Events[0].Note).To(Equal("Ring prod may begin with revision " + s.Target.ID()))
	})

	It("requests another approval after a rollback", func() {
		s := newScene(manual, "canary-0", "prod-0")
		s.change("two")
		prove(s)
		s.operate("approve=prod")
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
		s.operate("rollback")
		for _, name := range []string{"canary-0", "prod-0"} {
			s.report(name, revisionOf("one", "v2.9.0"), fluxv1alpha1.ShootReady)
		}
		s.decide()
		s.operate("resume")
		prove(s)
		Expect(s.reasons()).To(ContainElement("RolloutWaitsForApproval"))
		Expect(s.have(two)).To(ConsistOf("canary-0"))
	})

	It("ignores the approval of an earlier change when the change returns", func() {
		s := newScene(manual, "canary-0", "prod-0", "prod-1")
		s.member("prod-1").Status.State = MemberProgressing
		s.change("two")
		prove(s)
		s.operate("approve=prod")
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
		s.change("three")
		s.change("two")
		prove(s)
		Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForApproval))
		s.report("prod-1", revisionOf("one", "v2.9.0"), fluxv1alpha1.ShootReady)
		s.after(time.Minute)
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
	})

	It("ignores an approval for a ring that has begun already", func() {
		s := newScene(manual, "canary-0", "prod-0")
		s.operate("approve=prod")
		Expect(s.last.Events[0].Note).To(ContainSubstring("there is nothing to approve"))
		s.change("two")
		prove(s)
		Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForApproval))
	})

	It("approves only failures that were recorded before", func() {
		s := newScene(nil, "canary-0", "canary-1", "prod-0")
		s.change("two")
		s.decide()
		s.report("canary-0", two, fluxv1alpha1.ShootFailed)
		s.report("canary-1", two, fluxv1alpha1.ShootReady)
		s.decide()
		Expect(s.last.Progress.Rings[0].FailedMembers).To(ConsistOf("canary-0"))
		s.report("canary-1", two, fluxv1alpha1.ShootFailed)
		s.operate("approve=canary")
		Expect(s.state.Skipped).To(ConsistOf("canary-0"))
		Expect(s.state.Rings[0].Accepted).To(BeZero())
		Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
		Expect(s.last.Progress.Rings[0].FailedMembers).To(ConsistOf("canary-1"))
		s.after(time.Hour)
		Expect(s.have(two)).To(ConsistOf("canary-0", "canary-1"))
		s.operate("approve=canary")
		s.decide()
		Expect(s.have(two)).To(ContainElement("prod-0"))
	})

	It("waits in a retry for the maintenance time window of a Shoot without which the ring had passed", func() {
		one := revisionOf("one", "v2.9.0")
		s := newScene(nil, "canary-0", "canary-1", "prod-0")
		s.member("canary-1").Confined, s.member("canary-1").InWindow = true, false
		s.member("canary-1").Status = nil
		s.after(2 * time.Hour)
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.after(5 * time.Minute)
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
		Expect(s.state.Members["canary-1"].Next.Revision).To(Equal(two.ID()))
		s.operate("rollback")
		Expect(s.state.Members["canary-1"].Next).To(BeZero())
		for _, name := range []string{"canary-0", "canary-1", "prod-0"} {
			s.report(name, one, fluxv1alpha1.ShootReady)
		}
		s.operate("resume")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.after(5 * time.Minute)
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseWaitingForWindow))
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		s.member("canary-1").InWindow = true
		s.decide()
		Expect(s.have(two)).To(ConsistOf("canary-0", "canary-1"))
	})

	It("approves no revision that replaces the one the ring waited with", func() {
		s := newScene(manual, "canary-0", "prod-0")
		s.change("two")
		prove(s)
		Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForApproval))
		s.Target = revisionOf("three", "v2.9.0")
		s.operate("approve=prod")
		Expect(s.last.Events[0].Note).To(Equal("The request may be for revision " + two.ID() + ", and flux-config has changed since: nothing is approved. To approve revision " + s.Target.ID() + ", approve the ring again"))
		s.report("canary-0", s.Target, fluxv1alpha1.ShootReady)
		s.after(5 * time.Minute)
		Expect(s.have(s.Target)).To(ConsistOf("canary-0"))
		s.operate("approve=prod")
		s.decide()
		Expect(s.have(s.Target)).To(ConsistOf("canary-0", "prod-0"))
	})
})
