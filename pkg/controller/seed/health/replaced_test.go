// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

var _ = Describe("A shoot with other objects than the delivered ones", func() {
	var s *simulated

	// requested returns the ManagedResources that gardener-resource-manager is requested to apply.
	requested := func(ctx context.Context) []string {
		GinkgoHelper()
		var names []string
		for _, resource := range s.Resources(ctx) {
			if resource.Annotations["gardener.cloud/operation"] == "reconcile" {
				names = append(names, resource.Name)
			}
		}
		return names
	}
	// restore brings back objects of an earlier delivery.
	restore := func(change func()) {
		s.restored = true
		s.server.change(change)
	}
	earlier := func(object client.Object) {
		object.SetAnnotations(map[string]string{fluxv1alpha1.AnnotationDelivery: "0123456789abcdef"})
	}
	managedResource := func(ctx context.Context, change func(*resourcesv1alpha1.ManagedResource)) {
		GinkgoHelper()
		resource := &resourcesv1alpha1.ManagedResource{}
		Expect(s.Seed.Get(ctx, client.ObjectKey{Namespace: controllertest.TechnicalID, Name: "extension-shoot-flux-config"}, resource)).To(Succeed())
		change(resource)
		Expect(s.Seed.Update(ctx, resource)).To(Succeed())
	}

	BeforeEach(func(ctx SpecContext) {
		s = newSimulated(ctx)
		s.check(ctx)
		Expect(s.conditions(ctx)).To(HaveKeyWithValue("FluxSourceReady", "True Succeeded"))
		Expect(requested(ctx)).To(BeEmpty())
		s.clock.Step(time.Minute)
	})

	DescribeTable("is not ready, and gets them applied again",
		func(ctx SpecContext, change func()) {
			restore(change)
			Expect(s.check(ctx)).To(Equal(2 * time.Second))
			Expect(requested(ctx)).To(ConsistOf("extension-shoot-flux-config", "extension-shoot-flux-controllers", "extension-shoot-flux-crds"))
			Expect(s.conditions(ctx)).To(And(HaveKeyWithValue("FluxSourceReady", "Progressing NotApplied"), HaveKeyWithValue("FluxKustomizationReady", "Progressing NotApplied")))
			Expect(s.server.patches).To(ConsistOf(
				And(HavePrefix("/apis/source.toolkit.fluxcd.io/v1/namespaces/flux-system/gitrepositories/flux-system "), ContainSubstring("reconcile.fluxcd.io/requestedAt")),
				And(HavePrefix("/apis/kustomize.toolkit.fluxcd.io/v1/namespaces/flux-system/kustomizations/flux-system "), ContainSubstring("reconcile.fluxcd.io/requestedAt"))))

			By("gardener-resource-manager has applied them")
			s.restored = false
			s.check(ctx)
			Expect(s.conditions(ctx)).To(And(HaveKeyWithValue("FluxSourceReady", "True Succeeded"), HaveKeyWithValue("FluxKustomizationReady", "True ReconciliationSucceeded")))
		},
		Entry("source and root of an earlier delivery", func() { earlier(s.git); earlier(s.root) }),
		Entry("source of an earlier delivery, from a backup in the middle of one", func() { earlier(s.git) }),
		Entry("root of an earlier delivery", func() { earlier(s.root) }),
		Entry("source without an identifier, with a root of an earlier delivery", func() { s.git.Annotations = nil; earlier(s.root) }),
	)

	It("gets them applied again less often while a client in the shoot replaces them again", func(ctx SpecContext) {
		restore(func() { earlier(s.git) })
		repairs := 0
		for end := s.clock.Now().Add(time.Hour); s.clock.Now().Before(end); s.clock.Step(s.check(ctx)) {
			if len(requested(ctx)) == 0 {
				continue
			}
			repairs++
			for _, resource := range s.Resources(ctx) {
				delete(resource.Annotations, "gardener.cloud/operation")
				Expect(s.Seed.Update(ctx, &resource)).To(Succeed())
			}
		}
		Expect(repairs).To(And(BeNumerically(">", 5), BeNumerically("<", 15)), "each health check would request it 60 times an hour")
	})

	It("is not released, suspended or recorded by what the backup shows", func(ctx SpecContext) {
		before := s.recorded(ctx)
		restore(func() {
			earlier(s.git)
			earlier(s.root)
			s.root.Spec.Suspend = true
		})
		s.check(ctx)
		Expect(s.recorded(ctx)).To(Equal(before), "a user has suspended the root before the backup, and resumed it since")
	})

	DescribeTable("is judged by what Flux reports if nobody knows better",
		func(ctx SpecContext, change func(ctx context.Context)) {
			restore(func() { earlier(s.git) })
			change(ctx)
			s.check(ctx)
			Expect(requested(ctx)).To(BeEmpty())
			Expect(s.conditions(ctx)).NotTo(HaveKeyWithValue("FluxSourceReady", "Progressing NotApplied"))
		},
		Entry("an earlier version of the extension has delivered what is in the backup, or the shoot removes annotations", func(context.Context) {
			s.server.change(func() { s.git.Annotations, s.root.Annotations = nil, nil })
		}),
		Entry("Gardener moves the control plane to another seed, which may deliver too", func(ctx context.Context) {
			cluster := &extensionsv1alpha1.Cluster{}
			Expect(s.Seed.Get(ctx, client.ObjectKey{Name: controllertest.TechnicalID}, cluster)).To(Succeed())
			cluster.Spec.Shoot = runtime.RawExtension{Raw: []byte(`{"apiVersion":"core.gardener.cloud/v1beta1","kind":"Shoot","metadata":{"namespace":"garden-demo","name":"only","uid":"uid"},"status":{"liveMigration":{}}}`)}
			Expect(s.Seed.Update(ctx, cluster)).To(Succeed())
		}),
		Entry("the delivery is being applied", func(ctx context.Context) {
			managedResource(ctx, func(resource *resourcesv1alpha1.ManagedResource) { resource.Generation++ })
		}),
		Entry("an operator has paused gardener-resource-manager", func(ctx context.Context) {
			managedResource(ctx, func(resource *resourcesv1alpha1.ManagedResource) {
				resource.Annotations["resources.gardener.cloud/ignore"] = "true"
			})
		}),
		Entry("an operation is delivering", func(ctx context.Context) {
			ex := s.extension(ctx)
			ex.Status.LastOperation.State = gardencorev1beta1.LastOperationStateProcessing
			Expect(s.Seed.Status().Update(ctx, ex)).To(Succeed())
		}),
		Entry("an earlier version of the extension has delivered, and recorded no identifier", func(ctx context.Context) {
			ex, state := s.extension(ctx), s.recorded(ctx)
			state.Delivery = ""
			Expect(s.checker.Conditions.ReplaceState(ctx, ex, state)).To(Succeed())
		}),
	)
})
