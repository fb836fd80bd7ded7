// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("followSuspension", func() {
	const config = "extension-shoot-flux-config"
	var (
		w       *extensiontest.ActuatorFixture
		checker *Reconciler
		ex      *extensionsv1alpha1.Extension
		applied *resourcesv1alpha1.ManagedResource
	)

	BeforeEach(func(ctx SpecContext) {
		w = extensiontest.NewActuatorFixture(map[string]string{"repositoryUrl": "https://github.com/o/r"}, func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{State: gardencorev1beta1.LastOperationStateSucceeded}
		})
		checker = &Reconciler{Seed: w.Seed, Live: w.Seed, Deliverer: w.Actuator.Deliverer, Conditions: w.Actuator.Conditions}
		Expect(w.Actuator.Reconcile(ctx, logr.Discard(), w.Ex)).To(Succeed())
		ex, applied = &extensionsv1alpha1.Extension{}, &resourcesv1alpha1.ManagedResource{}
		Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(w.Ex), ex)).To(Succeed())
		Expect(w.Seed.Get(ctx, client.ObjectKey{Namespace: controllertest.TechnicalID, Name: config}, applied)).To(Succeed())
		applied.Status.Conditions = []gardencorev1beta1.Condition{{Type: resourcesv1alpha1.ResourcesApplied, Status: gardencorev1beta1.ConditionTrue}}
		Expect(w.Seed.Update(ctx, applied)).To(Succeed())
	})

	check := func(ctx context.Context, rootSuspended bool) string {
		GinkgoHelper()
		recorded, err := extensionstatus.ReadState(ex)
		Expect(err).NotTo(HaveOccurred())
		root := &kustomizev1.Kustomization{}
		root.Spec.Suspend = rootSuspended
		observed := health.Observation{Sync: syncOf(recorded), Shoot: observe.Shoot{Source: &observe.Source{}, Kustomization: root}}
		_, err = checker.followSuspension(ctx, ex, recorded, applied, observed)
		Expect(err).NotTo(HaveOccurred())
		resource := &resourcesv1alpha1.ManagedResource{}
		Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(applied), resource)).To(Succeed())
		return resource.Spec.SecretRefs[0].Name
	}

	It("delivers a suspension from the shoot, which later reconciliations keep", func(ctx SpecContext) {
		before := check(ctx, false)
		held := check(ctx, true)
		Expect(held).NotTo(Equal(before))
		Expect(string(ex.Status.State.Raw)).To(ContainSubstring(`"rootSuspension":{"held":"Suspended","suspended":true}`))

		Expect(w.Actuator.Reconcile(ctx, logr.Discard(), ex)).To(Succeed())
		Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(ex), ex)).To(Succeed())
		Expect(check(ctx, true)).To(Equal(held), "the same bytes as rendering gives")
		Expect(check(ctx, false)).NotTo(Equal(held))
		Expect(string(ex.Status.State.Raw)).NotTo(ContainSubstring("Suspension"), "it is as configured again")
	})

	It("changes nothing if the delivery is not applied according to the API server of the seed", func(ctx SpecContext) {
		before := check(ctx, false)
		current := &resourcesv1alpha1.ManagedResource{}
		Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(applied), current)).To(Succeed())
		current.Status.Conditions[0].Status = gardencorev1beta1.ConditionProgressing
		Expect(w.Seed.Update(ctx, current)).To(Succeed())
		Expect(check(ctx, true)).To(Equal(before))
		Expect(string(ex.Status.State.Raw)).NotTo(ContainSubstring("Suspension"))
	})

	It("keeps a delivery that was made during the health check", func(ctx SpecContext) {
		before := check(ctx, false)
		stale := ex.DeepCopy()

		By("the configuration suspends the root during the health check")
		configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}}
		Expect(w.Garden.Get(ctx, client.ObjectKeyFromObject(configMap), configMap)).To(Succeed())
		configMap.Data = map[string]string{"config.yaml": string(controllertest.FluxConfig("source: {template: {spec: {url: 'https://github.com/o/r'}}}\nkustomization: {template: {spec: {suspend: true}}}"))}
		Expect(w.Garden.Update(ctx, configMap)).To(Succeed())
		Expect(w.Actuator.Reconcile(ctx, logr.Discard(), ex.DeepCopy())).To(Succeed())
		delivered := &resourcesv1alpha1.ManagedResource{}
		Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(applied), delivered)).To(Succeed())
		Expect(delivered.Spec.SecretRefs[0].Name).NotTo(Equal(before))

		By("the health check ends with an older observation")
		recorded, err := extensionstatus.ReadState(stale)
		Expect(err).NotTo(HaveOccurred())
		observed := health.Observation{Sync: syncOf(recorded), Shoot: observe.Shoot{Source: &observe.Source{Suspended: true}, Kustomization: &kustomizev1.Kustomization{}}}
		Expect(checker.followSuspension(ctx, stale, recorded, applied, observed)).To(Equal(recorded))
		after := &resourcesv1alpha1.ManagedResource{}
		Expect(w.Seed.Get(ctx, client.ObjectKeyFromObject(applied), after)).To(Succeed())
		Expect(after.Spec).To(Equal(delivered.Spec))
	})

	DescribeTable("changes nothing while the delivery is not applied",
		func(ctx SpecContext, change func()) {
			change()
			Expect(check(ctx, true)).To(Equal(check(ctx, true)))
			Expect(string(ex.Status.State.Raw)).NotTo(ContainSubstring("Suspension"))
		},
		Entry("gardener-resource-manager is applying the delivery", func() { applied.Generation = applied.Status.ObservedGeneration + 1 }),
		Entry("gardener-resource-manager failed to apply the delivery", func() { applied.Status.Conditions[0].Status = gardencorev1beta1.ConditionFalse }),
		Entry("running operation", func() { ex.Status.LastOperation.State = gardencorev1beta1.LastOperationStateProcessing }),
		Entry("shoot being deleted", func() { applied.Annotations = map[string]string{resourcesv1alpha1.Ignore: "true"} }),
	)
})
