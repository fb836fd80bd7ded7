// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

var _ = Describe("BootstrapOnce", func() {
	const (
		managed     = "source: {template: {spec: {url: 'ssh://git@github.com/o/r'}}}"
		once        = managed + "\nmode: BootstrapOnce"
		reconcileOf = "kustomize.toolkit.fluxcd.io/reconcile: disabled"
	)
	fromSource := kustomizev1.CrossNamespaceSourceReference{Kind: "GitRepository", Name: "flux-system"}
	bootstrapped := func(ctx context.Context, config string) *checked {
		p := onceChecked(config)
		p.Reconcile(ctx)
		p.ApplyAll(ctx)
		p.finishBootstrap(ctx, installed())
		Expect(p.RecordedState(ctx).Bootstrapped).To(BeTrue())
		return p
	}

	It("installs everything once, and stops managing Flux, source and root when all of it is installed", func(ctx SpecContext) {
		p := onceChecked(once)
		p.Reconcile(ctx)
		Expect(p.Names(ctx)).To(ConsistOf(controllertest.CrdsName, controllertest.ControllersName, controllertest.ConfigName))
		for _, name := range p.Names(ctx) {
			Expect(p.Manifests(ctx, name)).NotTo(ContainSubstring(reconcileOf), "Git may manage Flux afterwards: "+name)
		}
		Expect(p.RecordedState(ctx).Bootstrapping).To(Equal(extensionstatus.BootstrappingNew))
		Expect(p.ConfiguredCondition(ctx)).To(ContainSubstring("With mode BootstrapOnce, the extension stops managing them after their installation"))

		p.finishBootstrap(ctx, installed())
		Expect(p.RecordedState(ctx).Bootstrapped).To(BeFalse(), "gardener-resource-manager has not applied it")

		p.ApplyAll(ctx)
		p.finishBootstrap(ctx, installed())
		Expect(p.RecordedState(ctx).Bootstrapped).To(BeTrue())
		Expect(p.RecordedState(ctx).Bootstrapping).To(BeEmpty())
		Expect(p.Names(ctx)).To(ConsistOf(controllertest.ConfigName))
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(And(ContainSubstring("kind: Secret"), ContainSubstring("name: shoot-info"), Not(ContainSubstring("kind: GitRepository")), Not(ContainSubstring("kind: Kustomization"))))

		By("later operations install nothing, on any seed")
		p.Reconcile(ctx)
		Expect(p.Names(ctx)).To(ConsistOf(controllertest.ConfigName))
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(And(ContainSubstring("kind: Secret"), ContainSubstring("kind: Namespace"), Not(ContainSubstring("kind: GitRepository"))))
		Expect(p.ConfiguredCondition(ctx)).To(And(HavePrefix("True Bootstrapped"), ContainSubstring("with deploy key SHA256:")))
		Expect(p.Actuator.Migrate(ctx, logr.Discard(), p.Ex)).To(Succeed())
		Expect(p.Names(ctx)).To(BeEmpty())
		Expect(p.Actuator.Restore(ctx, logr.Discard(), p.Ex)).To(Succeed())
		Expect(p.Names(ctx)).To(ConsistOf(controllertest.ConfigName))
	})

	DescribeTable("does not release objects that would then be deleted",
		func(ctx SpecContext, change func(*observe.Shoot)) {
			p := onceChecked(once)
			p.Reconcile(ctx)
			p.ApplyAll(ctx)
			observed := installed()
			change(&observed)
			p.finishBootstrap(ctx, observed)
			Expect(p.RecordedState(ctx).Bootstrapped).To(BeFalse())
			Expect(p.Manifests(ctx, controllertest.ConfigName)).To(And(ContainSubstring("kind: GitRepository"), ContainSubstring("kind: Kustomization")))
			Expect(p.Names(ctx)).To(HaveLen(3))
		},
		Entry("root Kustomization without the keep annotation", func(observed *observe.Shoot) { observed.Kustomization.Annotations = nil }),
		Entry("source without the keep annotation", func(observed *observe.Shoot) { observed.Source.Kept = false }),
		Entry("root Kustomization not found", func(observed *observe.Shoot) { observed.Kustomization = nil }),
	)

	It("continues after an interruption that followed the record", func(ctx SpecContext) {
		p := onceChecked(once)
		p.Reconcile(ctx)
		p.ApplyAll(ctx)
		recorded := p.RecordedState(ctx)
		recorded.Bootstrapped, recorded.Bootstrapping = true, ""
		Expect(p.Seed.Get(ctx, client.ObjectKeyFromObject(p.Ex), p.Ex)).To(Succeed())
		Expect(p.checker.Conditions.ReplaceState(ctx, p.Ex, recorded)).To(Succeed())
		p.finishBootstrap(ctx, observe.Shoot{})
		Expect(p.Names(ctx)).To(ConsistOf(controllertest.ConfigName))
		Expect(p.Manifests(ctx, controllertest.ConfigName)).NotTo(ContainSubstring("kind: Kustomization"))
	})

	It("deletes the released ManagedResources with keepObjects", func(ctx SpecContext) {
		p := onceChecked(once)
		p.Reconcile(ctx)
		p.ApplyAll(ctx)
		p.ActuatorFixture.AddFinalizers(ctx)
		p.finishBootstrap(ctx, installed())
		for _, resource := range p.Resources(ctx) {
			if resource.Name != controllertest.ConfigName {
				Expect(resource.DeletionTimestamp).NotTo(BeNil())
				Expect(resource.Spec.KeepObjects).To(HaveValue(BeTrue()), resource.Name)
			}
		}
	})

	It("does not change a managed Flux when the mode changes", func(ctx SpecContext) {
		p := onceChecked(managed + "\nflux: {version: v2.8}")
		p.Reconcile(ctx)
		before := p.RecordedState(ctx).Version
		Expect(p.Manifests(ctx, controllertest.ControllersName)).To(ContainSubstring(reconcileOf))

		p.Configure(ctx, once)
		p.Reconcile(ctx)
		Expect(p.RecordedState(ctx).Version).To(Equal(before), "the change of the mode updates nothing")
		Expect(p.Manifests(ctx, controllertest.ControllersName)).To(And(ContainSubstring("app.kubernetes.io/version: "+before), Not(ContainSubstring(reconcileOf))))
		Expect(p.Manifests(ctx, controllertest.CrdsName)).NotTo(ContainSubstring(reconcileOf))
		p.ApplyAll(ctx)
		p.finishBootstrap(ctx, installed())
		Expect(p.Names(ctx)).To(ConsistOf(controllertest.ConfigName))
		Expect(p.RecordedState(ctx).Version).To(Equal(before))
	})

	DescribeTable("does not change an existing Flux in the shoot",
		func(ctx SpecContext, state *extensionstatus.State) {
			p := onceChecked(once)
			if state != nil {
				p.Ex.Status.State = &runtime.RawExtension{Raw: controllertest.Must(json.Marshal(state))}
				Expect(p.Seed.Status().Update(ctx, p.Ex)).To(Succeed())
			}
			controller := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller", Labels: map[string]string{
				"app.kubernetes.io/part-of": "flux", "app.kubernetes.io/version": "v2.99.0", "kustomize.toolkit.fluxcd.io/name": "flux-system"}}}
			found := controllertest.NewShootConnector(false, controllertest.KustomizationKind(), controller,
				&kustomizev1.Kustomization{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}, Spec: kustomizev1.KustomizationSpec{Path: "./a", SourceRef: fromSource}})
			p.Actuator.Shoots = found
			p.Reconcile(ctx)
			Expect(p.Names(ctx)).To(ConsistOf(controllertest.ConfigName))
			Expect(p.Manifests(ctx, controllertest.ConfigName)).NotTo(ContainSubstring("kind: Kustomization"))
			Expect(p.RecordedState(ctx).Bootstrapped).To(BeTrue())
			Expect(found.Client.Get(ctx, client.ObjectKeyFromObject(controller), controller)).To(Succeed())
			Expect(controller.Annotations).To(BeEmpty())
		},
		Entry("existing Flux without recorded state", nil),
		Entry("Flux of a control plane that was migrated while the mode changed", &extensionstatus.State{Flux: true, Version: "v2.9.3"}),
	)

	It("installs Flux if no delivery followed the record", func(ctx SpecContext) {
		p := onceChecked(once)
		p.Ex.Status.State = &runtime.RawExtension{Raw: controllertest.Must(json.Marshal(extensionstatus.State{Flux: true, Version: "v2.9.3"}))}
		Expect(p.Seed.Status().Update(ctx, p.Ex)).To(Succeed())
		p.Reconcile(ctx)
		Expect(p.Names(ctx)).To(HaveLen(3))
	})

	It("keeps the key of the source in the shoot when another source is configured", func(ctx SpecContext) {
		p := bootstrapped(ctx, once)
		p.Configure(ctx, "source: {template: {spec: {url: 'https://git.example.com/other'}}}\nmode: BootstrapOnce")
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(And(ContainSubstring("identity.pub:"), ContainSubstring("known_hosts:")), "without it, the source in the shoot would fail")
		Expect(p.ConfiguredCondition(ctx)).To(ContainSubstring("The configured source https://git.example.com/other has no effect, because the shoot was bootstrapped with ssh://git@github.com/o/r"))
		Expect(p.RecordedState(ctx).DeployKey).To(BeTrue())
	})

	It("keeps known host keys of the previous configuration, and adds new ones", func(ctx SpecContext) {
		line := func(key string) string { return "git.example.com ssh-ed25519 " + key }
		first, second := line("AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl"), line("AAAAC3NzaC1lZDI1NTE5AAAAIAfuCHKVTjquxvt6CM6tdG4SLp1Btn/nOeHHE5UOzRdf")
		own := func(hosts string) string {
			return "source: {template: {spec: {url: 'ssh://git@git.example.com/o/r'}}, knownHosts: '" + hosts + "'}\nmode: BootstrapOnce"
		}
		p := bootstrapped(ctx, own(first))
		p.Configure(ctx, own(second))
		p.Reconcile(ctx)
		Expect(p.RecordedState(ctx).KnownHosts).To(ContainSubstring(second))
		p.Configure(ctx, "source: {template: {spec: {url: 'https://git.example.com/other'}}}\nmode: BootstrapOnce")
		p.Reconcile(ctx)
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("True Bootstrapped"))
		Expect(p.RecordedState(ctx).KnownHosts).To(ContainSubstring(second))
	})

	It("tolerates a configured version that is no longer carried, unless the mode changes to Managed", func(ctx SpecContext) {
		p := bootstrapped(ctx, once)
		p.Configure(ctx, once+"\nflux: {version: v2.1}")
		p.Reconcile(ctx)
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("True Bootstrapped"))
		p.Configure(ctx, managed+"\nflux: {version: v2.1}")
		p.Reconcile(ctx)
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("False InvalidConfiguration"))
		Expect(p.Names(ctx)).To(ConsistOf(controllertest.ConfigName))
	})

	It("changes nothing if the configuration has an error", func(ctx SpecContext) {
		p := bootstrapped(ctx, once)
		before := p.Manifests(ctx, controllertest.ConfigName)
		p.Configure(ctx, once+"\nflux: {concurency: 3}")
		p.Reconcile(ctx)
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("False InvalidConfiguration"))
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(Equal(before))
		Expect(p.Names(ctx)).To(ConsistOf(controllertest.ConfigName))
	})

	It("delivers everything again if the mode changes to Managed, after a migration and adoption", func(ctx SpecContext) {
		p := bootstrapped(ctx, once)
		p.Actuator.Shoots = controllertest.NewShootConnector(false, controllertest.KustomizationKind(), &kustomizev1.Kustomization{
			ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}, Spec: kustomizev1.KustomizationSpec{Path: "./moved", Suspend: true, SourceRef: fromSource}})
		p.Configure(ctx, managed)
		p.Reconcile(ctx)
		Expect(p.Names(ctx)).To(HaveLen(3))
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(And(ContainSubstring("path: ./moved"), ContainSubstring("suspend: true")), "another path would prune what this one has applied")
		Expect(p.RecordedState(ctx).Bootstrapped).To(BeFalse())
		Expect(p.RecordedState(ctx).Bootstrap).To(BeZero())
	})

	It("does not manage objects that are not yet released, because gardener-resource-manager would delete them", func(ctx SpecContext) {
		p := onceChecked(once)
		p.Reconcile(ctx)
		p.ApplyAll(ctx)
		p.ActuatorFixture.AddFinalizers(ctx)
		p.finishBootstrap(ctx, installed())
		p.Configure(ctx, managed)
		// What is found in the shoot has to be found by the next attempt as well.
		p.Actuator.Shoots = controllertest.NewShootConnector(false, controllertest.KustomizationKind(), &kustomizev1.Kustomization{
			ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "flux-system"}, Spec: kustomizev1.KustomizationSpec{Path: "./moved", Suspend: true, SourceRef: fromSource}})
		for range 2 {
			Expect(p.Seed.Get(ctx, client.ObjectKeyFromObject(p.Ex), p.Ex)).To(Succeed())
			err := p.Actuator.Reconcile(ctx, logr.Discard(), p.Ex)
			Expect(err).To(BeAssignableToTypeOf(&reconcilerutils.RequeueAfterError{}))
			Expect(err).To(MatchError(ContainSubstring("has not finished yet")))
			for _, resource := range p.Resources(ctx) {
				Expect(resource.Spec.KeepObjects).To(HaveValue(Equal(resource.Name != controllertest.ConfigName)), resource.Name)
			}
			Expect(p.RecordedState(ctx).Bootstrapped).To(BeTrue(), "the next attempt has to read the shoot")
			Expect(p.Manifests(ctx, controllertest.ConfigName)).NotTo(ContainSubstring("kind: Kustomization"))
		}
		p.RemoveFinalizers(ctx, controllertest.CrdsName)
		p.RemoveFinalizers(ctx, controllertest.ControllersName)
		p.Reconcile(ctx)
		Expect(p.Names(ctx)).To(HaveLen(3))
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(And(ContainSubstring("path: ./moved"), ContainSubstring("suspend: true")))
	})

	It("keeps credentials current without a configured source", func(ctx SpecContext) {
		p := bootstrapped(ctx, once)
		p.Configure(ctx, "flux: {logLevel: debug}\nmode: BootstrapOnce")
		p.Reconcile(ctx)
		Expect(p.ConfiguredCondition(ctx)).To(And(HavePrefix("True Bootstrapped"), ContainSubstring("with deploy key SHA256:")))
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(And(ContainSubstring("identity.pub:"), ContainSubstring("known_hosts:")))
		Expect(p.RecordedState(ctx).KeySecret).To(Equal("flux-system/flux-system"))

		By("a new key is delivered")
		before := p.Manifests(ctx, controllertest.ConfigName)
		Expect(p.Garden.Delete(ctx, &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "garden-demo", Name: fluxv1alpha1.DeployKeySecretName}})).To(Succeed())
		p.Reconcile(ctx)
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(And(ContainSubstring("identity.pub:"), Not(Equal(before))))

		By("in mode Managed, the Secret is missing")
		p.Configure(ctx, "flux: {logLevel: debug}")
		p.Reconcile(ctx)
		Expect(p.ConfiguredCondition(ctx)).To(HavePrefix("False ConfigurationMissing"))
		Expect(p.Manifests(ctx, controllertest.ConfigName)).To(ContainSubstring("identity.pub:"))
	})

	DescribeTable("releases nothing if the mode changed to Managed after the shoot was read",
		func(ctx SpecContext, halfway bool) {
			p := onceChecked(once)
			p.Reconcile(ctx)
			p.ApplyAll(ctx)
			if halfway {
				recorded := p.RecordedState(ctx)
				recorded.Bootstrapped, recorded.Bootstrapping = true, ""
				Expect(p.Seed.Get(ctx, client.ObjectKeyFromObject(p.Ex), p.Ex)).To(Succeed())
				Expect(p.checker.Conditions.ReplaceState(ctx, p.Ex, recorded)).To(Succeed())
			}
			Expect(p.Seed.Get(ctx, client.ObjectKeyFromObject(p.Ex), p.Ex)).To(Succeed())
			observed, recorded := p.Ex.DeepCopy(), p.RecordedState(ctx)
			state, err := p.Actuator.Deliverer.State(ctx, controllertest.TechnicalID)
			Expect(err).NotTo(HaveOccurred())

			p.Configure(ctx, managed)
			p.Reconcile(ctx)
			_, err = p.checker.finishBootstrap(ctx, observed, recorded, state, health.Observation{Sync: syncOf(recorded), Shoot: installed()})
			Expect(err).NotTo(HaveOccurred())
			Expect(p.RecordedState(ctx).Bootstrapped).To(BeFalse())
			Expect(p.Names(ctx)).To(HaveLen(3))
			Expect(p.Manifests(ctx, controllertest.ConfigName)).To(And(ContainSubstring("kind: GitRepository"), ContainSubstring("kind: Kustomization")))
			for _, resource := range p.Resources(ctx) {
				Expect(resource.Spec.KeepObjects).To(HaveValue(BeFalse()), resource.Name)
			}
		},
		Entry("first release", false),
		Entry("release continued after an interruption", true),
	)

	It("refuses to manage a Flux that is newer than the configured version", func(ctx SpecContext) {
		p := bootstrapped(ctx, once)
		p.Actuator.Shoots = controllertest.NewShootConnector(false, &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: "flux-system", Name: "source-controller", Labels: map[string]string{
			"app.kubernetes.io/part-of": "flux", "app.kubernetes.io/version": "v2.99.0"}}})
		p.Configure(ctx, managed)
		p.Reconcile(ctx)
		Expect(p.ConfiguredCondition(ctx)).To(And(HavePrefix("False InvalidConfiguration"), ContainSubstring("Flux v2.99.0 runs in the shoot (Deployment flux-system/source-controller) and is not downgraded")))
		Expect(p.Names(ctx)).To(ConsistOf(controllertest.ConfigName))
		Expect(p.RecordedState(ctx).Bootstrapped).To(BeTrue())
	})
})
