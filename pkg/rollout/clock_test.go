// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("Decide and its clock", func() {
	const day = 24 * time.Hour
	two := revisionOf("two", "v2.9.0")

	// jump decides once, after time that no decision has observed.
	jump := func(s *scene, d time.Duration) {
		s.Now = s.Now.Add(d - 5*time.Second)
		s.decide()
	}
	// soaking returns a scene whose first ring has begun its soak of 24 hours.
	soaking := func(change func(*fluxv1alpha1.Rollout)) *scene {
		s := newScene(func(r *fluxv1alpha1.Rollout) {
			r.Rings[0].Soak = &metav1.Duration{Duration: day}
			if change != nil {
				change(r)
			}
		}, "canary-0", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.decide()
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseSoaking))
		return s
	}

	It("does not count a day without a leader as soak", func() {
		s := soaking(nil)
		jump(s, day)
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		Expect(s.last.Progress.Rings[0].Until.Sub(s.Now)).To(BeNumerically("~", day-longestStep, 10*time.Second))
		s.after(day - longestStep - time.Minute)
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		s.after(2 * time.Minute)
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
	})

	It("counts a day with decisions as soak", func() {
		s := soaking(nil)
		s.after(day - time.Minute)
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		s.after(2 * time.Minute)
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
	})

	It("does not count leaders with a wrong clock, one after the other", func() {
		s := soaking(nil)
		for range 300 {
			jump(s, day) // A leader whose clock is a day ahead.
			jump(s, time.Minute-day)
		}
		Expect(s.have(two)).To(ConsistOf("canary-0"))
	})

	It("does not count time before the first known decision", func() {
		s := soaking(nil)
		s.state.Decided = metav1.Time{} // As stored by an earlier version.
		jump(s, day)
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		Expect(s.last.Progress.Rings[0].Until.Sub(s.Now)).To(Equal(day))
	})

	It("lets no Shoot fail by a clock that jumps", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootProgressing)
		s.decide()
		jump(s, day)
		Expect(s.reasons()).To(BeEmpty())
		Expect(s.last.Progress.Phase).To(Equal(PhaseProgressing))
		s.after(30*time.Minute - longestStep - time.Minute)
		Expect(s.reasons()).To(BeEmpty())
		s.after(2 * time.Minute)
		Expect(s.reasons()).To(ConsistOf("RolloutStopped"))
	})

	It("does not prolong the deadline of a Shoot that was suspended meanwhile", func() {
		s := newScene(nil, "canary-0", "canary-1", "prod-0")
		s.change("two")
		s.report("canary-1", two, fluxv1alpha1.ShootReady)
		s.report("canary-0", two, fluxv1alpha1.ShootSuspended)
		s.decide()
		jump(s, day)
		s.report("canary-0", two, fluxv1alpha1.ShootProgressing)
		s.decide()
		s.after(29 * time.Minute)
		Expect(s.last.Progress.Phase).To(Equal(PhaseProgressing))
		s.after(2 * time.Minute)
		Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
	})

	It("does not repeat a failure's deadline after a day without a leader", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootProgressing)
		s.after(31 * time.Minute)
		Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
		jump(s, day)
		Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
		Expect(s.reasons()).To(BeEmpty())
	})

	Context("with a decision in its future", func() {
		var s *scene

		BeforeEach(func() {
			s = soaking(func(r *fluxv1alpha1.Rollout) { r.Rings[0].Soak = &metav1.Duration{Duration: time.Hour} })
			s.after(10 * time.Minute)
			jump(s, -day)
		})

		It("takes no step, and says why", func() {
			Expect(s.last.Next).To(Equal(30 * time.Second))
			Expect(s.reasons()).To(ConsistOf("RolloutWaitsForClock"))
			Expect(s.last.Progress.Phase).To(Equal(PhaseWaiting))
			Expect(s.last.Progress.Message).To(And(HavePrefix("ring canary: 2026-11-23T12:"), ContainSubstring("operation resume")))
			Expect(ProgressOf(s.state, s.Input).Phase).To(Equal(PhaseWaiting))
			s.after(2 * time.Hour)
			Expect(s.reasons()).To(BeEmpty(), "it is reported once")
			Expect(s.have(two)).To(ConsistOf("canary-0"))
		})

		It("records failures", func() {
			s.report("canary-0", two, fluxv1alpha1.ShootFailed)
			s.decide()
			Expect(s.state.Rings[0].Failures).To(HaveLen(1))
			Expect(s.last.Progress.Phase).To(Equal(PhaseWaiting))
		})

		It("continues when its clock has reached the decision", func() {
			jump(s, day)
			Expect(s.last.Progress.Phase).To(Equal(PhaseSoaking))
			Expect(s.state.Behind).To(BeFalse())
			s.after(45 * time.Minute)
			Expect(s.have(two)).To(ConsistOf("canary-0"))
			s.after(6 * time.Minute)
			Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
		})

		It("continues at once after a request, without counting the difference", func() {
			s.operate("resume")
			Expect(s.last.Progress.Phase).To(Equal(PhaseSoaking))
			s.after(44 * time.Minute)
			Expect(s.have(two)).To(ConsistOf("canary-0"))
			s.after(12 * time.Minute)
			Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
		})
	})

	DescribeTable("begins the soak again after a failure while no ring advances",
		func(wait, end func(*scene)) {
			s := soaking(nil)
			s.after(day - 10*time.Minute)
			wait(s)
			s.report("canary-0", two, fluxv1alpha1.ShootFailed)
			s.decide()
			s.report("canary-0", two, fluxv1alpha1.ShootReady)
			s.decide()
			end(s)
			s.after(day - time.Hour)
			Expect(s.have(two)).To(ConsistOf("canary-0"))
			s.after(2 * time.Hour)
			Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
		},
		Entry("because the rollout was paused", func(s *scene) { s.operate("pause") }, func(s *scene) { s.operate("resume") }),
		Entry("because the last decision was in the future",
			func(s *scene) { jump(s, -20*time.Minute) }, func(s *scene) { s.Now = s.state.Decided.Time; s.decide() }),
	)

	It("continues the soak of a Shoot that stays ready while the rollout is paused", func() {
		s := soaking(nil)
		s.after(day - time.Hour)
		s.operate("pause")
		s.after(2 * time.Hour)
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		s.operate("resume")
		s.decide()
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
	})

	It("stores the time of a decision rarely, and only while time counts", func() {
		s := soaking(nil)
		decided := s.state.Decided
		s.after(decided.Add(RecordStep).Sub(s.Now) - 10*time.Second)
		Expect(s.state.Decided).To(Equal(decided))
		s.after(10 * time.Second)
		Expect(s.state.Decided).To(Equal(metav1.NewTime(s.Now)))
		s = newScene(nil, "canary-0", "prod-0")
		decided = s.state.Decided
		s.after(day)
		Expect(s.state.Decided).To(Equal(decided))
	})
})
