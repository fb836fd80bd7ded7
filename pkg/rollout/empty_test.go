// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("Decide with a ring that proves nothing", func() {
	two := revisionOf("two", "v2.9.0")
	allowEmpty := first(func(ring *fluxv1alpha1.Ring) { ring.AllowEmpty = ptr.To(true) })

	Describe("because no Shoot is in it", func() {
		const why = "a Shoot that proves the change (no Shoot has ring=canary; there are canray, prod, rest)"

		It("stops there, and names the labels that Shoots have, once", func() {
			s := newScene(nil, "canray-0", "prod-0", "rest-0")
			Expect(s.last.Progress.Phase).To(Equal(PhaseComplete), "the first revision stops nowhere")
			s.change("two")
			Expect(s.last.Events).To(ConsistOf(Event{Type: "Normal", Reason: "RolloutHolds", Ring: "canary", Note: "Ring canary does not pass revision " + two.ID() + ", and waits for " + why +
				". To pass it anyway, run: kubectl shoot-flux rollout approve canary, or allowEmpty: true in the ring for all changes"}))
			Expect(s.last.Progress.Phase).To(Equal(PhaseEmpty))
			Expect(s.last.Progress.Message).To(Equal("ring canary: " + why + ", or operation approve=canary"))
			for range 20 {
				s.after(10 * time.Hour)
				Expect(s.reasons()).To(BeEmpty())
			}
			Expect(s.have(two)).To(BeEmpty())
		})

		It("passes it once when it is approved", func() {
			s := newScene(nil, "prod-0")
			s.change("two")
			s.operate("approve=canary")
			Expect(s.have(two)).To(ConsistOf("prod-0"))
			s.report("prod-0", two, fluxv1alpha1.ShootReady)
			s.decide()
			s.after(time.Minute)
			Expect(s.last.Progress.Phase).To(Equal(PhaseComplete), "rest needs no Shoots")
			s.change("three")
			s.after(time.Hour)
			Expect(s.last.Progress.Phase).To(Equal(PhaseEmpty), "the approval was for another change")
			Expect(s.have(two)).To(ConsistOf("prod-0"))
		})

		It("begins its soak again when a new ring before it has had its Shoots", func() {
			s := newScene(second(func(ring *fluxv1alpha1.Ring) { ring.Soak.Duration = 10 * time.Minute }), "canary-0", "prod-0")
			s.change("two")
			for _, member := range []string{"canary-0", "prod-0"} {
				s.report(member, two, fluxv1alpha1.ShootReady)
				s.decide()
				s.after(2 * time.Minute)
			}
			added := s.Rollout.DeepCopy()
			staging := *added.Rings[1].DeepCopy()
			staging.Name, staging.Shoots.MatchLabels["ring"], staging.AllowEmpty = "staging", "staging", ptr.To(true)
			added.Rings = slices.Insert(added.Rings, 1, staging)
			s.Rollout = added
			s.member("prod-0").Labels["ring"] = "staging"
			s.after(8 * time.Minute)
			s.member("prod-0").Labels["ring"] = "prod"
			s.after(8 * time.Minute)
			Expect(s.last.Progress.Phase).To(Equal(PhaseSoaking))
		})

		It("lends a new ring before it no change that its Shoots do not have", func() {
			s := newScene(first(func(ring *fluxv1alpha1.Ring) { ring.AllowEmpty = ptr.To(true) }), "rest-0", "prod-0")
			s.change("two")
			Expect(s.state.Rings[0].Passed.Revision).To(Equal(two.ID()), "no Shoot is in it")
			added := s.Rollout.DeepCopy()
			added.Rings = slices.Insert(added.Rings, 0, *added.Rings[2].DeepCopy())
			added.Rings[0].Name = "before"
			added.Rings[0].Shoots = &metav1.LabelSelector{MatchLabels: map[string]string{"ring": "rest"}}
			s.Rollout = added
			s.decide()
			former := revisionOf("one", "v2.9.0")
			Expect(s.state.PassedBy(s.member("rest-0").Identity)).To(Equal(Target{Revision: former.ID()}), "what rest-0 loses with the change is compared with this target")
			Expect(s.state.Rings[0].Target.Revision).To(Equal(two.ID()))
			s.report("rest-0", two, fluxv1alpha1.ShootReady)
			s.member("rest-0").Status.Removals = []Removal{{Removed: &fluxv1alpha1.RemovedObjects{Before: 10, Count: 9, Kinds: []fluxv1alpha1.RemovedKind{{Kind: "ConfigMap", Count: 9}}}}}
			s.after(time.Hour)
			Expect(s.last.Progress.Phase).To(Equal(PhaseGuarded))
		})

		It("asks for the approval that it requires, after it got the target of a removed ring", func() {
			s := newScene(func(r *fluxv1alpha1.Rollout) {
				r.Rings[1].Approval, r.Rings[1].AllowEmpty = ptr.To(fluxv1alpha1.ApprovalManual), ptr.To(true)
			}, "canary-0", "rest-0")
			s.change("two")
			removed := s.Rollout.DeepCopy()
			removed.Rings = removed.Rings[1:]
			s.Rollout = removed
			s.member("canary-0").Labels = map[string]string{"ring": "none"}
			s.decide()
			Expect(s.reasons()).To(ConsistOf("RolloutWaitsForApproval"))
			Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForApproval))
		})

		It("passes it with allowEmpty", func() {
			s := newScene(allowEmpty, "prod-0")
			s.change("two")
			Expect(s.reasons()).To(ConsistOf("RolloutRingPassed", "RolloutRingStarted"))
			Expect(s.have(two)).To(ConsistOf("prod-0"))
		})

		It("continues when a Shoot in it is ready with the change", func() {
			s := newScene(nil, "canray-0", "prod-0")
			s.change("two")
			s.member("canray-0").Labels = map[string]string{"ring": "canary"}
			s.decide()
			Expect(s.last.Progress.Phase).To(Equal(PhaseProgressing))
			s.after(time.Hour)
			Expect(s.have(two)).To(ConsistOf("canray-0"))
			s.report("canray-0", two, fluxv1alpha1.ShootReady)
			s.decide()
			s.after(time.Minute)
			Expect(s.have(two)).To(ConsistOf("canray-0", "prod-0"))
		})

		It("stops in a later ring, even in the last named one", func() {
			s := newScene(func(r *fluxv1alpha1.Rollout) { r.Rings[1].Shoots = nil }, "canary-0")
			s.change("two")
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			s.decide()
			s.after(time.Minute)
			Expect(s.last.Progress.Message).To(HavePrefix("ring prod: a Shoot that proves the change (the Shoots that it selects are in rings before it)"))
		})

		It("stops again after an approval to begin", func() {
			s := newScene(first(func(ring *fluxv1alpha1.Ring) { ring.Approval = ptr.To(fluxv1alpha1.ApprovalManual) }), "prod-0")
			s.change("two")
			Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForApproval))
			s.operate("approve=canary")
			Expect(s.last.Progress.Phase).To(Equal(PhaseEmpty))
			Expect(s.have(two)).To(BeEmpty())
		})

		It("is not passed because all Shoots are gone, or flux-rollout is lost", func() {
			s := newScene(nil, "prod-0")
			s.change("two")
			members := s.Members
			s.Members = nil
			s.after(time.Hour)
			Expect(s.reasons()).To(BeEmpty())
			Expect(s.last.Progress.Message).To(ContainSubstring("the project has no Shoot that uses Flux"))
			s.Members = members
			s.after(time.Hour)
			Expect(s.have(two)).To(BeEmpty())
			s.state = nil
			s.decide()
			s.Members = nil
			s.after(time.Hour)
			s.Members = members
			s.after(time.Hour)
			Expect(s.have(two)).To(BeEmpty())
			Expect(s.last.Progress.Phase).To(Equal(PhaseEmpty))
		})
	})

	Describe("because it has lost its last Shoot during the change", func() {
		lose := func(s *scene) {
			s.change("two")
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			s.decide()
			s.Members = s.Members[1:]
			s.after(time.Hour)
		}

		It("stops there", func() {
			s := newScene(nil, "canary-0", "prod-0")
			lose(s)
			Expect(s.have(two)).To(BeEmpty())
			Expect(s.reasons()).To(ConsistOf("RolloutHolds"))
			Expect(s.last.Progress.Phase).To(Equal(PhaseEmpty))
			Expect(s.last.Progress.Message).To(HavePrefix("ring canary: a Shoot that proves the change (the Shoots that had the change are deleted, or in other rings, and no Shoot has ring=canary; there is prod)"))
			s.operate("approve=canary")
			Expect(s.have(two)).To(ConsistOf("prod-0"))
		})

		It("passes it with allowEmpty, unless the Shoot has failed", func() {
			s := newScene(allowEmpty, "canary-0", "prod-0")
			lose(s)
			Expect(s.have(two)).To(ConsistOf("prod-0"))
			s = newScene(allowEmpty, "canary-0", "prod-0")
			s.change("two")
			s.report("canary-0", two, fluxv1alpha1.ShootFailed)
			s.decide()
			s.Members = s.Members[1:]
			s.after(time.Hour)
			Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
			Expect(s.have(two)).To(BeEmpty())
		})
	})

	Describe("because none of its Shoots counts", func() {
		unwell := func(s *scene) {
			s.report("canary-0", s.Target, fluxv1alpha1.ShootFailed)
			s.Now = s.Now.Add(time.Hour)
		}

		DescribeTable("holds the change and continues when a Shoot is ready with it, if before the Shoot",
			func(leave func(*scene), waitsFor string) {
				s := newScene(nil, "canary-0", "prod-0")
				leave(s)
				s.change("two")
				for range 10 {
					s.after(time.Hour)
				}
				Expect(s.last.Progress.Phase).To(Equal(PhaseHolding))
				Expect(s.last.Progress.Message).To(Equal("ring canary: a Shoot that proves the change: " + waitsFor + ", or operation approve=canary"))
				Expect(s.have(two)).NotTo(ContainElement("prod-0"))
				approved := *s
				approved.operate("approve=canary")
				Expect(approved.have(two)).To(ContainElement("prod-0"))
				s.member("canary-0").Hibernated = false
				s.report("canary-0", revisionOf("one", "v2.9.0"), fluxv1alpha1.ShootReady)
				s.decide()
				s.report("canary-0", two, fluxv1alpha1.ShootReady)
				s.decide()
				Expect(s.have(two)).To(ConsistOf("canary-0"), "it has to soak")
				s.after(time.Minute)
				Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
			},
			Entry("was hibernated", func(s *scene) { s.member("canary-0").Hibernated = true }, "canary-0 (hibernated)"),
			Entry("was unreachable", func(s *scene) { s.report("canary-0", s.Target, fluxv1alpha1.ShootUnreachable) }, "canary-0 (unreachable)"),
			Entry("was not ready", unwell, "canary-0 (not ready before the change either)"),
			Entry("was never ready", func(s *scene) {
				s.member("canary-0").UID = "another"
				s.report("canary-0", s.Target, fluxv1alpha1.ShootFailed)
			}, "canary-0 (not ready before the change either)"),
		)

		It("waits for a Shoot that was not ready until the deadline, before it reports that", func() {
			s := newScene(nil, "canary-0", "prod-0")
			unwell(s)
			s.change("two")
			s.report("canary-0", two, fluxv1alpha1.ShootFailed)
			s.after(29 * time.Minute)
			Expect(s.last.Progress.Phase).To(Equal(PhaseProgressing))
			s.after(2 * time.Minute)
			Expect(s.reasons()).To(ConsistOf("RolloutHolds"))
		})

		It("passes it if all Shoots were skipped", func() {
			s := newScene(nil, "canary-0", "prod-0")
			s.member("canary-0").Hibernated = true
			s.change("two")
			s.operate("skip=canary-0")
			Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
		})
	})

	Describe("before the project has a Shoot", func() {
		It("gives the first Shoot the newest revision, and stops at the empty ring with the next one", func() {
			s := newScene(nil)
			s.change("two")
			Expect(s.reasons()).To(BeEmpty())
			Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
			s.add("prod-0")
			s.change("three")
			three := s.Target
			Expect(s.have(three)).To(ConsistOf("prod-0"), "the change came with the Shoot")
			s.report("prod-0", three, fluxv1alpha1.ShootReady)
			s.change("four")
			s.after(time.Hour)
			Expect(s.have(three)).To(ConsistOf("prod-0"))
			Expect(s.last.Progress.Phase).To(Equal(PhaseEmpty))
		})

		It("takes a revision for a change if a Shoot has got the one before since the last decision", func() {
			s := newScene(nil)
			s.add("prod-0")
			s.report("prod-0", s.Target, fluxv1alpha1.ShootReady)
			s.change("two")
			s.after(time.Hour)
			Expect(s.have(s.Target)).To(BeEmpty(), "no ring has proven it")
			Expect(s.last.Progress.Phase).To(Equal(PhaseEmpty))
		})

		It("gives a Shoot that was created with the rollout its configuration", func() {
			s := newScene(nil, "prod-0")
			s.state = nil
			s.member("prod-0").Status = nil
			s.decide()
			s.after(time.Hour)
			permit := PermitRequest{State: s.state, Member: s.member("prod-0").Identity, Carries: func(string) bool { return true }}.Permit()
			Expect(permit.Revision).To(Equal(s.Target.ID()))
			s.report("prod-0", s.Target, fluxv1alpha1.ShootReady)
			s.decide()
			Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
		})
	})

	It("names the rings that have none of the Shoots", func() {
		rollout := newScene(func(r *fluxv1alpha1.Rollout) {
			r.Rings = append(r.Rings, fluxv1alpha1.Ring{Name: "maybe", ShootSelector: fluxv1alpha1.ShootSelector{Purposes: []string{"testing"}}, AllowEmpty: ptr.To(true)})
		}).Rollout
		names := func(members ...Identity) []string {
			return namesOf(EmptyRings(*rollout, members), func(ring EmptyRing) string { return ring.Name + ": " + ring.Why })
		}
		Expect(names(Identity{Name: "a", Labels: map[string]string{"ring": "prod"}})).To(Equal([]string{"canary: no Shoot has ring=canary; there is prod"}))
		Expect(names()).To(HaveLen(2))
		Expect(slices.Max(names())).To(Equal("prod: the project has no Shoot that uses Flux"))
	})
})
