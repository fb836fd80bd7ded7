// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"encoding/json"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

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
