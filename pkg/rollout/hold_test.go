// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// office is open from 14:00 to 15:00 UTC. A scene begins at 12:00 UTC, 13:00 in Berlin, on Monday, 23 November 2026.
func office() fluxv1alpha1.Window {
	return fluxv1alpha1.Window{Name: "office", Cron: "0 15 * * *", Duration: &metav1.Duration{Duration: time.Hour}, TimeZone: "Europe/Berlin"}
}

// freeze lasts until 18:00 UTC.
func freeze(rings ...string) fluxv1alpha1.Freeze {
	return fluxv1alpha1.Freeze{Name: "release", From: "2026-11-23T00:00", To: "2026-11-23T18:00", TimeZone: "UTC", Rings: rings}
}

// at moves the time of the scene forward or back, as a clock does that is set.
func (s *scene) at(clock string) {
	GinkgoHelper()
	t, err := time.Parse(time.RFC3339, "2026-11-"+clock+":00Z")
	Expect(err).NotTo(HaveOccurred())
	s.Now = t.Add(-5 * time.Second)
	s.decide()
}

var _ = Describe("Holds", func() {
	two := revisionOf("two", "v2.9.0")

	windowed := func(windows ...fluxv1alpha1.Window) func(*fluxv1alpha1.Rollout) {
		return first(func(ring *fluxv1alpha1.Ring) { ring.Windows = windows })
	}

	It("begins with a change when a window opens, and at no other time (gitops-promoter #1734)", func() {
		s := newScene(windowed(office()), "canary-0", "prod-0")
		s.change("two")
		Expect(s.have(two)).To(BeEmpty())
		Expect(s.last.Progress.Rings[0]).To(And(HaveField("Phase", PhaseWaitingForWindow), HaveField("WaitsFor", "window office, opens Mon 23 Nov 15:00 CET"),
			HaveField("Until.Time", BeTemporally("==", time.Date(2026, 11, 23, 14, 0, 0, 0, time.UTC)))))
		Expect(s.last.Progress.Message).To(Equal("ring canary: window office, opens Mon 23 Nov 15:00 CET"))

		By("the window opens in ten seconds, which is sooner than the next decision would be (argo-cd #21692)")
		s.at("23T13:59")
		s.Now = s.Now.Add(50 * time.Second)
		s.decide()
		Expect(s.last.Next).To(Equal(5 * time.Second))
		Expect(s.have(two)).To(BeEmpty())
		s.decide()
		Expect(s.have(two)).To(ConsistOf("canary-0"))
	})

	It("judges a Shoot also after the window has closed, and begins with no other", func() {
		s := newScene(first(func(ring *fluxv1alpha1.Ring) {
			ring.Windows, ring.MaxConcurrent = []fluxv1alpha1.Window{office()}, ptr.To(intstr.FromInt32(1))
		}), "canary-0", "canary-1", "prod-0")
		s.change("two")
		s.at("23T14:59")
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		s.at("23T15:00")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.decide()
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		Expect(s.last.Progress.Rings[0]).To(And(HaveField("Phase", PhaseWaitingForWindow), HaveField("WaitsFor", "window office, opens Tue 24 Nov 15:00 CET")))
		s.at("24T14:00")
		Expect(s.have(two)).To(ConsistOf("canary-0", "canary-1"))

		By("it fails after the window has closed")
		s.at("24T15:01")
		s.report("canary-1", two, fluxv1alpha1.ShootFailed)
		s.decide()
		Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
	})

	It("soaks and passes after the window has closed", func() {
		s := newScene(windowed(office()), "canary-0", "prod-0")
		s.change("two")
		s.at("23T14:59")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.at("23T15:00")
		s.after(2 * time.Minute)
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"), "the other ring has no window")
	})

	It("begins when one of several windows is open, and in the maintenance time window of the Shoot in addition", func() {
		early := office()
		early.Name, early.Cron = "early", "0 13 * * *"
		s := newScene(windowed(office(), early, fluxv1alpha1.Window{Name: "shoots", Maintenance: true}), "canary-0", "canary-1")
		s.member("canary-0").InWindow = false
		s.change("two")
		Expect(s.have(two)).To(ConsistOf("canary-1"), "the window early is open: argo-cd #10425")
		s.at("23T13:01")
		s.member("canary-0").InWindow = true
		s.decide()
		Expect(s.have(two)).To(ConsistOf("canary-1"), "both windows are closed")
		s.at("23T14:00")
		Expect(s.have(two)).To(ConsistOf("canary-0", "canary-1"))
	})

	It("does not open a window again that was seen closed, if the clock is turned back", func() {
		s := newScene(windowed(office()), "canary-0", "prod-0")
		s.at("23T15:00") // Nothing is measured, so that the time of the last decision is not stored.
		s.change("two")
		s.at("23T14:30")
		Expect(s.have(two)).To(BeEmpty())
		Expect(s.reasons()).To(ConsistOf(ReasonWaitsForClock))
		s.at("23T15:02")
		Expect(s.have(two)).To(BeEmpty())
		s.at("24T14:30")
		Expect(s.have(two)).To(ConsistOf("canary-0"))
	})

	It("opens windows again after a leader's clock that was ahead, when the rollout is resumed", func() {
		s := newScene(windowed(office()), "canary-0", "prod-0")
		s.at("29T15:00")
		s.change("two")
		s.at("23T13:00")
		s.operate("resume")
		Expect(s.have(two)).To(BeEmpty())
		s.at("23T14:00")
		Expect(s.have(two)).To(ConsistOf("canary-0"))
	})

	It("follows a window that is extended after it has closed", func() {
		s := newScene(windowed(office()), "canary-0")
		s.at("23T15:00")
		s.change("two")
		s.Rollout = s.Rollout.DeepCopy()
		s.Rollout.Rings[0].Windows = []fluxv1alpha1.Window{{Name: "office", Cron: "0 15 * * *", Duration: &metav1.Duration{Duration: 2 * time.Hour}, TimeZone: "Europe/Berlin"}}
		s.at("23T15:01")
		Expect(s.have(two)).To(ConsistOf("canary-0"))
	})

	It("gives a Shoot without which the ring has passed the change when a window opens, also if it is hibernated", func() {
		s := newScene(windowed(office()), "canary-0", "canary-1")
		s.change("two")
		s.report("canary-1", s.Target, fluxv1alpha1.ShootSuspended)
		s.at("23T14:59")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.at("23T15:00")
		s.member("canary-1").Hibernated = true
		s.after(2 * time.Minute)
		Expect(s.state.Rings[0].Passed.Revision).To(Equal(two.ID()))
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		s.at("24T14:00")
		Expect(s.have(two)).To(ConsistOf("canary-0", "canary-1"))
	})

	It("gives the correction of a failure to the Shoot that has failed, and to no other", func() {
		s := newScene(windowed(office()), "canary-0", "canary-1")
		s.change("two")
		s.at("23T14:59")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.report("canary-1", two, fluxv1alpha1.ShootFailed)
		s.at("23T15:00")
		s.change("three")
		Expect(s.have(s.Target)).To(ConsistOf("canary-1"))
	})

	It("rolls back outside of the window", func() {
		s := newScene(windowed(office()), "canary-0")
		s.change("two")
		s.at("23T14:59")
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		s.at("23T15:10")
		s.operate("rollback")
		Expect(s.have(two)).To(BeEmpty())
	})

	DescribeTable("holds with what cannot be evaluated any more",
		func(change func(*fluxv1alpha1.Rollout), message string) {
			s := newScene(change, "canary-0")
			s.change("two")
			s.after(48 * time.Hour)
			Expect(s.have(two)).To(BeEmpty())
			Expect(s.last.Progress.Message).To(ContainSubstring(message))
		},
		Entry("a zone that does not exist", windowed(fluxv1alpha1.Window{Name: "office", Cron: "0 9 * * *", Duration: &metav1.Duration{Duration: time.Hour}, TimeZone: "Europe/Bonn"}), "window office, which is invalid: "),
		Entry("a schedule without start", windowed(fluxv1alpha1.Window{Name: "office", Cron: "0 9 31 2 *", Duration: &metav1.Duration{Duration: time.Hour}, TimeZone: "UTC"}), "never opens"),
		Entry("a freeze without end", func(r *fluxv1alpha1.Rollout) {
			r.Freezes = []fluxv1alpha1.Freeze{{Name: "f", From: "2026-11-23T00:00", TimeZone: "UTC"}}
		}, "freeze f, which is invalid: "),
	)

	It("begins with no ring during a freeze, although a window is open (gitops-promoter #1734)", func() {
		s := newScene(func(r *fluxv1alpha1.Rollout) {
			r.Freezes = []fluxv1alpha1.Freeze{freeze("prod")}
			r.Rings[1].Windows = []fluxv1alpha1.Window{office()}
		}, "canary-0", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.after(2 * time.Minute)
		Expect(s.have(two)).To(ConsistOf("canary-0"), "the freeze is for the other ring")
		s.at("23T14:30")
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		Expect(s.last.Progress).To(And(HaveField("Phase", PhaseFrozen), HaveField("Message", "ring prod: freeze release until Mon 23 Nov 18:00 UTC")))
		s.at("23T18:00")
		Expect(s.last.Progress.Phase).To(Equal(PhaseWaitingForWindow))
		s.at("24T14:00")
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
	})

	It("does not end the decisions on a complete rollout while a Shoot is unreachable", func() {
		s := newScene(nil, "canary-0", "canary-1")
		for _, name := range []string{"canary-0", "canary-1"} {
			s.report(name, s.Target, fluxv1alpha1.ShootReady)
		}
		s.decide()
		s.report("canary-1", s.Target, fluxv1alpha1.ShootUnreachable)
		s.after(time.Hour)
		Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
		Expect(s.last.Next).NotTo(BeZero(), "its report would not be read")
	})

	It("begins during a freeze that an approval overrules, with the approved change only", func() {
		s := newScene(func(r *fluxv1alpha1.Rollout) { r.Freezes = []fluxv1alpha1.Freeze{freeze()} }, "canary-0", "prod-0")
		s.change("two")
		s.operate("approve-during-freeze=canary")
		Expect(s.last.Events[0]).To(And(HaveField("Reason", ReasonApproved), HaveField("Note", ContainSubstring(", also during freeze release until Mon 23 Nov 18:00 UTC"))))
		Expect(s.state.Operations[0].Note).To(Equal(s.last.Events[0].Note))
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.after(2 * time.Minute)
		Expect(s.have(two)).To(ConsistOf("canary-0"), "the other ring was not approved")
		s.change("three")
		Expect(s.have(s.Target)).To(BeEmpty(), "another change was not approved")
	})

	It("lets an approval overrule a freeze for the change that the rings before are proving", func() {
		s := newScene(func(r *fluxv1alpha1.Rollout) { r.Freezes = []fluxv1alpha1.Freeze{freeze("prod")} }, "canary-0", "prod-0")
		s.change("two")
		s.operate("approve-during-freeze=prod")
		Expect(s.last.Events[0].Note).To(ContainSubstring(", also during freeze release until "))
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.decide()
		s.after(2 * time.Minute)
		s.decide()
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
	})

	It("says what an approved ring waits for, and names the year of a time in another one", func() {
		s := newScene(func(r *fluxv1alpha1.Rollout) {
			r.Freezes = []fluxv1alpha1.Freeze{{Name: "long", From: "2026-11-23T00:00", To: "2027-01-04T06:00", TimeZone: "Europe/Berlin"}}
			r.Rings[1].Approval = ptr.To(fluxv1alpha1.ApprovalManual)
		}, "canary-0", "prod-0")
		s.change("two")
		s.operate("approve=prod")
		Expect(s.last.Events[0].Note).To(Equal("Ring prod may begin with revision " + two.ID() + ", but waits for freeze long until Mon 4 Jan 2027 06:00 CET"))
		s.operate("approve-during-freeze=prod")
		Expect(s.last.Events[0].Note).To(Equal("Ring prod may begin with revision " + two.ID() + ", also during freeze long until Mon 4 Jan 2027 06:00 CET"))
	})

	It("overrules nothing with an approval that approves nothing, also if the ring has no target", func() {
		s := newScene(func(r *fluxv1alpha1.Rollout) { r.Freezes = []fluxv1alpha1.Freeze{freeze()} }, "canary-0", "prod-0")
		s.state.Rings[1].Target, s.state.Rings[1].Passed = Target{}, Target{}
		s.state.Rings[0].Rejected = Target{Revision: two.ID()}
		s.change("two")
		s.state.Rings[0].Rejected = Target{Revision: two.ID()}
		s.operate("approve-during-freeze=canary")
		Expect(s.last.Events[0].Note).NotTo(ContainSubstring("also during"))
		Expect(s.state.Rings[0].Overruled).To(Equal(Overruled{}))
		Expect(s.have(two)).To(BeEmpty())
	})

	It("does not let an approval overrule a freeze that begins later", func() {
		s := newScene(func(r *fluxv1alpha1.Rollout) {
			r.Freezes = []fluxv1alpha1.Freeze{freeze()}
			r.Rings[0].MaxConcurrent = ptr.To(intstr.FromInt32(1))
		}, "canary-0", "canary-1")
		s.change("two")
		s.operate("approve-during-freeze=canary")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		later := freeze()
		later.Name = "later"
		s.Rollout = s.Rollout.DeepCopy()
		s.Rollout.Freezes = append(s.Rollout.Freezes, later)
		s.decide()
		Expect(s.have(two)).To(ConsistOf("canary-0"))
	})

	DescribeTable("obeys the operator's freeze (kargo #1328)",
		func(isApprovable bool, want string) {
			s := newScene(func(r *fluxv1alpha1.Rollout) { r.Freezes = []fluxv1alpha1.Freeze{freeze()} }, "canary-0")
			s.Freezes = []Freeze{{Freeze: freeze(), IsOperators: true, IsApprovable: isApprovable}}
			s.change("two")
			Expect(s.last.Progress.Message).To(Equal("ring canary: the operator's freeze release until Mon 23 Nov 18:00 UTC"))
			const both = "the operator's freeze release until Mon 23 Nov 18:00 UTC, freeze release until Mon 23 Nov 18:00 UTC"
			Expect(s.last.Progress.Rings[0].DuringFreeze).To(Equal(map[bool]string{true: both}[isApprovable]), "what an approval may overrule")
			s.operate("approve-during-freeze=canary")
			Expect(s.last.Events[0].Note).To(ContainSubstring(want))
			Expect(s.have(two)).To(HaveLen(map[bool]int{true: 1}[isApprovable]))
		},
		Entry("which may be overruled, together with the project's one of the same name", true, ", also during the operator's freeze release until Mon 23 Nov 18:00 UTC, freeze release until"),
		Entry("which may not, although the project's one of the same name may", false, "Nothing is approved: the operator does not allow ring canary to begin during the operator's freeze release until Mon 23 Nov 18:00 UTC"),
	)

	Describe("of a Shoot", func() {
		held := func(r *fluxv1alpha1.Rollout) {
			r.ShootHold = &fluxv1alpha1.ShootHold{Max: metav1.Duration{Duration: 3 * time.Hour}}
		}
		until := func(s *scene, name, reason string, d time.Duration) {
			s.member(name).Hold = Hold{Until: s.Now.Add(d), Reason: reason}
		}

		It("delays that Shoot alone (fleet #2066)", func() {
			s := newScene(held, "canary-0", "canary-1", "prod-0")
			until(s, "canary-1", "", 2*time.Hour)
			s.change("two")
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			s.decide()
			s.after(2 * time.Minute)
			Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
			s.report("prod-0", two, fluxv1alpha1.ShootReady)
			s.after(2 * time.Hour)
			Expect(s.have(two)).To(ConsistOf("canary-0", "canary-1", "prod-0"))
		})

		It("holds the ring if all of its Shoots have one", func() {
			s := newScene(held, "canary-0", "prod-0")
			until(s, "canary-0", "load test", 2*time.Hour)
			s.change("two")
			s.decide()
			Expect(s.last.Progress).To(And(HaveField("Phase", PhaseHolding), HaveField("Message", ContainSubstring("held until Mon 23 Nov 14:00 UTC: load test"))))
			s.after(3 * time.Hour)
			Expect(s.have(two)).To(ConsistOf("canary-0"))
		})

		It("lasts no longer than the project allows, from when the Shoot could have had a change first", func() {
			s := newScene(held, "canary-0", "canary-1", "prod-0")
			until(s, "canary-1", "", 100*time.Hour)
			s.after(10 * time.Hour) // There is no change.
			s.change("two")
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			s.after(time.Hour)
			until(s, "canary-1", "", 200*time.Hour)
			s.change("three")
			s.report("canary-0", s.Target, fluxv1alpha1.ShootReady)
			s.after(time.Hour)
			Expect(s.have(s.Target)).NotTo(ContainElement("canary-1"))
			s.after(time.Hour)
			Expect(s.have(s.Target)).To(ContainElement("canary-1"), "neither another time nor another change begins the three hours anew")
		})

		It("does not count time in which there was no decision", func() {
			s := newScene(held, "canary-0", "canary-1")
			until(s, "canary-1", "", 100*time.Hour)
			s.change("two")
			s.decide()
			s.Now = s.Now.Add(10 * time.Hour)
			s.decide()
			Expect(s.have(two)).To(ConsistOf("canary-0"))
		})

		It("does not delay the correction of its failure, and erases no failure", func() {
			s := newScene(held, "canary-0", "prod-0")
			s.change("two")
			s.report("canary-0", two, fluxv1alpha1.ShootFailed)
			s.decide()
			until(s, "canary-0", "", 2*time.Hour)
			s.decide()
			Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
			s.change("three")
			Expect(s.have(s.Target)).To(ConsistOf("canary-0"))
		})

		It("is ignored unless the project allows it", func() {
			s := newScene(nil, "canary-0")
			until(s, "canary-0", "", time.Hour)
			s.change("two")
			Expect(s.have(two)).To(ConsistOf("canary-0"))
		})
	})
})
