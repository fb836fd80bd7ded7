// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"bytes"
	"context"
	"encoding/json"
	"io"

	"github.com/andybalholm/brotli"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/configuration"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

const (
	crdsName        = "extension-shoot-flux-crds"
	controllersName = "extension-shoot-flux-controllers"
	configName      = "extension-shoot-flux-config"
)

// onPaper is a shoot that was brought Flux with a configuration.
type onPaper struct {
	*world
	checker *HealthChecker
}

func onceWorld(config string) *onPaper {
	GinkgoHelper()
	w := newWorld(map[string]string{"config.yaml": string(fluxConfig(config))}, func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
		ex.Status.LastOperation = &gardencorev1beta1.LastOperation{State: gardencorev1beta1.LastOperationStateSucceeded}
	})
	return &onPaper{world: w, checker: &HealthChecker{Seed: w.seed, Live: w.seed, Deliverer: w.actuator.Deliverer}}
}

// reconcile does what an operation of gardenlet leads to.
func (p *onPaper) reconcile(ctx context.Context) {
	GinkgoHelper()
	Expect(p.seed.Get(ctx, client.ObjectKeyFromObject(p.ex), p.ex)).To(Succeed())
	Expect(p.actuator.Reconcile(ctx, logr.Discard(), p.ex)).To(Succeed())
}

func (p *onPaper) configure(ctx context.Context, config string) {
	GinkgoHelper()
	configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: "flux-config"}, Data: map[string]string{"config.yaml": string(fluxConfig(config))}}
	Expect(p.garden.Update(ctx, configMap)).To(Succeed())
}

// applied has gardener-resource-manager apply everything.
func (p *onPaper) applied(ctx context.Context) {
	GinkgoHelper()
	for _, resource := range p.resources(ctx) {
		resource.Status.ObservedGeneration = resource.Generation
		resource.Status.Conditions = []gardencorev1beta1.Condition{{Type: resourcesv1alpha1.ResourcesApplied, Status: gardencorev1beta1.ConditionTrue}}
		Expect(p.seed.Update(ctx, &resource)).To(Succeed())
	}
}

// arrived is what is seen in the shoot when all of it is there.
func arrived() health.ShootObservation {
	root := &kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Annotations: map[string]string{resourcesv1alpha1.KeepObject: "true"}}}
	return health.ShootObservation{Source: &health.Source{Kept: true}, Kustomization: root}
}

// settle looks at the shoot.
func (p *onPaper) settle(ctx context.Context, seen health.ShootObservation) {
	GinkgoHelper()
	Expect(p.seed.Get(ctx, client.ObjectKeyFromObject(p.ex), p.ex)).To(Succeed())
	noted := p.noted(ctx)
	state, err := p.actuator.Deliverer.State(ctx, technicalID)
	Expect(err).NotTo(HaveOccurred())
	_, err = p.checker.settle(ctx, p.ex, noted, state, health.Observation{Sync: syncOf(noted), Shoot: seen})
	Expect(err).NotTo(HaveOccurred())
}

func (p *onPaper) noted(ctx context.Context) configuration.Delivered {
	GinkgoHelper()
	ex := &extensionsv1alpha1.Extension{}
	Expect(p.seed.Get(ctx, client.ObjectKeyFromObject(p.ex), ex)).To(Succeed())
	noted, err := readState(ex)
	Expect(err).NotTo(HaveOccurred())
	return noted
}

func (p *onPaper) names(ctx context.Context) []string {
	GinkgoHelper()
	var names []string
	for _, resource := range p.resources(ctx) {
		names = append(names, resource.Name)
	}
	return names
}

// holds returns the YAML of a ManagedResource.
func (p *onPaper) holds(ctx context.Context, name string) string {
	GinkgoHelper()
	resource, secret := &resourcesv1alpha1.ManagedResource{}, &corev1.Secret{}
	Expect(p.seed.Get(ctx, client.ObjectKey{Namespace: technicalID, Name: name}, resource)).To(Succeed())
	Expect(p.seed.Get(ctx, client.ObjectKey{Namespace: technicalID, Name: resource.Spec.SecretRefs[0].Name}, secret)).To(Succeed())
	yaml, err := io.ReadAll(brotli.NewReader(bytes.NewReader(secret.Data[resourcesv1alpha1.CompressedDataKey])))
	Expect(err).NotTo(HaveOccurred())
	return string(yaml)
}

func (p *onPaper) told(ctx context.Context) string {
	GinkgoHelper()
	ex := &extensionsv1alpha1.Extension{}
	Expect(p.seed.Get(ctx, client.ObjectKeyFromObject(p.ex), ex)).To(Succeed())
	condition := v1beta1helper.GetCondition(ex.Status.Conditions, "FluxConfigured")
	Expect(condition).NotTo(BeNil())
	return string(condition.Status) + " " + condition.Reason + " " + condition.Message
}

var _ = Describe("BootstrapOnce", func() {
	const (
		managed     = "source: {template: {spec: {url: 'ssh://git@github.com/o/r'}}}"
		once        = managed + "\nmode: BootstrapOnce"
		reconcileOf = "kustomize.toolkit.fluxcd.io/reconcile: disabled"
	)
	bootstrapped := func(ctx context.Context, config string) *onPaper {
		p := onceWorld(config)
		p.reconcile(ctx)
		p.applied(ctx)
		p.settle(ctx, arrived())
		Expect(p.noted(ctx).Bootstrapped).To(BeTrue())
		return p
	}

	It("brings everything once, and leaves Flux, source and root alone when all of it has arrived", func(ctx SpecContext) {
		p := onceWorld(once)
		p.reconcile(ctx)
		Expect(p.names(ctx)).To(ConsistOf(crdsName, controllersName, configName))
		for _, name := range p.names(ctx) {
			Expect(p.holds(ctx, name)).NotTo(ContainSubstring(reconcileOf), "Git may manage Flux afterwards: "+name)
		}
		Expect(p.noted(ctx).Bootstrapping).To(Equal(configuration.BootstrappingNew))
		Expect(p.told(ctx)).To(ContainSubstring("With mode BootstrapOnce, that is left alone as soon as it is in the shoot"))

		p.settle(ctx, arrived())
		Expect(p.noted(ctx).Bootstrapped).To(BeFalse(), "gardener-resource-manager has not applied it")

		p.applied(ctx)
		p.settle(ctx, arrived())
		Expect(p.noted(ctx).Bootstrapped).To(BeTrue())
		Expect(p.noted(ctx).Bootstrapping).To(BeEmpty())
		Expect(p.names(ctx)).To(ConsistOf(configName))
		Expect(p.holds(ctx, configName)).To(And(ContainSubstring("kind: Secret"), ContainSubstring("name: shoot-info"), Not(ContainSubstring("kind: GitRepository")), Not(ContainSubstring("kind: Kustomization"))))

		By("no later operation, on whichever seed, installs anything again")
		p.reconcile(ctx)
		Expect(p.names(ctx)).To(ConsistOf(configName))
		Expect(p.holds(ctx, configName)).To(And(ContainSubstring("kind: Secret"), ContainSubstring("kind: Namespace"), Not(ContainSubstring("kind: GitRepository"))))
		Expect(p.told(ctx)).To(And(HavePrefix("True Bootstrapped"), ContainSubstring("with deploy key SHA256:")))
		Expect(p.actuator.Migrate(ctx, logr.Discard(), p.ex)).To(Succeed())
		Expect(p.names(ctx)).To(BeEmpty())
		Expect(p.actuator.Restore(ctx, logr.Discard(), p.ex)).To(Succeed())
		Expect(p.names(ctx)).To(ConsistOf(configName))
	})

	DescribeTable("does not let go of what would be deleted then",
		func(ctx SpecContext, change func(*health.ShootObservation)) {
			p := onceWorld(once)
			p.reconcile(ctx)
			p.applied(ctx)
			seen := arrived()
			change(&seen)
			p.settle(ctx, seen)
			Expect(p.noted(ctx).Bootstrapped).To(BeFalse())
			Expect(p.holds(ctx, configName)).To(And(ContainSubstring("kind: GitRepository"), ContainSubstring("kind: Kustomization")))
			Expect(p.names(ctx)).To(HaveLen(3))
		},
		Entry("a root without the mark, with which all that it has brought would go", func(seen *health.ShootObservation) { seen.Kustomization.Annotations = nil }),
		Entry("a source without the mark", func(seen *health.ShootObservation) { seen.Source.Kept = false }),
		Entry("a root that was not seen", func(seen *health.ShootObservation) { seen.Kustomization = nil }),
	)

	It("goes on where it was cut short after it was noted", func(ctx SpecContext) {
		p := onceWorld(once)
		p.reconcile(ctx)
		p.applied(ctx)
		noted := p.noted(ctx)
		noted.Bootstrapped, noted.Bootstrapping = true, ""
		Expect(p.seed.Get(ctx, client.ObjectKeyFromObject(p.ex), p.ex)).To(Succeed())
		Expect(p.checker.note(ctx, p.ex, noted)).To(Succeed())
		p.settle(ctx, health.ShootObservation{})
		Expect(p.names(ctx)).To(ConsistOf(configName))
		Expect(p.holds(ctx, configName)).NotTo(ContainSubstring("kind: Kustomization"))
	})

	It("releases with keepObjects what gardener-resource-manager would delete otherwise", func(ctx SpecContext) {
		p := onceWorld(once)
		p.reconcile(ctx)
		p.applied(ctx)
		p.world.hold(ctx)
		p.settle(ctx, arrived())
		for _, resource := range p.resources(ctx) {
			if resource.Name != configName {
				Expect(resource.DeletionTimestamp).NotTo(BeNil())
				Expect(resource.Spec.KeepObjects).To(HaveValue(BeTrue()), resource.Name)
			}
		}
	})

	It("leaves a managed Flux as it is, in its version, when the mode changes", func(ctx SpecContext) {
		p := onceWorld(managed + "\nflux: {version: v2.8}")
		p.reconcile(ctx)
		before := p.noted(ctx).Version
		Expect(p.holds(ctx, controllersName)).To(ContainSubstring(reconcileOf))

		p.configure(ctx, once)
		p.reconcile(ctx)
		Expect(p.noted(ctx).Version).To(Equal(before), "the change of the mode updates nothing")
		Expect(p.holds(ctx, controllersName)).To(And(ContainSubstring("app.kubernetes.io/version: "+before), Not(ContainSubstring(reconcileOf))))
		Expect(p.holds(ctx, crdsName)).NotTo(ContainSubstring(reconcileOf))
		p.applied(ctx)
		p.settle(ctx, arrived())
		Expect(p.names(ctx)).To(ConsistOf(configName))
		Expect(p.noted(ctx).Version).To(Equal(before))
	})

	DescribeTable("touches nothing of a Flux that is in the shoot already",
		func(ctx SpecContext, state *configuration.Delivered) {
			p := onceWorld(once)
			if state != nil {
				p.ex.Status.State = &runtime.RawExtension{Raw: must(json.Marshal(state))}
				Expect(p.seed.Status().Update(ctx, p.ex)).To(Succeed())
			}
			controller := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller", Labels: map[string]string{
				"app.kubernetes.io/part-of": "flux", "app.kubernetes.io/version": "v2.99.0", "kustomize.toolkit.fluxcd.io/name": "flux-system"}}}
			found := newShootFound(false, kustomizationKind(), controller,
				&kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}, Spec: kustomizev1.KustomizationSpec{Path: "./a"}})
			p.actuator.Shoots = found
			p.reconcile(ctx)
			Expect(p.names(ctx)).To(ConsistOf(configName))
			Expect(p.holds(ctx, configName)).NotTo(ContainSubstring("kind: Kustomization"))
			Expect(p.noted(ctx).Bootstrapped).To(BeTrue())
			Expect(found.client.Get(ctx, client.ObjectKeyFromObject(controller), controller)).To(Succeed())
			Expect(controller.Annotations).To(BeEmpty())
		},
		Entry("somebody's own, newer than what the extension carries; or the extension's, of which the state is lost", nil),
		Entry("the extension's, of a control plane that has moved while the mode changed", &configuration.Delivered{Flux: true, Version: "v2.9.3"}),
	)

	It("brings Flux where it was only noted that it would be", func(ctx SpecContext) {
		p := onceWorld(once)
		p.ex.Status.State = &runtime.RawExtension{Raw: must(json.Marshal(configuration.Delivered{Flux: true, Version: "v2.9.3"}))}
		Expect(p.seed.Status().Update(ctx, p.ex)).To(Succeed())
		p.reconcile(ctx)
		Expect(p.names(ctx)).To(HaveLen(3))
	})

	It("keeps the key with which the source in the shoot is read, whatever source is configured later", func(ctx SpecContext) {
		p := bootstrapped(ctx, once)
		p.configure(ctx, "source: {template: {spec: {url: 'https://git.example.com/other'}}}\nmode: BootstrapOnce")
		p.reconcile(ctx)
		Expect(p.holds(ctx, configName)).To(And(ContainSubstring("identity.pub:"), ContainSubstring("known_hosts:")), "without it, the source in the shoot would fail")
		Expect(p.told(ctx)).To(ContainSubstring("The configured source https://git.example.com/other has no effect, because the shoot was bootstrapped with ssh://git@github.com/o/r"))
		Expect(p.noted(ctx).DeployKey).To(BeTrue())
	})

	It("keeps the keys of the host as well that only the configuration before knew, and takes new ones of it", func(ctx SpecContext) {
		line := func(key string) string { return "git.example.com ssh-ed25519 " + key }
		first, second := line("AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"), line("AAAAC3NzaC1lZDI1NTE5AAAAIAfuCHKVTjquxvt6CM6tdG4SLp1Btn/nOeHHE5UOzRdf")
		own := func(hosts string) string {
			return "source: {template: {spec: {url: 'ssh://git@git.example.com/o/r'}}, knownHosts: '" + hosts + "'}\nmode: BootstrapOnce"
		}
		p := bootstrapped(ctx, own(first))
		p.configure(ctx, own(second))
		p.reconcile(ctx)
		Expect(p.noted(ctx).KnownHosts).To(ContainSubstring(second))
		p.configure(ctx, "source: {template: {spec: {url: 'https://git.example.com/other'}}}\nmode: BootstrapOnce")
		p.reconcile(ctx)
		Expect(p.told(ctx)).To(HavePrefix("True Bootstrapped"))
		Expect(p.noted(ctx).KnownHosts).To(ContainSubstring(second))
	})

	It("goes on although the extension carries the configured version no more, unless the version is to matter again", func(ctx SpecContext) {
		p := bootstrapped(ctx, once)
		p.configure(ctx, once+"\nflux: {version: v2.1}")
		p.reconcile(ctx)
		Expect(p.told(ctx)).To(HavePrefix("True Bootstrapped"))
		p.configure(ctx, managed+"\nflux: {version: v2.1}")
		p.reconcile(ctx)
		Expect(p.told(ctx)).To(HavePrefix("False InvalidConfiguration"))
		Expect(p.names(ctx)).To(ConsistOf(configName))
	})

	It("leaves everything as it is with a mistake in the configuration", func(ctx SpecContext) {
		p := bootstrapped(ctx, once)
		before := p.holds(ctx, configName)
		p.configure(ctx, once+"\nflux: {concurency: 3}")
		p.reconcile(ctx)
		Expect(p.told(ctx)).To(HavePrefix("False InvalidConfiguration"))
		Expect(p.holds(ctx, configName)).To(Equal(before))
		Expect(p.names(ctx)).To(ConsistOf(configName))
	})

	It("delivers everything again when the mode is Managed, after a look that adopts what was changed meanwhile", func(ctx SpecContext) {
		p := bootstrapped(ctx, once)
		p.actuator.Shoots = newShootFound(false, kustomizationKind(), &kustomizev1.Kustomization{
			ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}, Spec: kustomizev1.KustomizationSpec{Path: "./moved", Suspend: true}})
		p.configure(ctx, managed)
		p.reconcile(ctx)
		Expect(p.names(ctx)).To(HaveLen(3))
		Expect(p.holds(ctx, configName)).To(And(ContainSubstring("path: ./moved"), ContainSubstring("suspend: true")), "another path would prune what this one has brought")
		Expect(p.noted(ctx).Bootstrapped).To(BeFalse())
		Expect(p.noted(ctx).Bootstrap).To(BeZero())
	})

	It("does not manage again what gardener-resource-manager has not let go of yet, which would delete it then", func(ctx SpecContext) {
		p := onceWorld(once)
		p.reconcile(ctx)
		p.applied(ctx)
		p.world.hold(ctx)
		p.settle(ctx, arrived())
		p.configure(ctx, managed)
		// What is found in the shoot has to be found by the next attempt as well.
		p.actuator.Shoots = newShootFound(false, kustomizationKind(), &kustomizev1.Kustomization{
			ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}, Spec: kustomizev1.KustomizationSpec{Path: "./moved", Suspend: true}})
		for range 2 {
			Expect(p.seed.Get(ctx, client.ObjectKeyFromObject(p.ex), p.ex)).To(Succeed())
			err := p.actuator.Reconcile(ctx, logr.Discard(), p.ex)
			Expect(err).To(BeAssignableToTypeOf(&reconcilerutils.RequeueAfterError{}))
			Expect(err).To(MatchError(ContainSubstring("has not released it yet")))
			for _, resource := range p.resources(ctx) {
				Expect(resource.Spec.KeepObjects).To(HaveValue(Equal(resource.Name != configName)), resource.Name)
			}
			Expect(p.noted(ctx).Bootstrapped).To(BeTrue(), "the next attempt has to look at the shoot")
			Expect(p.holds(ctx, configName)).NotTo(ContainSubstring("kind: Kustomization"))
		}
		p.gone(ctx, crdsName)
		p.gone(ctx, controllersName)
		p.reconcile(ctx)
		Expect(p.names(ctx)).To(HaveLen(3))
		Expect(p.holds(ctx, configName)).To(And(ContainSubstring("path: ./moved"), ContainSubstring("suspend: true")))
	})

	It("keeps its credentials up although no source is configured any more", func(ctx SpecContext) {
		p := bootstrapped(ctx, once)
		p.configure(ctx, "flux: {logLevel: debug}\nmode: BootstrapOnce")
		p.reconcile(ctx)
		Expect(p.told(ctx)).To(And(HavePrefix("True Bootstrapped"), ContainSubstring("with deploy key SHA256:")))
		Expect(p.holds(ctx, configName)).To(And(ContainSubstring("identity.pub:"), ContainSubstring("known_hosts:")))
		Expect(p.noted(ctx).KeySecret).To(Equal("flux-system/flux-system"))

		By("a new key arrives")
		before := p.holds(ctx, configName)
		Expect(p.garden.Delete(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: fluxv1alpha1.DeployKeySecretName}})).To(Succeed())
		p.reconcile(ctx)
		Expect(p.holds(ctx, configName)).To(And(ContainSubstring("identity.pub:"), Not(Equal(before))))

		By("managed, it is missing")
		p.configure(ctx, "flux: {logLevel: debug}")
		p.reconcile(ctx)
		Expect(p.told(ctx)).To(HavePrefix("False ConfigurationMissing"))
		Expect(p.holds(ctx, configName)).To(ContainSubstring("identity.pub:"))
	})

	DescribeTable("lets go of nothing that somebody has asked to manage since the shoot was looked at",
		func(ctx SpecContext, halfway bool) {
			p := onceWorld(once)
			p.reconcile(ctx)
			p.applied(ctx)
			if halfway {
				noted := p.noted(ctx)
				noted.Bootstrapped, noted.Bootstrapping = true, ""
				Expect(p.seed.Get(ctx, client.ObjectKeyFromObject(p.ex), p.ex)).To(Succeed())
				Expect(p.checker.note(ctx, p.ex, noted)).To(Succeed())
			}
			Expect(p.seed.Get(ctx, client.ObjectKeyFromObject(p.ex), p.ex)).To(Succeed())
			seen, noted := p.ex.DeepCopy(), p.noted(ctx)
			state, err := p.actuator.Deliverer.State(ctx, technicalID)
			Expect(err).NotTo(HaveOccurred())

			p.configure(ctx, managed)
			p.reconcile(ctx)
			_, err = p.checker.settle(ctx, seen, noted, state, health.Observation{Sync: syncOf(noted), Shoot: arrived()})
			Expect(err).NotTo(HaveOccurred())
			Expect(p.noted(ctx).Bootstrapped).To(BeFalse())
			Expect(p.names(ctx)).To(HaveLen(3))
			Expect(p.holds(ctx, configName)).To(And(ContainSubstring("kind: GitRepository"), ContainSubstring("kind: Kustomization")))
			for _, resource := range p.resources(ctx) {
				Expect(resource.Spec.KeepObjects).To(HaveValue(BeFalse()), resource.Name)
			}
		},
		Entry("the first time", false),
		Entry("when it goes on where it was cut short", true),
	)

	It("refuses to manage again a Flux that somebody has made newer than what would be delivered", func(ctx SpecContext) {
		p := bootstrapped(ctx, once)
		p.actuator.Shoots = newShootFound(false, &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller", Labels: map[string]string{
			"app.kubernetes.io/part-of": "flux", "app.kubernetes.io/version": "v2.99.0"}}})
		p.configure(ctx, managed)
		p.reconcile(ctx)
		Expect(p.told(ctx)).To(And(HavePrefix("False InvalidConfiguration"), ContainSubstring("Flux v2.99.0 runs in the shoot (Deployment flux-system/source-controller) and is not downgraded")))
		Expect(p.names(ctx)).To(ConsistOf(configName))
		Expect(p.noted(ctx).Bootstrapped).To(BeTrue())
	})
})

var _ = Describe("Taking a Flux that was left alone out of a living shoot", func() {
	var (
		w     *world
		shoot *shootOnPaper
	)
	controller := func(fields ...metav1.ManagedFieldsEntry) *appsv1.Deployment {
		return &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "kustomize-controller", Annotations: broughtBy("controllers"), ManagedFields: fields}}
	}
	applied := metav1.ManagedFieldsEntry{Manager: "kustomize-controller", Operation: metav1.ManagedFieldsOperationApply, APIVersion: "apps/v1", FieldsType: "FieldsV1",
		FieldsV1: metav1.NewFieldsV1(`{"f:spec":{"f:replicas":{}}}`)}
	updated := applied
	updated.Manager, updated.Operation = "kubectl-client-side-apply", metav1.ManagedFieldsOperationUpdate
	bring := func(ctx context.Context, policy fluxv1alpha1.DeletionPolicy, objects ...client.Object) {
		GinkgoHelper()
		state := configuration.Delivered{Flux: true, Version: "v2.9.3", Sync: true, Bootstrapped: true, SourceKind: "GitRepository", DeletionPolicy: policy,
			Identity: configuration.Identity{Namespace: "flux-system", Source: "flux-system/flux-system", Root: "flux-system/flux-system"}}
		w = newWorld(nil, func(_ *gardencorev1beta1.Shoot, ex *extensionsv1alpha1.Extension) {
			ex.Status.State = &runtime.RawExtension{Raw: must(json.Marshal(state))}
		})
		shoot = newShootOnPaper(objects...)
		w.actuator.Shoots, w.gardenDown = shoot, true
		config := &resourcesv1alpha1.ManagedResource{ObjectMeta: metav1.ObjectMeta{Namespace: technicalID, Name: configName, Finalizers: []string{"resources.gardener.cloud/gardener-resource-manager"}}}
		Expect(w.seed.Create(ctx, config)).To(Succeed())
	}
	waiting := func(ctx context.Context) string {
		GinkgoHelper()
		err := w.actuator.Delete(ctx, logr.Discard(), w.ex)
		Expect(err).To(HaveOccurred())
		return err.Error()
	}
	isThere := func(ctx context.Context, object client.Object) bool {
		GinkgoHelper()
		err := shoot.Get(ctx, client.ObjectKeyFromObject(object), object)
		Expect(client.IgnoreNotFound(err)).To(Succeed())
		return err == nil && object.GetDeletionTimestamp() == nil
	}

	It("Orphan: finds by its origin what the extension has brought, and leaves what it has not", func(ctx SpecContext) {
		ours, users := controller(), &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-watcher"}}
		bring(ctx, "Orphan", ours, users)
		Expect(waiting(ctx)).To(ContainSubstring("suspended just now"))
		Expect(waiting(ctx)).To(HaveSuffix("Deployment flux-system/kustomize-controller to be gone from the shoot"))
		Expect(isThere(ctx, ours)).To(BeFalse())
		Expect(isThere(ctx, users)).To(BeTrue())
		Expect(waiting(ctx)).To(ContainSubstring(configName))
	})

	DescribeTable("keeps everything if somebody else applies Flux by now, credentials included",
		func(ctx SpecContext, policy fluxv1alpha1.DeletionPolicy, by metav1.ManagedFieldsEntry) {
			ours, key := controller(by), &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system", Annotations: broughtBy("config")}}
			bring(ctx, policy, ours, key)
			Expect(waiting(ctx)).To(ContainSubstring("has not released it yet"))
			resource := w.resources(ctx)[0]
			Expect(resource.Spec.KeepObjects).To(HaveValue(BeTrue()))
			w.gone(ctx, configName)
			Expect(w.actuator.Delete(ctx, logr.Discard(), w.ex)).To(Succeed())
			Expect(w.events.Events).To(Receive(And(ContainSubstring("FluxKept"), ContainSubstring(by.Manager+" applies Deployment flux-system/kustomize-controller"))))
			Expect(isThere(ctx, ours)).To(BeTrue())
			Expect(isThere(ctx, key)).To(BeTrue())
			Expect(shoot.isSuspended(ctx)).To(BeFalse())
		},
		Entry("Orphan", fluxv1alpha1.DeletionPolicyOrphan, applied),
		Entry("Prune", fluxv1alpha1.DeletionPolicyPrune, applied),
		Entry("Orphan, and somebody applies on the client", fluxv1alpha1.DeletionPolicyOrphan, updated),
		Entry("Prune, and somebody applies on the client", fluxv1alpha1.DeletionPolicyPrune, updated),
	)

	It("Orphan: keeps what somebody has made another version of, however he did that", func(ctx SpecContext) {
		ours := controller()
		ours.Labels = map[string]string{"app.kubernetes.io/version": "v2.10.0"}
		bring(ctx, "Orphan", ours)
		Expect(waiting(ctx)).To(ContainSubstring("has not released it yet"))
		w.gone(ctx, configName)
		Expect(w.actuator.Delete(ctx, logr.Discard(), w.ex)).To(Succeed())
		Expect(w.events.Events).To(Receive(And(ContainSubstring("FluxKept"), ContainSubstring("Deployment flux-system/kustomize-controller is of Flux v2.10.0, and not of v2.9.3"))))
		Expect(isThere(ctx, ours)).To(BeTrue())
	})

	It("Prune: does not delete a root that somebody has put in the place of ours, which would prune what is his", func(ctx SpecContext) {
		bring(ctx, "Prune", controller())
		Expect(waiting(ctx)).To(ContainSubstring("suspended just now"))
		Expect(shoot.root(ctx).GetDeletionTimestamp()).To(BeNil())
	})

	It("Prune: deletes our root, and waits for Flux", func(ctx SpecContext) {
		bring(ctx, "Prune", controller())
		root := shoot.root(ctx)
		root.SetAnnotations(broughtBy("config"))
		Expect(shoot.Update(ctx, root)).To(Succeed())
		for range 2 {
			Expect(waiting(ctx)).To(HaveSuffix("waiting for Flux to delete what came with Kustomization flux-system/flux-system"))
		}
		Expect(shoot.root(ctx).GetDeletionTimestamp()).NotTo(BeNil())
		Expect(shoot.isSuspended(ctx)).To(BeFalse())
	})
})
