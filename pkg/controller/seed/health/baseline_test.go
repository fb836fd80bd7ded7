// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"time"

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
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/statuswriter"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
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

	It("has a failed delivery tried again, and keeps the reason until it succeeds", func(ctx SpecContext) {
		failed := health.Verdict{Type: fluxv1alpha1.ConditionBaselineReady, Status: gardencorev1beta1.ConditionProgressing, Reason: "DeliveryFailed", Message: "the quota is exceeded"}
		Expect(s.checker.Conditions.Apply(ctx, s.extension(ctx), statuswriter.Update{Verdicts: []health.Verdict{failed}})).To(Succeed())
		retries := make(kube.Trigger, 10)
		s.checker.Retries = retries
		s.check(ctx)
		Expect(retries).To(HaveLen(1))
		Expect(condition(ctx)).To(Equal("Progressing DeliveryFailed the quota is exceeded"))
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

	Describe("with a rollout of the baseline", func() {
		const commit, next = "main@sha1:1111111111111111111111111111111111111111", "main@sha1:2222222222222222222222222222222222222222"
		var release *baselineRelease
		observed := func(ctx context.Context) fluxv1alpha1.ObservedBaseline {
			GinkgoHelper()
			found := extensionstatus.ReadProviderStatus(s.extension(ctx).Status.ProviderStatus).Baseline
			Expect(found).NotTo(BeNil())
			return *found
		}
		// applies has Flux apply a commit with objects.
		applies := func(commit string, ids ...string) {
			s.server.change(func() {
				root.Status.LastAppliedRevision, root.Status.LastAttemptedRevision = commit, commit
				root.Status.Inventory = &kustomizev1.ResourceInventory{}
				for _, id := range ids {
					root.Status.Inventory.Entries = append(root.Status.Inventory.Entries, kustomizev1.ResourceRef{ID: id, Version: "v1"})
				}
			})
		}

		BeforeEach(func(ctx SpecContext) {
			guard := &fluxv1alpha1.Guard{}
			fluxv1alpha1.SetDefaults_Guard(guard)
			release = &baselineRelease{BaselineRelease: landscape.BaselineRelease{
				Target: rollout.Target{Revision: "r"}, Baseline: &configv1alpha1.Baseline{}, Passed: rollout.Target{Revision: landscape.NoBaseline()}, Guard: guard, Promotes: true,
			}}
			s.checker.Baselines = release
			deliverReleased(ctx, s, "r")
		})

		It("requests the delivery of a release that the Shoot does not have, once", func(ctx SpecContext) {
			retries := make(kube.Trigger, 10)
			s.checker.Retries = retries
			s.check(ctx)
			Expect(retries).To(BeEmpty(), "the Shoot has it")
			release.Revision = "s"
			s.check(ctx)
			s.check(ctx)
			Expect(retries).To(HaveLen(1))
			release.Commit = "sha1:1111111111111111111111111111111111111111"
			s.check(ctx)
			Expect(retries).To(HaveLen(2))
			release.Revision, release.BaselineRelease.Baseline = "unknown", nil
			s.check(ctx)
			Expect(retries).To(HaveLen(2), "the content of the revision is unknown")
		})

		It("reports what was applied, and what was removed since the ring has passed a change", func(ctx SpecContext) {
			applies(commit, "_a__ConfigMap", "_shop__Namespace")
			s.check(ctx)
			Expect(observed(ctx)).To(Equal(fluxv1alpha1.ObservedBaseline{
				Revision: "r", AppliedRevision: commit, AttemptedRevision: commit, Removed: &fluxv1alpha1.RemovedObjects{Before: 2},
			}), "nothing was there before")
			release.Passed = rollout.Target{Revision: "r", Commit: "sha1:1111111111111111111111111111111111111111"}
			applies(next, "_a__ConfigMap")
			s.check(ctx)
			removed := observed(ctx).Removed
			Expect(removed.Count).To(BeEquivalentTo(1))
			Expect(removed.Names).To(Equal([]string{"Namespace shop"}))
		})

		It("reports a baseline that was not ready before the commit, until it is ready", func(ctx SpecContext) {
			applies(commit, "_a__ConfigMap")
			s.check(ctx)
			fail := func(status metav1.ConditionStatus) {
				s.server.change(func() {
					root.Status.Conditions[0].Status, root.Status.Conditions[0].Reason = status, "ReconciliationFailed"
				})
			}
			fail(metav1.ConditionFalse)
			s.clock.Step(time.Hour)
			s.check(ctx)
			Expect(observed(ctx).Unwell).To(BeFalse(), "it may have failed with this commit")
			applies(next, "_a__ConfigMap")
			s.check(ctx)
			Expect(observed(ctx).Unwell).To(BeTrue())
			fail(metav1.ConditionTrue)
			s.check(ctx)
			Expect(observed(ctx).Unwell).To(BeFalse())
		})
	})
})

// baselineRelease is the release for the seed.
type baselineRelease struct{ landscape.BaselineRelease }

func (b *baselineRelease) Baseline() (landscape.BaselineRelease, bool) {
	return b.BaselineRelease, true
}

// deliverReleased delivers the baseline of a rollout.
func deliverReleased(ctx context.Context, s *simulated, revision string) {
	GinkgoHelper()
	ring := configv1alpha1.SeedRing{Name: "canary", Seeds: &metav1.LabelSelector{MatchLabels: map[string]string{"stage": "canary"}}}
	baseline := &configv1alpha1.Baseline{
		Config:      &runtime.RawExtension{Raw: []byte(`{"source":{"template":{"spec":{"url":"https://git.example.com/baseline"}}}}`)},
		Permissions: configv1alpha1.BaselinePermissions{ClusterAdmin: true},
	}
	config := configv1alpha1.ControllerConfiguration{
		Baseline: baseline, Rollouts: &configv1alpha1.Rollouts{Rings: []configv1alpha1.SeedRing{ring}, Baseline: &configv1alpha1.BaselineRollout{}},
	}
	configv1alpha1.SetObjectDefaults_ControllerConfiguration(&config)
	s.Actuator.Resolver = controllertest.NewResolverFor(config)
	Expect(s.Actuator.Resolver.ReleaseBaseline(*baseline, revision, "")).To(Succeed())
	Expect(s.Actuator.Reconcile(ctx, logr.Discard(), s.extension(ctx))).To(Succeed())
	s.arrive(ctx)
}
