// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("The operator's stop", func() {
	two := revisionOf("two", "v2.9.0")
	const why = "the operator has stopped all rollouts since 2026-11-23 12:00 UTC: outage of the registry"
	stopped := func(s *scene) *scene {
		s.Stop = &Stop{Since: time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC), Reason: "outage of the registry"}
		return s
	}

	It("holds a change, shows the reason, and ends", func() {
		s := stopped(newScene(nil, "canary-0", "prod-0"))
		s.change("two")
		s.after(time.Hour)
		Expect(s.have(two)).To(BeEmpty())
		Expect(s.last.Progress).To(And(HaveField("Phase", PhaseFrozen), HaveField("Message", why)))
		Expect(s.last.Progress.Rings[0]).To(And(HaveField("Phase", PhaseFrozen), HaveField("WaitsFor", why)))
		s.Stop = nil
		s.decide()
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		Expect(s.last.Progress.Message).NotTo(ContainSubstring("stopped"))
	})

	It("is shown by a rollout that waits for nothing", func() {
		s := stopped(newScene(nil, "canary-0"))
		s.decide()
		Expect(s.last.Progress).To(And(HaveField("Phase", PhaseComplete), HaveField("Message", why)))
	})

	It("begins with no further Shoot of a ring, and judges the one that is on its way", func() {
		s := newScene(first(func(ring *fluxv1alpha1.Ring) { ring.MaxConcurrent = ptr.To(intstr.FromInt32(1)) }), "canary-0", "canary-1", "prod-0")
		s.change("two")
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		stopped(s).report("canary-0", two, fluxv1alpha1.ShootFailed)
		s.decide()
		Expect(s.state.Rings[0].Failures).To(HaveLen(1), "the failure is recorded")
		s.after(time.Hour)
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		s.Stop = nil
		s.decide()
		Expect(s.last.Progress.Phase).To(Equal(PhaseStopped), "the failure stops the ring")
	})

	It("lets a soak go on, and no ring pass", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.change("two")
		s.report("canary-0", two, fluxv1alpha1.ShootReady)
		s.decide()
		Expect(s.last.Progress.Phase).To(Equal(PhaseSoaking))
		stopped(s).after(time.Hour)
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		s.Stop = nil
		s.decide()
		Expect(s.have(two)).To(ConsistOf("canary-0", "prod-0"), "the soak is over")
	})

	It("does not correct a Shoot that fails", func() {
		s := stopped(newScene(nil, "canary-0"))
		s.report("canary-0", s.Target, fluxv1alpha1.ShootFailed)
		s.change("two")
		s.after(time.Hour)
		Expect(s.have(two)).To(BeEmpty())
	})

	It("rolls nothing back, neither because of a failure nor on request", func() {
		s := newScene(func(r *fluxv1alpha1.Rollout) { r.OnFailure = ptr.To(fluxv1alpha1.OnFailureRollback) }, "canary-0", "prod-0")
		s.change("two")
		stopped(s).report("canary-0", two, fluxv1alpha1.ShootFailed)
		s.after(time.Hour)
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		s.operate("rollback")
		Expect(s.last.Events).To(ConsistOf(And(HaveField("Reason", ReasonNotRolledBack), HaveField("Note", "Revision "+two.ID()+" cannot be rolled back: "+why))))
		Expect(s.have(two)).To(ConsistOf("canary-0"))
		Expect(s.state.RolledBack).To(BeFalse())
		s.Stop = nil
		s.decide()
		Expect(s.have(two)).To(BeEmpty(), "the failure is remembered")
	})

	DescribeTable("keeps an operation that lets a step begin, and names the stop:",
		func(before, operation string) {
			s := newScene(first(func(ring *fluxv1alpha1.Ring) { ring.Approval = ptr.To(fluxv1alpha1.ApprovalManual) }), "canary-0")
			if before != "" {
				s.operate(before)
			}
			stopped(s).change("two")
			s.operate(operation)
			Expect(s.last.Events).To(ConsistOf(HaveField("Note", HaveSuffix(". No step begins yet: "+why))))
			Expect(s.state.Operations[0].Note).To(HaveSuffix(why))
			s.after(time.Hour)
			Expect(s.have(two)).To(BeEmpty())
			s.Stop = nil
			s.decide()
			if operation == "resume" {
				s.operate("approve=canary")
			}
			Expect(s.have(two)).To(ConsistOf("canary-0"))
		},
		Entry("an approval", "", "approve=canary"),
		Entry("an approval during freezes", "", "approve-during-freeze=canary"),
		Entry("the end of a pause", "pause", "resume"),
	)

	It("is named with what the rollout waits for beside it", func() {
		s := stopped(newScene(nil, "canary-0"))
		s.operate("pause")
		s.change("two")
		Expect(s.last.Progress).To(And(HaveField("Phase", PhasePaused), HaveField("Message", why+"; to continue, run: kubectl shoot-flux rollout resume")))
	})

	It("delays neither the first delivery of a Shoot nor the commits of a source", func() {
		s := stopped(newScene(nil, "canary-0"))
		s.add("canary-1")
		s.decide()
		Expect(s.have(s.Target)).To(ConsistOf("canary-0", "canary-1"))
		Expect(s.state.Members["canary-1"].Commit).To(BeEmpty(), "it follows the source")
	})

	It("releases nothing if flux-rollout is lost meanwhile", func() {
		s := newScene(nil, "canary-0", "prod-0")
		stopped(s).change("two")
		s.state = nil
		s.decide()
		s.after(time.Hour)
		Expect(s.have(two)).To(BeEmpty())
		Expect(s.have(revisionOf("one", "v2.9.0"))).To(ConsistOf("canary-0", "prod-0"))
	})
})
