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

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/extensiontest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
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

	DescribeTable("is repeated sooner as long as a failure is recent",
		func(ex *extensionsv1alpha1.Extension, status gardencorev1beta1.ConditionStatus, want time.Duration) {
			observed := health.Observation{ManagedResources: []*resourcesv1alpha1.ManagedResource{{}}}
			Expect(checker.interval(ex, observed, []health.Verdict{{Type: "FluxSourceReady", Status: status}})).To(Equal(want))
		},
		Entry("ready", since("True", time.Hour), gardencorev1beta1.ConditionTrue, 30*time.Second),
		Entry("not observed before", &extensionsv1alpha1.Extension{}, gardencorev1beta1.ConditionProgressing, 5*time.Second),
		Entry("just broken", since("True", time.Hour), gardencorev1beta1.ConditionFalse, 5*time.Second),
		Entry("broken for a minute", since("False", time.Minute), gardencorev1beta1.ConditionFalse, 10*time.Second),
		Entry("broken for two minutes", since("False", 2*time.Minute), gardencorev1beta1.ConditionFalse, 20*time.Second),
		Entry("broken for an hour, perhaps in hundreds of shoots at once", since("False", time.Hour), gardencorev1beta1.ConditionFalse, 30*time.Second),
	)

	It("is not repeated sooner for ever where each health check finds something else", func() {
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

	DescribeTable("backs off from a shoot that does not answer",
		func(ago, want time.Duration) {
			observed := health.Observation{ShootError: errors.New("no answer"), UnreachableSince: now.Add(-ago)}
			Expect(checker.interval(&extensionsv1alpha1.Extension{}, observed, nil)).To(Equal(want))
		},
		Entry("at first", time.Duration(0), 15*time.Second),
		Entry("after three minutes", 3*time.Minute, 30*time.Second),
		Entry("after a day", 24*time.Hour, time.Minute),
	)

	It("waits for the end of the operation that delivers something", func() {
		fresh := []health.Verdict{{Type: "FluxDeployKey", Status: gardencorev1beta1.ConditionProgressing}}
		Expect(checker.interval(&extensionsv1alpha1.Extension{}, health.Observation{}, fresh)).To(Equal(30 * time.Second))
	})

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

	DescribeTable("has a migration tried again that has not succeeded, with growing intervals, whichever process has made the last attempt",
		func(reason string, failing, ago time.Duration, want time.Duration) {
			last := now.Add(-ago)
			ex := &extensionsv1alpha1.Extension{}
			ex.Status.Conditions = []gardencorev1beta1.Condition{{Type: "FluxConfigured", Status: "Progressing", Reason: reason, LastTransitionTime: metav1.NewTime(last.Add(-failing))}}
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Reconcile", State: "Succeeded", LastUpdateTime: metav1.NewTime(last)}
			Expect(checker.untilMigration(ex)).To(Equal(want))
			ex.Status.LastOperation.State = "Processing"
			Expect(checker.untilMigration(ex)).To(Equal(never), "an operation is under way")
		},
		Entry("the first time", "Migrating", time.Duration(0), time.Second, 4*time.Second),
		Entry("after some attempts", "Migrating", time.Minute, 20*time.Second, 40*time.Second),
		Entry("after a day", "Migrating", 24*time.Hour, time.Duration(0), 5*time.Minute),
		Entry("when it is time", "Migrating", time.Minute, time.Minute, time.Duration(0)),
		Entry("nothing to migrate", "Hibernated", time.Duration(0), time.Minute, never),
	)

	It("passes an Extension on when it is time, unless the shoot is being deleted", func(ctx SpecContext) {
		checker.MigrationRetries = make(chan event.GenericEvent, 1)
		ex := since("True", 0)
		ex.Status.Conditions = []gardencorev1beta1.Condition{{Type: "FluxConfigured", Status: "Progressing", Reason: "Migrating"}}
		ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Reconcile", State: "Succeeded"}
		shoot := &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{DeletionTimestamp: &metav1.Time{}}}
		_, err := checker.retryMigration(ctx, ex, &extensionscontroller.Cluster{Shoot: shoot})
		Expect(err).NotTo(HaveOccurred())
		Expect(checker.MigrationRetries).NotTo(Receive())
		shoot.DeletionTimestamp = nil
		_, err = checker.retryMigration(ctx, ex, &extensionscontroller.Cluster{Shoot: shoot})
		Expect(err).NotTo(HaveOccurred())
		Expect(checker.MigrationRetries).To(Receive(Equal(event.GenericEvent{Object: ex})))
	})

	DescribeTable("leaves a shoot alone",
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
		Entry("that is hibernated: its API server does not run, and its conditions stay as they were", func(shoot *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			enabled := true
			shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: &enabled}
			ex.Status.Conditions = []gardencorev1beta1.Condition{{Type: "FluxInstalled", Status: "True"}}
		}, 30*time.Second),
		Entry("that is migrated: it belongs to another seed", func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Migrate"}
			ex.Status.Conditions = []gardencorev1beta1.Condition{{Type: "FluxInstalled", Status: "True"}}
		}, time.Duration(0)),
		Entry("on which nothing was delivered: there is nothing to report", nil, 30*time.Second),
	)
})
