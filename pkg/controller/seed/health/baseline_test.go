// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/controllertest"
)

var _ = Describe("Health check of the operator's baseline", func() {
	const operation = "gardener.cloud/operation"
	var (
		s      *simulated
		source *sourcev1.GitRepository
		root   *kustomizev1.Kustomization
	)

	deliver := func(ctx context.Context, more string) {
		GinkgoHelper()
		config := `{"source":{"template":{"spec":{"url":"https://git.example.com/baseline"` + more + `}}}}`
		baseline := &configv1alpha1.Baseline{Config: &runtime.RawExtension{Raw: []byte(config)}, Permissions: configv1alpha1.BaselinePermissions{ClusterAdmin: true}}
		configv1alpha1.SetDefaults_Baseline(baseline)
		s.Actuator.Resolver = controllertest.NewResolverFor(configv1alpha1.ControllerConfiguration{Baseline: baseline})
		Expect(s.Actuator.Reconcile(ctx, logr.Discard(), s.extension(ctx))).To(Succeed())
		s.arrive(ctx)
	}
	suspend := func(inSource, inRoot bool) {
		s.server.change(func() { source.Spec.Suspend, root.Spec.Suspend = inSource, inRoot })
	}
	// managedResource changes the ManagedResource with the baseline, and returns it.
	managedResource := func(ctx context.Context, change func(*resourcesv1alpha1.ManagedResource)) *resourcesv1alpha1.ManagedResource {
		GinkgoHelper()
		resource := &resourcesv1alpha1.ManagedResource{}
		Expect(s.Seed.Get(ctx, client.ObjectKey{Namespace: controllertest.TechnicalID, Name: "extension-shoot-flux-baseline"}, resource)).To(Succeed())
		if change != nil {
			change(resource)
			Expect(s.Seed.Update(ctx, resource)).To(Succeed())
		}
		return resource
	}
	condition := func(ctx context.Context) string {
		GinkgoHelper()
		found := v1beta1helper.GetCondition(s.extension(ctx).Status.Conditions, "FluxBaselineReady")
		Expect(found).NotTo(BeNil())
		return string(found.Status) + " " + found.Reason + " " + found.Message
	}

	BeforeEach(func(ctx SpecContext) {
		s = newSimulated(ctx)
		deliver(ctx, "")
		source, root = s.git.DeepCopy(), s.root.DeepCopy()
		s.server.change(func() {
			s.server.objects["gitrepositories/flux-baseline"], s.server.objects["kustomizations/flux-baseline"] = source, root
		})
		s.check(ctx)
		Expect(condition(ctx)).To(HavePrefix("True ReconciliationSucceeded"))
		Expect(managedResource(ctx, nil).Annotations).NotTo(HaveKey(operation))
	})

	DescribeTable("has gardener-resource-manager resume what is suspended in the shoot, once until it begins",
		func(ctx SpecContext, inSource, inRoot bool) {
			suspend(inSource, inRoot)
			s.check(ctx)
			requested := managedResource(ctx, nil)
			Expect(requested.Annotations).To(HaveKeyWithValue(operation, "reconcile"))
			Expect(condition(ctx)).To(And(HavePrefix("True Suspended"), ContainSubstring("is suspended in the shoot, and gardener-resource-manager is to resume it")))
			Expect(s.conditions(ctx)).To(HaveKeyWithValue("FluxKustomizationReady", "True ReconciliationSucceeded"), "it does not concern the project")

			s.check(ctx)
			Expect(managedResource(ctx, nil).ResourceVersion).To(Equal(requested.ResourceVersion))

			By("gardener-resource-manager applies the baseline")
			managedResource(ctx, func(resource *resourcesv1alpha1.ManagedResource) { delete(resource.Annotations, operation) })
			suspend(false, false)
			s.check(ctx)
			Expect(managedResource(ctx, nil).Annotations).NotTo(HaveKey(operation))
			Expect(condition(ctx)).To(HavePrefix("True ReconciliationSucceeded"))
		},
		Entry("source", true, false),
		Entry("Kustomization", false, true),
		Entry("both", true, true),
	)

	DescribeTable("requests nothing while gardener-resource-manager could not resume it",
		func(ctx SpecContext, change func(*resourcesv1alpha1.ManagedResource)) {
			before := managedResource(ctx, change).Annotations[operation]
			suspend(true, true)
			s.check(ctx)
			Expect(managedResource(ctx, nil).Annotations[operation]).To(Equal(before))
		},
		Entry("the last delivery is not applied yet", func(resource *resourcesv1alpha1.ManagedResource) { resource.Generation++ }),
		Entry("the last delivery cannot be applied", func(resource *resourcesv1alpha1.ManagedResource) {
			resource.Status.Conditions[0].Status = gardencorev1beta1.ConditionFalse
		}),
		Entry("an operator has paused the ManagedResource", func(resource *resourcesv1alpha1.ManagedResource) {
			metav1.SetMetaDataAnnotation(&resource.ObjectMeta, "resources.gardener.cloud/ignore", "true")
		}),
		Entry("another operation is requested", func(resource *resourcesv1alpha1.ManagedResource) {
			metav1.SetMetaDataAnnotation(&resource.ObjectMeta, operation, "wait-for-state")
		}),
	)

	It("requests nothing for a ManagedResource that is being deleted", func(ctx SpecContext) {
		resource := managedResource(ctx, func(resource *resourcesv1alpha1.ManagedResource) { resource.Finalizers = []string{"example.com/kept"} })
		Expect(s.Seed.Delete(ctx, resource)).To(Succeed())
		suspend(true, true)
		s.check(ctx)
		Expect(managedResource(ctx, nil).Annotations).NotTo(HaveKey(operation))
	})

	It("leaves what the operator has suspended", func(ctx SpecContext) {
		deliver(ctx, `,"suspend":true`)
		suspend(true, false)
		s.check(ctx)
		Expect(managedResource(ctx, nil).Annotations).NotTo(HaveKey(operation))
		Expect(condition(ctx)).To(ContainSubstring("is suspended by baseline in the operator's configuration"))

		By("somebody suspends the other one in the shoot")
		suspend(true, true)
		s.check(ctx)
		Expect(managedResource(ctx, nil).Annotations).To(HaveKeyWithValue(operation, "reconcile"))
	})
})
