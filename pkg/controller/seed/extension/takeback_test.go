// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension_test

import (
	"context"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/extensiontest"
)

var _ = Describe("Removal of a Flux that came only for the baseline", func() {
	const (
		crds, controllers, config, baseline = "extension-shoot-flux-crds", "extension-shoot-flux-controllers", "extension-shoot-flux-config", "extension-shoot-flux-baseline"
		definition                          = "kustomizations.kustomize.toolkit.fluxcd.io"
	)
	var (
		p     *extensiontest.ActuatorFixture
		shoot *shootOnPaper
	)
	operator := func(state configv1alpha1.BaselineState) {
		GinkgoHelper()
		own := configv1alpha1.ControllerConfiguration{WhenUnconfigured: configv1alpha1.WhenUnconfiguredNothing, Baseline: &configv1alpha1.Baseline{
			State: state, FluxDeletionPolicy: configv1alpha1.BaselineFluxRemove,
			Config:      &runtime.RawExtension{Raw: []byte(`{"source":{"template":{"spec":{"url":"https://git.example.com/baseline"}}}}`)},
			Permissions: configv1alpha1.BaselinePermissions{ClusterAdmin: true},
		}}
		configv1alpha1.SetObjectDefaults_ControllerConfiguration(&own)
		p.Actuator.Resolver = controllertest.NewResolverFor(own)
	}
	condition := func(ctx context.Context, kind gardencorev1beta1.ConditionType) string {
		GinkgoHelper()
		ex := &extensionsv1alpha1.Extension{}
		Expect(p.Seed.Get(ctx, client.ObjectKeyFromObject(p.Ex), ex)).To(Succeed())
		found := v1beta1helper.GetCondition(ex.Status.Conditions, kind)
		if found == nil {
			return ""
		}
		return string(found.Status) + " " + found.Reason + " " + found.Message
	}
	// deleting returns the ManagedResources that are being deleted.
	deleting := func(ctx context.Context) []string {
		GinkgoHelper()
		return deleted(ctx, p)
	}
	// reconcile reconciles like a process that has just started.
	reconcile := func(ctx context.Context) {
		GinkgoHelper()
		p.Actuator.Deliverer = extensiontest.NewDeliverer(p.Seed)
		p.Reconcile(ctx)
	}
	isServed := func(ctx context.Context) bool {
		GinkgoHelper()
		crd := &apiextensionsv1.CustomResourceDefinition{}
		err := shoot.Get(ctx, client.ObjectKey{Name: definition}, crd)
		Expect(client.IgnoreNotFound(err)).To(Succeed())
		return err == nil && crd.DeletionTimestamp == nil
	}
	// kustomization returns a Kustomization of a user.
	kustomization := func() *unstructured.Unstructured {
		object := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"path": "./"}}}
		object.SetAPIVersion("kustomize.toolkit.fluxcd.io/v1")
		object.SetKind("Kustomization")
		object.SetNamespace("team")
		object.SetName("apps")
		return object
	}

	BeforeEach(func(ctx SpecContext) {
		p = extensiontest.NewActuatorFixture(nil, func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			ex.Status.LastOperation = &gardencorev1beta1.LastOperation{State: gardencorev1beta1.LastOperationStateSucceeded}
		})
		operator(configv1alpha1.BaselinePresent)
		p.Reconcile(ctx)
		Expect(p.Names(ctx)).To(ConsistOf(crds, controllers, config, baseline))
		Expect(p.RecordedState(ctx).ForBaseline).To(BeTrue())
		p.AddFinalizers(ctx)
		shoot = newShootOnPaper(&corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "flux-system", Annotations: broughtBy("crds")}})
		root := shoot.root(ctx)
		root.SetFinalizers(nil)
		Expect(shoot.Update(ctx, root)).To(Succeed())
		Expect(shoot.Delete(ctx, root)).To(Succeed())
		p.Actuator.Shoots = shoot
	})

	// removeBaseline removes the baseline, and records that Flux is to follow.
	removeBaseline := func(ctx context.Context) {
		GinkgoHelper()
		operator(configv1alpha1.BaselineAbsent)
		reconcile(ctx)
		Expect(deleting(ctx)).To(ConsistOf(baseline))
		Expect(condition(ctx, "FluxConfigured")).To(HaveSuffix("is going to be removed: waiting for the baseline to be removed"))
		p.RemoveFinalizers(ctx, baseline)
		reconcile(ctx)
		Expect(deleting(ctx)).To(BeEmpty())
		Expect(p.RecordedState(ctx).Baseline).To(BeZero())
		Expect(p.RecordedState(ctx).RemovingFlux).To(BeTrue())
	}
	// removeControllers removes the controllers of Flux.
	removeControllers := func(ctx context.Context) {
		GinkgoHelper()
		reconcile(ctx)
		Expect(deleting(ctx)).To(ConsistOf(controllers))
		Expect(isServed(ctx)).To(BeTrue())
		Expect(condition(ctx, "FluxConfigured")).To(HavePrefix("True RemovingFlux"))
		Expect(condition(ctx, "FluxInstalled")).To(And(HavePrefix("Progressing Removing"), HaveSuffix("to delete the objects of ManagedResource "+controllers)))
		p.RemoveFinalizers(ctx, controllers)
	}
	// staysWhole expects that Flux is delivered, and nothing of it deleted.
	staysWhole := func(ctx context.Context) {
		GinkgoHelper()
		Expect(p.Names(ctx)).To(ConsistOf(crds, controllers, config))
		Expect(deleting(ctx)).To(BeEmpty())
		Expect(isServed(ctx)).To(BeTrue())
		for _, resource := range p.Resources(ctx) {
			Expect(resource.Annotations).NotTo(HaveKey("resources.gardener.cloud/ignore"), resource.Name)
		}
	}

	It("follows the removal of the baseline: the controllers, and then the rest, in attempts that each can be the first of a process", func(ctx SpecContext) {
		removeBaseline(ctx)
		removeControllers(ctx)
		reconcile(ctx)
		Expect(deleting(ctx)).To(ConsistOf(crds, config))
		p.RemoveFinalizers(ctx, crds)
		p.RemoveFinalizers(ctx, config)
		reconcile(ctx)
		Expect(p.Names(ctx)).To(BeEmpty())
		Expect(isServed(ctx)).To(BeFalse())
		Expect(shoot.Get(ctx, client.ObjectKey{Name: "flux-system"}, &corev1.Namespace{})).To(MatchError(apierrors.IsNotFound, "IsNotFound"))
		Expect(condition(ctx, "FluxConfigured")).To(HavePrefix("True NotConfigured"))
		Expect(condition(ctx, "FluxInstalled")).To(BeEmpty())
		Expect(p.RecordedState(ctx)).To(Equal(extensionstatus.State{Observed: extensionstatus.ObserveProject(nil)}))
		Expect(p.Events.Events).To(Receive(And(ContainSubstring("FluxRemoved"), ContainSubstring("it came only for the operator's baseline"))))

		By("nothing comes back, until the baseline does")
		reconcile(ctx)
		Expect(p.Names(ctx)).To(BeEmpty())
		operator(configv1alpha1.BaselinePresent)
		reconcile(ctx)
		Expect(p.Names(ctx)).To(ConsistOf(crds, controllers, config, baseline))
		Expect(p.RecordedState(ctx).ForBaseline).To(BeTrue())
	})

	DescribeTable("keeps it if the shoot has an object of somebody else",
		func(ctx SpecContext, before func(context.Context)) {
			before(ctx)
			Expect(shoot.Create(ctx, kustomization())).To(Succeed())
			reconcile(ctx)
			staysWhole(ctx)
			found := kustomization()
			Expect(shoot.Get(ctx, client.ObjectKeyFromObject(found), found)).To(Succeed())
			Expect(found.Object["spec"]).To(Equal(map[string]any{"path": "./"}), "nobody suspends it")
			Expect(condition(ctx, "FluxConfigured")).To(And(HavePrefix("True NoRepository"), ContainSubstring("here it stays, because the shoot has objects of Flux: Kustomization team/apps. After they are deleted")))
			Expect(p.RecordedState(ctx).RemovingFlux).To(BeFalse())

			By("the object is deleted")
			Expect(shoot.Delete(ctx, found)).To(Succeed())
			reconcile(ctx)
			staysWhole(ctx)
			p.AddFinalizers(ctx)
			removeControllers(ctx)
		},
		Entry("before the removal", removeBaseline),
		Entry("that is created after the controllers are gone", func(ctx context.Context) {
			removeBaseline(ctx)
			removeControllers(ctx)
		}),
	)

	It("asks once more before it deletes the CustomResourceDefinitions", func(ctx SpecContext) {
		removeBaseline(ctx)
		removeControllers(ctx)
		whole, ok := shoot.Client.(client.WithWatch)
		Expect(ok).To(BeTrue())
		created := false
		shoot.Client = interceptor.NewClient(whole, interceptor.Funcs{List: func(ctx context.Context, c client.WithWatch, list client.ObjectList, opts ...client.ListOption) error {
			if kind := list.GetObjectKind().GroupVersionKind(); !created && kind.Group == networkingv1.GroupName {
				created = true // The attempt looks for leftover controllers, after the decision.
				Expect(c.Create(ctx, kustomization())).To(Succeed())
			}
			return c.List(ctx, list, opts...)
		}})
		reconcile(ctx)
		Expect(created).To(BeTrue())
		Expect(deleting(ctx)).To(BeEmpty())
		Expect(isServed(ctx)).To(BeTrue())
		Expect(condition(ctx, "FluxInstalled")).To(HaveSuffix("waiting for another decision, because somebody has begun to use Flux"))
		reconcile(ctx)
		staysWhole(ctx)
	})

	It("delivers it again if the project is configured during the removal, and keeps it for good", func(ctx SpecContext) {
		removeBaseline(ctx)
		removeControllers(ctx)
		configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}, Data: map[string]string{"config.yaml": string(controllertest.FluxConfig(""))}}
		Expect(p.Garden.Create(ctx, configMap)).To(Succeed())
		reconcile(ctx)
		staysWhole(ctx)
		Expect([]bool{p.RecordedState(ctx).ForBaseline, p.RecordedState(ctx).RemovingFlux}).To(HaveEach(false))

		By("the configuration is deleted")
		Expect(p.Garden.Delete(ctx, configMap)).To(Succeed())
		for range 2 {
			reconcile(ctx)
			staysWhole(ctx)
		}
		Expect(condition(ctx, "FluxConfigured")).To(ContainSubstring("here it stays, because the extension has no record"))
	})

	It("delivers it again with the baseline", func(ctx SpecContext) {
		removeBaseline(ctx)
		removeControllers(ctx)
		operator(configv1alpha1.BaselinePresent)
		reconcile(ctx)
		Expect(p.Names(ctx)).To(ConsistOf(crds, controllers, config, baseline))
		Expect([]bool{p.RecordedState(ctx).ForBaseline, p.RecordedState(ctx).RemovingFlux}).To(Equal([]bool{true, false}))
	})

	It("waits for a shoot that does not answer", func(ctx SpecContext) {
		removeBaseline(ctx)
		shoot.down = true
		reconcile(ctx)
		Expect(deleting(ctx)).To(BeEmpty())
		Expect(condition(ctx, "FluxInstalled")).To(HaveSuffix("waiting for a check that nobody else needs Flux: the shoot's API server is down"))

		shoot.down = false
		removeControllers(ctx)
		shoot.down = true
		reconcile(ctx)
		Expect(p.Names(ctx)).To(ConsistOf(crds, config))
		Expect(deleting(ctx)).To(BeEmpty())
	})

	It("waits for the garden, which may have a configuration", func(ctx SpecContext) {
		removeBaseline(ctx)
		p.GardenUnavailable = true
		p.Actuator.Deliverer = extensiontest.NewDeliverer(p.Seed)
		Expect(p.Seed.Get(ctx, client.ObjectKeyFromObject(p.Ex), p.Ex)).To(Succeed())
		Expect(p.Actuator.Reconcile(ctx, logr.Discard(), p.Ex)).To(MatchError(ContainSubstring("the garden is down")))
		staysWhole(ctx)
	})

	It("ends with the Shoot", func(ctx SpecContext) {
		removeBaseline(ctx)
		p.DeleteShoot(ctx)
		reconcile(ctx)
		Expect(deleting(ctx)).To(BeEmpty())
	})

	It("continues on another seed", func(ctx SpecContext) {
		removeBaseline(ctx)
		removeControllers(ctx)
		state := p.RecordedState(ctx)
		Expect(p.Actuator.Migrate(ctx, logr.Discard(), p.Ex)).NotTo(Succeed())
		for _, resource := range p.Resources(ctx) {
			Expect(resource.Spec.KeepObjects).To(HaveValue(BeTrue()))
			p.RemoveFinalizers(ctx, resource.Name)
		}
		Expect(p.RecordedState(ctx)).To(Equal(state))
		Expect(isServed(ctx)).To(BeTrue())

		By("the other seed has the state, and no ManagedResources")
		for range 2 {
			reconcile(ctx)
		}
		Expect(p.Names(ctx)).To(BeEmpty())
		Expect(isServed(ctx)).To(BeFalse())
		Expect(p.RecordedState(ctx)).To(Equal(extensionstatus.State{Observed: extensionstatus.ObserveProject(nil)}))
	})
})
