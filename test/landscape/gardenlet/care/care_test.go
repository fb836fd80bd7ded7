// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package care

import (
	"context"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	testclock "k8s.io/utils/clock/testing"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/gardener/gardener/pkg/client/kubernetes"
)

var _ = Describe("care", func() {
	var (
		garden, seed client.Client
		c            *Controller
		now          *testclock.FakeClock
		shoot        *gardencorev1beta1.Shoot
		ex           *extensionsv1alpha1.Extension
		lease        *coordinationv1.Lease
	)

	BeforeEach(func() {
		now = testclock.NewFakeClock(time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC))
		shoot = &gardencorev1beta1.Shoot{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "a"}}
		shoot.Status.SeedName, shoot.Status.TechnicalID = ptr.To("one"), "shoot--demo--a"
		shoot.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Reconcile", State: "Succeeded", LastUpdateTime: metav1.NewTime(now.Now().Add(-time.Hour))}
		registration := &gardencorev1beta1.ControllerRegistration{ObjectMeta: metav1.ObjectMeta{Name: "extension-a"}}
		registration.Spec.Resources = []gardencorev1beta1.ControllerResource{{Kind: "Extension", Type: "a"}}
		garden = fakeclient.NewClientBuilder().WithScheme(kubernetes.GardenScheme).WithObjects(shoot, registration).WithStatusSubresource(shoot).Build()

		ex = &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: "shoot--demo--a", Name: "a"}}
		ex.Spec.Type = "a"
		namespace := &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "extension-a", Labels: map[string]string{"controllerregistration.core.gardener.cloud/name": "extension-a"}}}
		lease = &coordinationv1.Lease{ObjectMeta: metav1.ObjectMeta{Namespace: "extension-a", Name: "gardener-extension-heartbeat"}}
		seed = fakeclient.NewClientBuilder().WithScheme(kubernetes.SeedScheme).WithObjects(ex, namespace, lease).Build()
		c = &Controller{GardenCache: garden, Garden: garden, Seed: seed, SeedName: "one", Interval: time.Minute, Threshold: time.Minute, Clock: now}
	})

	// reports has the extension live, and its condition be so.
	reports := func(ctx context.Context, conditions ...gardencorev1beta1.Condition) {
		GinkgoHelper()
		lease.Spec.RenewTime = ptr.To(metav1.NewMicroTime(now.Now()))
		Expect(seed.Update(ctx, lease)).To(Succeed())
		ex.Status.Conditions = conditions
		Expect(seed.Update(ctx, ex)).To(Succeed())
	}
	condition := func(status gardencorev1beta1.ConditionStatus) gardencorev1beta1.Condition {
		return gardencorev1beta1.Condition{
			Type: caredCondition, Status: status, Reason: "Because", Message: "of that", Codes: []gardencorev1beta1.ErrorCode{"ERR_A"}, LastUpdateTime: metav1.NewTime(now.Now().Add(-24 * time.Hour)),
		}
	}
	cared := func(ctx context.Context) string {
		GinkgoHelper()
		_, err := c.Reconcile(ctx, reconcile.Request{NamespacedName: client.ObjectKeyFromObject(shoot)})
		Expect(err).NotTo(HaveOccurred())
		Expect(garden.Get(ctx, client.ObjectKeyFromObject(shoot), shoot)).To(Succeed())
		found := v1beta1helper.GetCondition(shoot.Status.Conditions, caredCondition)
		if found == nil {
			return ""
		}
		text := string(found.Status) + " " + found.Reason + ": " + found.Message
		for _, code := range found.Codes {
			text += " " + string(code)
		}
		return text
	}
	const (
		well   = "True ObservabilityComponentsRunning: All observability components are healthy."
		failed = " ExtensionUnhealthyReport: Extension extension (shoot--demo--a/a) reports failing health check: of that ERR_A"
	)

	It("should be well without a condition of that type, however old the heartbeat is", func(ctx SpecContext) {
		Expect(cared(ctx)).To(Equal(well))
	})

	It("should report a failure after the threshold, whenever the condition was written, and forget it with the condition", func(ctx SpecContext) {
		reports(ctx, condition("True"))
		Expect(cared(ctx)).To(Equal(well))
		reports(ctx, condition("False"))
		Expect(cared(ctx)).To(Equal("Progressing" + failed))
		now.Step(2 * time.Minute)
		reports(ctx, condition("False"))
		Expect(cared(ctx)).To(Equal("False" + failed))
		reports(ctx)
		Expect(cared(ctx)).To(Equal(well))
	})

	It("should take Unknown for a failure, and leave Progressing as it is", func(ctx SpecContext) {
		reports(ctx, condition("Progressing"))
		Expect(cared(ctx)).To(Equal("Progressing ExtensionBecause: of that ERR_A"))
		now.Step(time.Hour)
		reports(ctx, condition("Progressing"))
		Expect(cared(ctx)).To(Equal("Progressing ExtensionBecause: of that ERR_A"))
		reports(ctx, condition("Unknown"))
		Expect(cared(ctx)).To(Equal("False" + failed))
	})

	It("should not believe an extension without heartbeat, whatever it has reported", func(ctx SpecContext) {
		reports(ctx, condition("True"))
		now.Step(5 * time.Minute)
		Expect(cared(ctx)).To(Equal(well))
		now.Step(time.Minute)
		Expect(cared(ctx)).To(HavePrefix("Unknown ExtensionOutdatedHealthCheckReport: Extension extension (shoot--demo--a/a) reports an outdated health status (last updated: 6m0s ago"))
		Expect(seed.Delete(ctx, lease)).To(Succeed())
		Expect(cared(ctx)).To(HavePrefix("Unknown ExtensionOutdatedHealthCheckReport"))
	})

	DescribeTable("should not report a failure of a Shoot",
		func(ctx SpecContext, change func(*gardencorev1beta1.Shoot), expected string) {
			reports(ctx, condition("False"))
			change(shoot)
			status := shoot.DeepCopy().Status
			Expect(garden.Update(ctx, shoot)).To(Succeed())
			shoot.Status = status
			Expect(garden.Status().Update(ctx, shoot)).To(Succeed())
			Expect(cared(ctx)).To(Equal(expected))
		},
		Entry("that is hibernated, which is not checked", func(s *gardencorev1beta1.Shoot) {
			s.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: ptr.To(true)}
		}, "True ConditionNotChecked: Shoot cluster has been hibernated."),
		Entry("that is being created", func(s *gardencorev1beta1.Shoot) {
			s.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Create", State: "Error"}
		}, "Progressing"+failed),
		Entry("that is being deleted", func(s *gardencorev1beta1.Shoot) {
			s.Status.LastOperation = &gardencorev1beta1.LastOperation{Type: "Delete", State: "Error"}
		}, "Progressing"+failed),
		Entry("that is being reconciled without errors", func(s *gardencorev1beta1.Shoot) {
			s.Status.LastOperation.State = "Processing"
		}, "Progressing"+failed),
		Entry("of another seed", func(s *gardencorev1beta1.Shoot) { s.Status.SeedName = ptr.To("two") }, ""),
	)

	It("should write only what has changed", func(ctx SpecContext) {
		cared(ctx)
		before := shoot.ResourceVersion
		now.Step(time.Minute)
		cared(ctx)
		Expect(shoot.ResourceVersion).To(Equal(before))
	})
})
