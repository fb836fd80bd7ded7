// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"
	"slices"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("Actuator with a baseline of the operator", func() {
	const (
		own    = "source: {template: {spec: {url: 'https://github.com/o/r'}}}\n"
		name   = "extension-shoot-flux-baseline"
		config = `{"source":{"template":{"spec":{"url":"https://git.example.com/baseline","secretRef":{"name":"flux-baseline"}}}}}`
	)
	var p *extensiontest.ActuatorFixture
	configure := func(rollouts *configv1alpha1.Rollouts, change func(*configv1alpha1.Baseline)) {
		GinkgoHelper()
		baseline := &configv1alpha1.Baseline{Config: &runtime.RawExtension{Raw: []byte(config)}, Permissions: configv1alpha1.BaselinePermissions{ClusterAdmin: true}}
		change(baseline)
		config := configv1alpha1.ControllerConfiguration{Baseline: baseline, Rollouts: rollouts, WhenUnconfigured: configv1alpha1.WhenUnconfiguredNothing}
		configv1alpha1.SetObjectDefaults_ControllerConfiguration(&config)
		p.Actuator.Resolver = controllertest.NewResolverFor(config)
	}
	operator := func(change func(*configv1alpha1.Baseline)) { configure(nil, change) }
	rolledOut := func(change func(*configv1alpha1.Baseline)) {
		configure(&configv1alpha1.Rollouts{
			Rings:    []configv1alpha1.SeedRing{{Name: "canary", Seeds: &metav1.LabelSelector{MatchLabels: map[string]string{"stage": "canary"}}}},
			Baseline: &configv1alpha1.BaselineRollout{},
		}, change)
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
		baseline := p.RecordedState(ctx).Baseline
		Expect(p.Manifests(ctx, "extension-shoot-flux-baseline")).To(ContainSubstring("flux.extensions.gardener.cloud/delivery: " + baseline.Delivery))
		baseline.Delivery = ""
		Expect(baseline).To(Equal(extensionstatus.Baseline{Namespace: "flux-baseline", SourceKind: "GitRepository", DeletionPolicy: configv1alpha1.BaselineOrphan}))
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
		Expect(condition(ctx)).To(ContainSubstring("set baseline.namespace back"))
	})

	It("waits for the rollout of the operator, and then delivers what that has released", func(ctx SpecContext) {
		before := p.Manifests(ctx, name)
		rolledOut(func(b *configv1alpha1.Baseline) {
			b.Permissions = configv1alpha1.BaselinePermissions{Rules: []rbacv1.PolicyRule{{APIGroups: []string{""}, Resources: []string{"configmaps"}, Verbs: []string{"*"}}}}
		})
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, name)).To(Equal(before), "nothing is released, so that it stays")

		By("the former baseline is released, with a commit")
		former := &configv1alpha1.Baseline{Config: &runtime.RawExtension{Raw: []byte(config)}, Permissions: configv1alpha1.BaselinePermissions{ClusterAdmin: true}}
		const commit = "sha1:abababababababababababababababababababab"
		Expect(p.Actuator.Resolver.ReleaseBaseline(*former, "r", commit)).To(Succeed())
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, name)).To(And(ContainSubstring("cluster-admin"), ContainSubstring("commit: abababababababababababababababababababab")))
		recorded := p.RecordedState(ctx).Baseline
		Expect([]any{recorded.Revision, recorded.Commit, recorded.Refused, recorded.Unwell}).To(Equal([]any{"r", commit, "", true}))

		By("a release with errors changes nothing")
		broken := former.DeepCopy()
		broken.Config.Raw = []byte(`{"flux":{}}`)
		Expect(p.Actuator.Resolver.ReleaseBaseline(*broken, "s", "")).To(MatchError(ContainSubstring("flux")))
		p.Reconcile(ctx)
		Expect(p.RecordedState(ctx).Baseline.Revision).To(Equal("r"))
	})

	It("says that a new Shoot waits for the rollout of the operator", func(ctx SpecContext) {
		p = extensiontest.NewDelivered(own)
		rolledOut(func(*configv1alpha1.Baseline) {})
		p.Reconcile(ctx)
		Expect(p.Names(ctx)).NotTo(ContainElement(name))
		Expect(condition(ctx)).To(Equal("Progressing WaitingForRollout the operator's rollout has not released a baseline for this seed yet"))
	})

	// refuse has the operator's rollout release a baseline with a configuration error to a Shoot that has none.
	refuse := func(ctx context.Context) *configv1alpha1.Baseline {
		GinkgoHelper()
		p = extensiontest.NewDelivered(own)
		rolledOut(func(*configv1alpha1.Baseline) {})
		refused := &configv1alpha1.Baseline{
			Config:      &runtime.RawExtension{Raw: []byte(`{"source":{"template":{"spec":{"url":"ssh://git@git.example.com/baseline"}}}}`)},
			Permissions: configv1alpha1.BaselinePermissions{ClusterAdmin: true},
		}
		Expect(p.Actuator.Resolver.ReleaseBaseline(*refused, "r", "")).To(Succeed())
		p.Reconcile(ctx)
		Expect(condition(ctx)).To(HavePrefix("False InvalidConfiguration"))
		Expect(p.RecordedState(ctx).Baseline).To(Equal(extensionstatus.Baseline{Refused: "r"}))
		return refused
	}

	It("forgets a refused baseline when the Shoot is no longer selected", func(ctx SpecContext) {
		refused := refuse(ctx)
		Expect(p.RecordedState(ctx).Baseline.IsDelivered()).To(BeFalse())

		elsewhere(refused)
		Expect(p.Actuator.Resolver.ReleaseBaseline(*refused, "s", "")).To(Succeed())
		p.Reconcile(ctx)
		Expect(condition(ctx)).To(BeEmpty())
		Expect(p.RecordedState(ctx).Baseline).To(BeZero())
		Expect(p.Names(ctx)).NotTo(ContainElement(name))
	})

	// shootWithBaseline is a shoot in which gardener-resource-manager has applied the baseline.
	shootWithBaseline := func() (*shootOnPaper, *unstructured.Unstructured) {
		root := &unstructured.Unstructured{}
		root.SetGroupVersionKind(schema.GroupVersionKind{Group: "kustomize.toolkit.fluxcd.io", Version: "v1", Kind: "Kustomization"})
		root.SetNamespace("flux-baseline")
		root.SetName("flux-baseline")
		root.SetAnnotations(broughtBy("baseline"))
		root.SetFinalizers([]string{"finalizers.fluxcd.io"})
		root.Object["spec"] = map[string]any{"prune": true, "suspend": false, "deletionPolicy": "Delete"}
		return newShootOnPaper(root, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "flux-baseline", Annotations: broughtBy("baseline")}}), root
	}
	// isPaused returns whether gardener-resource-manager leaves the baseline in the shoot as it is.
	isPaused := func(ctx context.Context) bool {
		GinkgoHelper()
		resource := &resourcesv1alpha1.ManagedResource{}
		Expect(p.Seed.Get(ctx, client.ObjectKey{Namespace: controllertest.TechnicalID, Name: name}, resource)).To(Succeed())
		Expect(resource.DeletionTimestamp).To(BeNil())
		return resource.Annotations["resources.gardener.cloud/ignore"] == "true"
	}

	It("is not reported as foreign after the state is lost, unlike a Kustomization of a user in its namespace", func(ctx SpecContext) {
		kustomization := func(namespace, name, part string) client.Object {
			object := &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name}}
			if part != "" {
				object.Annotations = broughtBy(part)
			}
			return object
		}
		p.Actuator.Shoots = controllertest.NewShootConnector(false, controllertest.KustomizationKind(), controllertest.GitRepositoryKind(),
			kustomization("flux-baseline", "flux-baseline", "baseline"), kustomization("flux-baseline", "own", ""),
		)
		Expect(p.Seed.Status().Patch(ctx, p.Ex, client.RawPatch(types.MergePatchType, []byte(`{"status":{"state":null}}`)))).To(Succeed())
		p.Reconcile(ctx)
		Expect(p.RecordedState(ctx).Foreign).To(Equal("flux-baseline/own"))
		Expect(p.ConfiguredCondition(ctx)).To(And(HavePrefix("True Configured"), Not(ContainSubstring("flux-baseline/flux-baseline"))))
		Expect(p.RecordedState(ctx).Baseline.Namespace).To(Equal("flux-baseline"))
	})

	DescribeTable("removes it from a Shoot that is no longer selected: first the Kustomization, then the rest",
		func(ctx SpecContext, policy configv1alpha1.BaselineDeletionPolicy, spec map[string]any) {
			shoot, root := shootWithBaseline()
			p.Actuator.Shoots = shoot
			p.ApplyAll(ctx)
			operator(func(b *configv1alpha1.Baseline) { elsewhere(b); b.DeletionPolicy = policy })
			for range 2 {
				p.Reconcile(ctx)
				Expect(condition(ctx)).To(And(HavePrefix("Progressing Removing"), ContainSubstring("waiting for Flux to delete Kustomization flux-baseline/flux-baseline")))
				Expect(isPaused(ctx)).To(BeTrue(), "it has the ServiceAccount with which Flux deletes, and would bring the Kustomization back")
				Expect(shoot.Get(ctx, client.ObjectKeyFromObject(root), root)).To(Succeed())
				Expect(root.GetDeletionTimestamp()).NotTo(BeNil())
				Expect(root.Object["spec"]).To(Equal(spec))
			}
			Expect(shoot.root(ctx).GetDeletionTimestamp()).To(BeNil(), "the root Kustomization of the project stays")

			root.SetFinalizers(nil)
			Expect(shoot.Update(ctx, root)).To(Succeed())
			p.Reconcile(ctx)
			Expect(p.RecordedState(ctx).Baseline.Removing).To(BeTrue())
			Expect(condition(ctx)).To(ContainSubstring("waiting for gardener-resource-manager of the shoot to delete the objects of ManagedResource " + name))
			if slices.Contains(p.Names(ctx), name) {
				p.RemoveFinalizers(ctx, name)
			}
			p.Reconcile(ctx)
			Expect(p.Names(ctx)).To(ConsistOf("extension-shoot-flux-crds", "extension-shoot-flux-controllers", "extension-shoot-flux-config"), "the project's part stays")
			Expect(p.RecordedState(ctx).Baseline).To(BeZero())
			Expect(condition(ctx)).To(BeEmpty())
			Expect(shoot.Get(ctx, client.ObjectKey{Name: "flux-baseline"}, &corev1.Namespace{})).To(MatchError(apierrors.IsNotFound, "IsNotFound"))
		},
		Entry("Orphan", configv1alpha1.BaselineOrphan, map[string]any{"prune": false, "suspend": true}),
		Entry("Prune", configv1alpha1.BaselinePrune, map[string]any{"prune": true, "suspend": false}),
	)

	It("delivers it again if the Shoot is selected again while it is removed", func(ctx SpecContext) {
		p.Actuator.Shoots, _ = shootWithBaseline()
		operator(elsewhere)
		p.Reconcile(ctx)
		Expect(isPaused(ctx)).To(BeTrue())
		operator(func(*configv1alpha1.Baseline) {})
		p.Reconcile(ctx)
		Expect(isPaused(ctx)).To(BeFalse())
		Expect(condition(ctx)).To(HavePrefix("Progressing Delivering"))
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
		shoot, root := shootWithBaseline()
		p.Actuator.Shoots = shoot
		Expect(p.Actuator.Delete(ctx, logr.Discard(), p.Ex)).To(MatchError(ContainSubstring("waiting for Flux to delete Kustomization flux-baseline/flux-baseline")))
		Expect(shoot.Get(ctx, client.ObjectKeyFromObject(root), root)).To(Succeed())
		Expect(root.GetDeletionTimestamp()).NotTo(BeNil())
		for _, resource := range p.Resources(ctx) {
			Expect(resource.DeletionTimestamp).To(BeNil(), "Flux is required until the baseline is gone")
		}
	})

	It("removes the extension from a Shoot with a refused baseline, and no Namespace or Kustomization with the names of a baseline", func(ctx SpecContext) {
		refuse(ctx)
		shoot, root := shootWithBaseline()
		p.Actuator.Shoots = shoot
		err := p.Actuator.Delete(ctx, logr.Discard(), p.Ex)
		Expect(err).To(MatchError(And(ContainSubstring("waiting for"), Not(ContainSubstring("flux-baseline")))))
		Expect(shoot.Get(ctx, client.ObjectKeyFromObject(root), root)).To(Succeed())
		Expect(root.GetDeletionTimestamp()).To(BeNil())
		namespace := &corev1.Namespace{}
		Expect(shoot.Get(ctx, client.ObjectKey{Name: "flux-baseline"}, namespace)).To(Succeed())
		Expect(namespace.DeletionTimestamp).To(BeNil())
	})

	It("installs Flux in a Shoot without configuration", func(ctx SpecContext) {
		p = extensiontest.NewActuatorFixture(nil, nil)
		operator(func(*configv1alpha1.Baseline) {})
		Expect(p.Garden.Create(ctx, secret())).To(Succeed())
		p.Reconcile(ctx)
		Expect(p.Names(ctx)).To(ContainElements("extension-shoot-flux-controllers", name))
	})
})
