// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
)

var _ = Describe("Health check during the removal of a Flux that came only for the baseline", func() {
	var (
		s       *simulated
		retries kube.Trigger
	)
	// record records the removal of Flux, and condition FluxInstalled about it.
	record := func(ctx context.Context, status gardencorev1beta1.ConditionStatus, change func(*extensionstatus.State)) {
		GinkgoHelper()
		ex := s.extension(ctx)
		state := s.RecordedState(ctx)
		change(&state)
		Expect(s.checker.Conditions.ReplaceState(ctx, ex, state)).To(Succeed())
		installed := health.Verdict{Type: fluxv1alpha1.ConditionInstalled, Status: status, Reason: "Removing", Message: "waiting for something"}
		Expect(s.checker.Conditions.Apply(ctx, ex, statuswriter.Update{Verdicts: []health.Verdict{installed}})).To(Succeed())
		ex = s.extension(ctx)
		ex.Status.LastOperation.LastUpdateTime = metav1.NewTime(s.clock.Now())
		Expect(s.Seed.Status().Update(ctx, ex)).To(Succeed())
	}
	removing := func(state *extensionstatus.State) { state.RemovingFlux = true }

	BeforeEach(func(ctx SpecContext) {
		s = newSimulated(ctx)
		retries = make(kube.Trigger, 10)
		s.checker.Retries = retries
	})

	It("has the next step taken soon, slower while the removal waits, and leaves the conditions", func(ctx SpecContext) {
		record(ctx, gardencorev1beta1.ConditionProgressing, removing)
		Expect(s.check(ctx)).To(Equal(5 * time.Second))
		Expect(retries).To(BeEmpty(), "the last step was taken just now")
		s.clock.Step(5 * time.Second)
		Expect(s.check(ctx)).To(Equal(5 * time.Second))
		Expect(retries).To(HaveLen(1))
		Expect(s.conditions(ctx)).To(HaveKeyWithValue("FluxInstalled", "Progressing Removing"))

		s.clock.Step(55 * time.Minute)
		Expect(s.check(ctx)).To(Equal(time.Minute))
		Expect(retries).To(HaveLen(2))
	})

	It("takes the first step with the next health check", func(ctx SpecContext) {
		record(ctx, gardencorev1beta1.ConditionTrue, removing)
		Expect(s.check(ctx)).To(Equal(time.Minute))
		s.clock.Step(time.Minute)
		s.check(ctx)
		Expect(retries).To(HaveLen(1))
	})

	DescribeTable("checks the shoot as usual",
		func(ctx SpecContext, change func(*extensionstatus.State), dying bool) {
			record(ctx, gardencorev1beta1.ConditionProgressing, change)
			if dying {
				s.DeleteShoot(ctx)
			}
			s.clock.Step(time.Hour)
			s.check(ctx)
			Expect(retries).To(BeEmpty())
		},
		Entry("without a removal", func(*extensionstatus.State) {}, false),
		Entry("in a shoot that is being deleted", removing, true),
	)
})
