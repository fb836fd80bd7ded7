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

var _ = Describe("Decide and a seed that is silent", func() {
	two := revisionOf("two", "v2.9.0")
	const soak = 8 * time.Hour
	var s *scene

	hear := func() { s.member("canary-0").Status.Heard = metav1.NewTime(s.Now) }
	// witness decides for the duration, while the seed confirms its report every five minutes.
	witness := func(d time.Duration) {
		for ; d > 0; d -= 5 * time.Minute {
			hear()
			s.after(min(d, 5*time.Minute))
		}
	}
	BeforeEach(func() {
		s = newScene(func(r *fluxv1alpha1.Rollout) { r.Rings[0].Soak = &metav1.Duration{Duration: soak} }, "canary-0", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.member("canary-0").Status.Reporter = "alpha"
		hear()
		s.decide()
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseSoaking))
	})

	It("does not pass a ring whose last report is as old as the soak", func() {
		s.after(soak + time.Minute)
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseHolding))
	})

	It("passes a ring whose seed confirms its reports", func() {
		witness(soak - time.Minute)
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		witness(2 * time.Minute)
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
	})

	It("names the Shoot and its seed, holds after the deadline, and continues the soak with the next report", func() {
		witness(6 * time.Hour)
		s.after(20 * time.Minute)
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseSoaking))
		s.after(10 * time.Minute)
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseProgressing))
		Expect(s.last.Progress.Message).To(HavePrefix("ring canary: a new report about canary-0: seed alpha last reported it at 2026-11-23T17:"))
		Expect(s.reasons()).To(BeEmpty())
		s.after(30 * time.Minute)
		Expect(s.reasons()).To(ConsistOf("RolloutHolds"))
		Expect(s.last.Progress.Phase).To(Equal(PhaseHolding))
		Expect(s.last.Progress.Message).To(And(ContainSubstring("canary-0: seed alpha last reported"), ContainSubstring("approve=canary")))
		witness(40 * time.Minute)
		Expect(s.last.Progress.Phase).To(Equal(PhaseSoaking))
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		witness(90 * time.Minute) // The soak was interrupted 30 minutes after the last report.
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
	})

	It("passes when a user approves the ring", func() {
		s.after(time.Hour)
		s.operate("approve=canary")
		s.after(soak)
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"))
	})

	It("is not what the ring waits for while other Shoots are on their way", func() {
		s = newScene(func(r *fluxv1alpha1.Rollout) {
			r.Rings[0].MaxConcurrent, r.Rings[0].Soak, r.ProgressDeadline = ptr.To(intstr.FromInt32(1)), &metav1.Duration{Duration: soak}, &metav1.Duration{Duration: soak}
		}, "canary-0", "canary-1", "canary-2")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		hear()
		s.decide()
		Expect(s.have(two)).To(ConsistOf("canary-0", "canary-1"))
		s.after(time.Hour)
		Expect(s.last.Progress.Rings[0].WaitsFor).To(Equal("its Shoots to be ready"))
	})
})
