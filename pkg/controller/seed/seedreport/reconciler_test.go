// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package seedreport_test

import (
	"context"
	"errors"
	"testing"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	testclock "k8s.io/utils/clock/testing"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/seedreport"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

func TestSeedReport(t *testing.T) {
	RegisterFailHandler(Fail)
	RunSpecs(t, "Seed Report Controller Suite")
}

var _ = Describe("Reconciler", func() {
	const technicalID = "shoot--demo--one"
	var (
		seed, garden client.WithWatch
		writes       int
		refusal      error
		clock        *testclock.FakeClock
		reconciler   *Reconciler
		extension    *extensionsv1alpha1.Extension
	)
	report := func(ctx context.Context) []landscape.ReportedShoot {
		GinkgoHelper()
		clock.Step(time.Minute)
		_, err := reconciler.Reconcile(ctx, reconcile.Request{})
		Expect(err).NotTo(HaveOccurred())
		configMap := &corev1.ConfigMap{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: "seed-alpha", Name: "shoot-flux-report"}, configMap)).To(Succeed())
		read, err := landscape.ReadReport(configMap)
		Expect(err).NotTo(HaveOccurred())
		return read.Shoots
	}
	condition := func(status gardencorev1beta1.ConditionStatus) {
		extension.Status.Conditions = []gardencorev1beta1.Condition{{Type: "FluxBaselineReady", Status: status, Reason: "Reason", Message: "it is broken", LastTransitionTime: metav1.Unix(1, 0)}}
	}

	BeforeEach(func() {
		scheme := runtime.NewScheme()
		Expect(corev1.AddToScheme(scheme)).To(Succeed())
		Expect(extensionsv1alpha1.AddToScheme(scheme)).To(Succeed())
		cluster := &extensionsv1alpha1.Cluster{ObjectMeta: metav1.ObjectMeta{Name: technicalID}}
		cluster.Spec.Shoot.Raw = []byte(`{"metadata":{"namespace":"garden-demo","name":"one","uid":"1"},"spec":{"seedName":"alpha"}}`)
		extension = &extensionsv1alpha1.Extension{ObjectMeta: metav1.ObjectMeta{Namespace: technicalID, Name: "shoot-flux"}}
		extension.Spec.Type = "shoot-flux"
		extension.Status.State = &runtime.RawExtension{Raw: []byte(`{"flux":true,"version":"v2.9.3"}`)}
		seed = fake.NewClientBuilder().WithScheme(scheme).WithObjects(cluster, extension).Build()
		writes, refusal = 0, nil
		garden = fake.NewClientBuilder().WithScheme(scheme).WithReturnManagedFields().WithInterceptorFuncs(interceptor.Funcs{
			Apply: func(ctx context.Context, c client.WithWatch, o runtime.ApplyConfiguration, opts ...client.ApplyOption) error {
				writes++
				if refusal != nil {
					return refusal
				}
				return c.Apply(ctx, o, opts...)
			},
		}).Build()
		clock = testclock.NewFakeClock(time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC))
		reconciler = &Reconciler{Seed: seed, SeedName: "alpha", Garden: garden, Clock: clock, Settle: time.Second, Interval: 10 * time.Second, Refresh: 10 * time.Minute}
	})

	It("reports Flux in each Shoot, and writes only changes", func(ctx SpecContext) {
		shoots := report(ctx)
		Expect(shoots).To(ConsistOf(landscape.ReportedShoot{Namespace: "garden-demo", Project: "demo", Name: "one", UID: "1", FluxVersion: "v2.9.3"}))
		report(ctx)
		Expect(writes).To(Equal(1))

		By("somebody has changed the report")
		configMap := &corev1.ConfigMap{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: "seed-alpha", Name: "shoot-flux-report"}, configMap)).To(Succeed())
		configMap.BinaryData = map[string][]byte{"report": []byte("x")}
		Expect(garden.Update(ctx, configMap)).To(Succeed())
		Expect(report(ctx)).To(Equal(shoots))
	})

	It("keeps the format of ConfigMap shoot-flux-report", func(ctx SpecContext) {
		extension.Status.State.Raw = []byte(`{"flux":true,"version":"v2.9.3","baseline":{"namespace":"flux-baseline","revision":"r"}}`)
		condition(gardencorev1beta1.ConditionFalse)
		Expect(seed.Update(ctx, extension)).To(Succeed())
		report(ctx)
		configMap := &corev1.ConfigMap{}
		Expect(garden.Get(ctx, client.ObjectKey{Namespace: "seed-alpha", Name: "shoot-flux-report"}, configMap)).To(Succeed())
		controllertest.ExpectStored(configMap)
	})

	It("waits between two reports, and returns errors", func(ctx SpecContext) {
		report(ctx)
		result, err := reconciler.Reconcile(ctx, reconcile.Request{})
		Expect(err).NotTo(HaveOccurred())
		Expect(result.RequeueAfter).To(Equal(10 * time.Second))
		extension.Status.State.Raw = []byte(`{"flux":true,"version":"v2.8.8"}`)
		Expect(seed.Update(ctx, extension)).To(Succeed())
		refusal = errors.New("the garden is down")
		clock.Step(time.Minute)
		_, err = reconciler.Reconcile(ctx, reconcile.Request{})
		Expect(err).To(MatchError(refusal))
	})

	DescribeTable("reports the baseline",
		func(ctx SpecContext, state string, status gardencorev1beta1.ConditionStatus, observed string, expected *landscape.ReportedBaseline) {
			extension.Status.State.Raw = []byte(state)
			condition(status)
			if observed != "" {
				extension.Status.ProviderStatus = &runtime.RawExtension{Raw: []byte(`{"apiVersion":"flux.extensions.gardener.cloud/v1alpha1","kind":"FluxStatus","baseline":` + observed + `}`)}
			}
			Expect(seed.Update(ctx, extension)).To(Succeed())
			own := report(ctx)[0].Baseline
			if own != nil {
				own.Since = metav1.Time{}
			}
			Expect(own).To(Equal(expected))
		},
		Entry("not delivered", `{}`, gardencorev1beta1.ConditionProgressing, "", nil),
		Entry("ready", `{"baseline":{"namespace":"flux-baseline","revision":"r"}}`, gardencorev1beta1.ConditionTrue, `{"revision":"r","appliedRevision":"main@sha1:1"}`,
			&landscape.ReportedBaseline{State: "Ready", Revision: "r", AppliedRevision: "main@sha1:1"}),
		Entry("delivered, and not applied yet", `{"baseline":{"namespace":"flux-baseline","revision":"s"}}`, gardencorev1beta1.ConditionProgressing, `{"revision":"r"}`,
			&landscape.ReportedBaseline{State: "Progressing", Revision: "r"}),
		Entry("failed", `{"baseline":{"namespace":"flux-baseline","revision":"r"}}`, gardencorev1beta1.ConditionFalse, `{"revision":"r","unwell":true}`,
			&landscape.ReportedBaseline{State: "Failed", Revision: "r", Message: "it is broken", Unwell: true}),
		Entry("refused", `{"baseline":{"namespace":"flux-baseline","revision":"r","refused":"s"}}`, gardencorev1beta1.ConditionFalse, `{"revision":"r"}`,
			&landscape.ReportedBaseline{State: "Failed", Revision: "s", Message: "it is broken"}),
		Entry("in an unreachable shoot", `{"baseline":{"namespace":"flux-baseline","revision":"r"}}`, gardencorev1beta1.ConditionUnknown, `{"revision":"r"}`,
			&landscape.ReportedBaseline{State: "Unreachable", Revision: "r"}),
		Entry("during its removal", `{"baseline":{"namespace":"flux-baseline","revision":"r","removing":true}}`, gardencorev1beta1.ConditionTrue, `{"revision":"r"}`,
			&landscape.ReportedBaseline{State: "Progressing", Revision: "r"}),
		Entry("during the removal of Flux, which came only for it", `{"flux":true,"forBaseline":true,"removingFlux":true}`, gardencorev1beta1.ConditionTrue, "",
			&landscape.ReportedBaseline{State: "Progressing"}),
		Entry("removed, and Flux stays", `{"flux":true,"forBaseline":true}`, gardencorev1beta1.ConditionTrue, "", nil),
	)
})
