// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"errors"
	"strconv"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("Reconciler", func() {
	var (
		now     = time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
		checker = &Reconciler{SyncPeriod: 30 * time.Second, SettlePeriod: 5 * time.Second, Clock: testclock.NewFakePassiveClock(now)}
	)

	since := func(status gardencorev1beta1.ConditionStatus, ago time.Duration) *extensionsv1alpha1.Extension {
		ex := &extensionsv1alpha1.Extension{}
		ex.Status.Conditions = []gardencorev1beta1.Condition{{Type: "FluxSourceReady", Status: status, LastTransitionTime: metav1.NewTime(now.Add(-ago))}}
		return ex
	}

	DescribeTable("checks sooner after a recent failure",
		func(ex *extensionsv1alpha1.Extension, status gardencorev1beta1.ConditionStatus, want time.Duration) {
			observed := health.Observation{ManagedResources: []*resourcesv1alpha1.ManagedResource{{}}}
			Expect(checker.interval(ex, observed, []health.Verdict{{Type: "FluxSourceReady", Status: status}})).To(Equal(want))
		},
		Entry("ready shoot", since("True", time.Hour), gardencorev1beta1.ConditionTrue, 30*time.Second),
		Entry("shoot without observation", &extensionsv1alpha1.Extension{}, gardencorev1beta1.ConditionProgressing, 2*time.Second),
		Entry("new change", since("True", time.Hour), gardencorev1beta1.ConditionProgressing, 2*time.Second),
		Entry("change of two seconds", since("Progressing", 2*time.Second), gardencorev1beta1.ConditionProgressing, 2*time.Second),
		Entry("change of four seconds", since("Progressing", 4*time.Second), gardencorev1beta1.ConditionProgressing, 4*time.Second),
		Entry("change of eight seconds", since("Progressing", 8*time.Second), gardencorev1beta1.ConditionProgressing, 5*time.Second),
		Entry("change of a minute", since("Progressing", time.Minute), gardencorev1beta1.ConditionProgressing, 10*time.Second),
		Entry("new failure", since("True", time.Hour), gardencorev1beta1.ConditionFalse, 5*time.Second),
		Entry("failure of a minute", since("False", time.Minute), gardencorev1beta1.ConditionFalse, 10*time.Second),
		Entry("failure of two minutes", since("False", 2*time.Minute), gardencorev1beta1.ConditionFalse, 20*time.Second),
		Entry("failure of an hour", since("False", time.Hour), gardencorev1beta1.ConditionFalse, 30*time.Second),
	)

	It("checks again soon while the objects of the shoot are reported as not ready, also if it has not read them", func() {
		observed := health.Observation{ManagedResources: []*resourcesv1alpha1.ManagedResource{{}}}
		verdicts := []health.Verdict{{Type: "FluxSourceReady", Status: gardencorev1beta1.ConditionTrue}}
		ex := since("True", time.Hour)
		for status, want := range map[gardencorev1beta1.ConditionStatus]time.Duration{"True": 30 * time.Second, "Progressing": 2 * time.Second, "False": 5 * time.Second} {
			ex.Status.Conditions = append(ex.Status.Conditions[:1], gardencorev1beta1.Condition{Type: "FluxObjectsReady", Status: status, LastTransitionTime: metav1.NewTime(now)})
			Expect(checker.interval(ex, observed, verdicts)).To(Equal(want), string(status))
		}
		Expect(checker.interval(ex, observed, append(verdicts, health.Verdict{Type: "FluxObjectsReady", Status: gardencorev1beta1.ConditionTrue}))).To(Equal(30 * time.Second))
	})

	It("returns to the usual interval if each health check has a different result", func() {
		checker := &Reconciler{SyncPeriod: time.Minute, SettlePeriod: 5 * time.Second, Clock: testclock.NewFakePassiveClock(now)}
		checker.memory.Store("", shootMemory{})
		failing := []health.Verdict{{Type: "FluxSourceReady", Status: gardencorev1beta1.ConditionFalse}}
		at := func(revision string) time.Duration {
			observed := health.Observation{ManagedResources: []*resourcesv1alpha1.ManagedResource{{}}}
			observed.Shoot.Kustomization = &kustomizev1.Kustomization{Status: kustomizev1.KustomizationStatus{LastAppliedRevision: revision}}
			return checker.interval(since("False", 0), observed, failing)
		}
		var intervals []time.Duration
		for i := range 14 {
			intervals = append(intervals, at(strconv.Itoa(i)))
		}
		Expect(intervals[:fewChanges]).To(HaveEach(5*time.Second), "as many as a commit, its failure and its correction take")
		Expect(intervals[fewChanges:]).To(Equal([]time.Duration{10 * time.Second, 20 * time.Second, 40 * time.Second, time.Minute, time.Minute, time.Minute}))
		Expect(at("13")).To(Equal(5*time.Second), "it has come to rest")
	})

	DescribeTable("backs off from an unreachable shoot",
		func(ago, want time.Duration) {
			observed := health.Observation{ShootError: errors.New("no answer"), UnreachableSince: now.Add(-ago)}
			Expect(checker.interval(&extensionsv1alpha1.Extension{}, observed, nil)).To(Equal(want))
		},
		Entry("first failure", time.Duration(0), 15*time.Second),
		Entry("failure of three minutes", 3*time.Minute, 30*time.Second),
		Entry("failure of a day", 24*time.Hour, time.Minute),
	)

	It("waits for the end of the operation before it checks a delivery", func() {
		fresh := []health.Verdict{{Type: "FluxDeployKey", Status: gardencorev1beta1.ConditionProgressing}}
		Expect(checker.interval(&extensionsv1alpha1.Extension{}, health.Observation{}, fresh)).To(Equal(30 * time.Second))
	})

	It("is triggered by the end of an operation, and not by its own writes", func() {
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

	DescribeTable("retries a failed migration with growing intervals that survive a restart",
		func(reason string, failing, ago time.Duration, want time.Duration) {
			last := now.Add(-ago)
			ex := &extensionsv1alpha1.Extension{}
			ex.Status.Conditions = []gardencorev1beta1.Condition{{Type: "FluxConfigured", Status: "Progressing", Reason: reason, LastTransitionTime: metav1.NewTime(last.Add(-failing))}}
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Reconcile", State: "Succeeded", LastUpdateTime: metav1.NewTime(last)}
			Expect(checker.untilMigration(ex)).To(Equal(want))
			ex.Status.LastOperation.State = "Processing"
			Expect(checker.untilMigration(ex)).To(Equal(never), "an operation is under way")
		},
		Entry("first attempt", "Migrating", time.Duration(0), time.Second, 4*time.Second),
		Entry("later attempts", "Migrating", time.Minute, 20*time.Second, 40*time.Second),
		Entry("attempts for a day", "Migrating", 24*time.Hour, time.Duration(0), 5*time.Minute),
		Entry("due attempt", "Migrating", time.Minute, time.Minute, time.Duration(0)),
		Entry("no migration", "Hibernated", time.Duration(0), time.Minute, never),
	)

	It("passes a due Extension to the other controller unless the shoot is being deleted", func(ctx SpecContext) {
		checker.Retries = make(chan event.GenericEvent, 1)
		ex := since("True", 0)
		ex.Status.Conditions = []gardencorev1beta1.Condition{{Type: "FluxConfigured", Status: "Progressing", Reason: "Migrating"}}
		ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Reconcile", State: "Succeeded"}
		shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{DeletionTimestamp: &metav1.Time{}}}
		_, err := checker.retryMigration(ctx, ex, &extensionscontroller.Cluster{Shoot: shoot})
		Expect(err).NotTo(HaveOccurred())
		Expect(checker.Retries).NotTo(Receive())
		shoot.DeletionTimestamp = nil
		_, err = checker.retryMigration(ctx, ex, &extensionscontroller.Cluster{Shoot: shoot})
		Expect(err).NotTo(HaveOccurred())
		Expect(checker.Retries).To(Receive(Equal(event.GenericEvent{Object: ex})))
	})

	DescribeTable("does not read from the shoot",
		func(ctx SpecContext, change func(*gardencorev1beta1.Shoot, *extensionsv1alpha1.Extension), want time.Duration) {
			w := extensiontest.NewActuatorFixture(map[string]string{}, change)
			checker := &Reconciler{Seed: w.Seed, Deliverer: w.Actuator.Deliverer, Conditions: w.Actuator.Conditions, SyncPeriod: 30 * time.Second, SettlePeriod: 5 * time.Second, Clock: clock.RealClock{}, Projects: keys(), Shoots: shootClients(w, nil)}
			result, err := checker.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(w.Ex)})
			Expect(err).NotTo(HaveOccurred())
			Expect(result.RequeueAfter).To(Equal(want))
			ex := &extensionsv1alpha1.Extension{}
			Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(w.Ex), ex)).To(Succeed())
			Expect(ex.Status.Conditions).To(Equal(w.Ex.Status.Conditions))
		},
		Entry("hibernated shoot, whose conditions stay", func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			enabled := true
			shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: &enabled}
			ex.Status.Conditions = []gardencorev1beta1.Condition{{Type: "FluxInstalled", Status: "True"}}
		}, 30*time.Second),
		Entry("migrated shoot, which belongs to another seed", func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Migrate"}
			ex.Status.Conditions = []gardencorev1beta1.Condition{{Type: "FluxInstalled", Status: "True"}}
		}, time.Duration(0)),
		Entry("shoot without a delivery", nil, 30*time.Second),
	)
})
