// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

// stoppedClock always tells the same time.
type stoppedClock time.Time

func (c stoppedClock) Now() time.Time                  { return time.Time(c) }
func (c stoppedClock) Since(t time.Time) time.Duration { return time.Time(c).Sub(t) }

var _ = Describe("HealthChecker", func() {
	var (
		now     = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		checker = &HealthChecker{SyncPeriod: 30 * time.Second, SettlePeriod: 5 * time.Second, SettleWindow: 5 * time.Minute, Clock: stoppedClock(now)}
	)

	since := func(status gardencorev1beta1.ConditionStatus, ago time.Duration) *extensionsv1alpha1.Extension {
		ex := &extensionsv1alpha1.Extension{}
		ex.Status.Conditions = []gardencorev1beta1.Condition{{Type: "FluxSourceReady", Status: status, LastTransitionTime: metav1.NewTime(now.Add(-ago))}}
		return ex
	}

	DescribeTable("looks again sooner only as long as something is fresh",
		func(ex *extensionsv1alpha1.Extension, status gardencorev1beta1.ConditionStatus, want time.Duration) {
			Expect(checker.period(ex, health.Observation{}, []health.Verdict{{Type: "FluxSourceReady", Status: status}})).To(Equal(want))
		},
		Entry("all is well", since("True", time.Hour), gardencorev1beta1.ConditionTrue, 30*time.Second),
		Entry("not seen before", &extensionsv1alpha1.Extension{}, gardencorev1beta1.ConditionProgressing, 5*time.Second),
		Entry("just broken", since("True", time.Hour), gardencorev1beta1.ConditionFalse, 5*time.Second),
		Entry("broken for a minute", since("False", time.Minute), gardencorev1beta1.ConditionFalse, 5*time.Second),
		Entry("broken for an hour, perhaps in hundreds of shoots at once", since("False", time.Hour), gardencorev1beta1.ConditionFalse, 30*time.Second),
	)

	It("is not triggered by what it writes itself, but by the end of an operation", func() {
		state := func(state gardencorev1beta1.LastOperationState) *extensionsv1alpha1.Extension {
			ex := since("True", 0)
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{State: state}
			return ex
		}
		passes := func(older, newer *extensionsv1alpha1.Extension) bool {
			return operationEnded().Update(event.UpdateEvent{ObjectOld: older, ObjectNew: newer})
		}
		changed := state("Succeeded")
		changed.Status.Conditions[0].Message = "another"
		Expect(passes(state("Succeeded"), changed)).To(BeFalse())
		Expect(passes(since("True", 0), state("Processing"))).To(BeFalse())
		Expect(passes(state("Processing"), state("Succeeded"))).To(BeTrue())
		Expect(operationEnded().Create(event.CreateEvent{Object: state("Succeeded")})).To(BeTrue())
	})

	DescribeTable("leaves a shoot alone",
		func(ctx SpecContext, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension), want time.Duration) {
			w := newWorld(map[string]string{}, change)
			checker := &HealthChecker{Seed: w.seed, Deliverer: w.actuator.Deliverer, Conditions: w.actuator.Conditions, SyncPeriod: 30 * time.Second, SettlePeriod: 5 * time.Second, Clock: clock.RealClock{}, Keys: w.keys(), Shoots: w.shootClients(nil)}
			result, err := checker.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(w.ex)})
			Expect(err).NotTo(HaveOccurred())
			Expect(result.RequeueAfter).To(Equal(want))
			ex := &extensionsv1alpha1.Extension{}
			Expect(w.seed.Get(ctx, client.ObjectKeyFromObject(w.ex), ex)).To(Succeed())
			Expect(ex.Status.Conditions).To(Equal(w.ex.Status.Conditions))
		},
		Entry("that is hibernated: its API server is asleep, and its conditions stay as they were", func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			enabled := true
			shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: &enabled}
			ex.Status.Conditions = []gardencorev1beta1.Condition{{Type: "FluxInstalled", Status: "True"}}
		}, 30*time.Second),
		Entry("that is migrated: it belongs to another seed", func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Migrate"}
			ex.Status.Conditions = []gardencorev1beta1.Condition{{Type: "FluxInstalled", Status: "True"}}
		}, time.Duration(0)),
		Entry("on which nothing was delivered: there is nothing to say", nil, 30*time.Second),
	)
})
