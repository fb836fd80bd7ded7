// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/seed/extension/extensiontest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
)

var _ = Describe("Actuator with a baseline of the operator", func() {
	const (
		own    = "source: {template: {spec: {url: 'https://github.com/o/r'}}}\n"
		name   = "extension-shoot-flux-baseline"
		config = `{"source":{"template":{"spec":{"url":"https://git.example.com/baseline","secretRef":{"name":"flux-baseline"}}}}}`
	)
	var p *extensiontest.ActuatorFixture
	operator := func(change func(*configv1alpha1.Baseline)) {
		GinkgoHelper()
		baseline := &configv1alpha1.Baseline{Config: &runtime.RawExtension{Raw: []byte(config)}, Permissions: configv1alpha1.BaselinePermissions{ClusterAdmin: true}}
		change(baseline)
		configv1alpha1.SetDefaults_Baseline(baseline)
		p.Actuator.Resolver = controllertest.NewResolverFor(configv1alpha1.ControllerConfiguration{Baseline: baseline, WhenUnconfigured: configv1alpha1.WhenUnconfiguredNothing})
	}
	elsewhere := func(b *configv1alpha1.Baseline) {
		b.Shoots = &configv1alpha1.BaselineShoots{Projects: []string{"other"}}
	}
	secret := func() *corev1.Secret {
		return &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden", Name: "flux-baseline"}, Data: map[string][]byte{"username": []byte("u"), "password": []byte("hidden")}}
	}
	condition := func(ctx context.Context) string {
		GinkgoHelper()
		Expect(p.Seed.Get(ctx, client.ObjectKeyFromObject(p.Ex), p.Ex)).To(Succeed())
		found := v1beta1helper.GetCondition(p.Ex.Status.Conditions, "FluxBaselineReady")
		if found == nil {
			return ""
		}
		return string(found.Status) + " " + found.Reason + " " + found.Message
	}

	BeforeEach(func(ctx SpecContext) {
		p = extensiontest.NewDelivered(own)
		operator(func(*configv1alpha1.Baseline) {})
		Expect(p.Garden.Create(ctx, secret())).To(Succeed())
		p.Reconcile(ctx)
	})

	It("delivers it beside the project's configuration, and records it", func(ctx SpecContext) {
		Expect(p.Names(ctx)).To(ConsistOf("extension-shoot-flux-crds", "extension-shoot-flux-controllers", "extension-shoot-flux-config", name))
		Expect(p.Manifests(ctx, name)).To(And(ContainSubstring("kind: GitRepository\n"), ContainSubstring("password: aGlkZGVu\n")))
		Expect(p.Manifests(ctx, "extension-shoot-flux-config")).NotTo(ContainSubstring("flux-baseline"))
		Expect(p.RecordedState(ctx).Baseline).To(Equal(extensionstatus.Baseline{Namespace: "flux-baseline", SourceKind: "GitRepository", DeletionPolicy: configv1alpha1.BaselineOrphan}))
		Expect(condition(ctx)).To(HavePrefix("Progressing Delivering"))
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("True Configured"))
	})

	It("keeps it if the configuration of the operator has none any more", func(ctx SpecContext) {
		before := p.Manifests(ctx, name)
		p.Actuator.Resolver = controllertest.NewResolver()
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, name)).To(Equal(before))
		Expect(condition(ctx)).To(And(HavePrefix("False NotConfigured"), ContainSubstring("set baseline.state to Absent")))

		By("the configuration has it again")
		operator(func(*configv1alpha1.Baseline) {})
		p.Reconcile(ctx)
		Expect(condition(ctx)).To(HavePrefix("Progressing Delivering"), "the health check reports on it again")
	})

	It("keeps the last one if the operator's Secret is missing", func(ctx SpecContext) {
		before := p.Manifests(ctx, name)
		Expect(p.Garden.Delete(ctx, secret())).To(Succeed())
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, name)).To(Equal(before))
		Expect(condition(ctx)).To(Equal("False CredentialsMissing Secret garden/flux-baseline of the garden is missing; create it"))
	})

	It("does not move it to another namespace, in which it would be a second one", func(ctx SpecContext) {
		before := p.Manifests(ctx, name)
		operator(func(b *configv1alpha1.Baseline) { b.Namespace = "other" })
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, name)).To(Equal(before))
		Expect(condition(ctx)).To(ContainSubstring("Set baseline.namespace back"))
	})

	It("removes it from a Shoot that is no longer selected: first the deletion of objects, then the Kustomization, then the rest", func(ctx SpecContext) {
		operator(elsewhere)
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, name)).To(And(ContainSubstring("prune: false\n"), ContainSubstring("suspend: true\n")))
		Expect(condition(ctx)).To(And(HavePrefix("Progressing Removing"), ContainSubstring("deletionPolicy Orphan")))
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, name)).To(ContainSubstring("kind: Kustomization\n"), "gardener-resource-manager has not applied the first step")
		p.ApplyAll(ctx)
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, name)).To(And(Not(ContainSubstring("kind: Kustomization\n")), ContainSubstring("kind: ServiceAccount\n")))
		p.ApplyAll(ctx)
		p.Reconcile(ctx)
		Expect(p.RecordedState(ctx).Baseline.Removing).To(BeTrue())
		for _, resource := range p.Resources(ctx) {
			if resource.Name == name && resource.DeletionTimestamp != nil {
				p.RemoveFinalizers(ctx, name)
			}
		}
		p.Reconcile(ctx)
		Expect(p.Names(ctx)).To(ConsistOf("extension-shoot-flux-crds", "extension-shoot-flux-controllers", "extension-shoot-flux-config"), "the project's part stays")
		Expect(p.RecordedState(ctx).Baseline).To(BeZero())
		Expect(condition(ctx)).To(BeEmpty())
	})

	It("keeps its objects in a control plane migration", func(ctx SpecContext) {
		resource := &resourcesv1alpha1.ManagedResource{}
		key := client.ObjectKey{Namespace: controllertest.TechnicalID, Name: name}
		Expect(p.Seed.Get(ctx, key, resource)).To(Succeed())
		resource.Finalizers = []string{"resources.gardener.cloud/gardener-resource-manager"}
		Expect(p.Seed.Update(ctx, resource)).To(Succeed())
		Expect(p.Actuator.Migrate(ctx, logr.Discard(), p.Ex)).NotTo(Succeed())
		Expect(p.Seed.Get(ctx, key, resource)).To(Succeed())
		Expect(resource.DeletionTimestamp).NotTo(BeNil())
		Expect(*resource.Spec.KeepObjects).To(BeTrue())
	})

	It("removes it with the extension, before Flux", func(ctx SpecContext) {
		p.ApplyAll(ctx)
		p.Actuator.Shoots = newShootOnPaper()
		Expect(p.Actuator.Delete(ctx, logr.Discard(), p.Ex)).To(MatchError(ContainSubstring("ManagedResource " + name)))
		Expect(p.Manifests(ctx, name)).To(And(ContainSubstring("prune: false\n"), ContainSubstring("suspend: true\n")))
		for _, resource := range p.Resources(ctx) {
			Expect(resource.DeletionTimestamp).To(BeNil(), "Flux is required until the baseline is gone")
		}
	})

	It("installs Flux in a Shoot without configuration", func(ctx SpecContext) {
		p = extensiontest.NewActuatorFixture(nil, nil)
		operator(func(*configv1alpha1.Baseline) {})
		Expect(p.Garden.Create(ctx, secret())).To(Succeed())
		p.Reconcile(ctx)
		Expect(p.Names(ctx)).To(ContainElements("extension-shoot-flux-controllers", name))
	})
})
