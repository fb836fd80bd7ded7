// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

// bootstrapped creates a project and a Shoot that has the estate, in which Flux was brought once.
func bootstrapped(ctx context.Context, project, config string) shoot {
	GinkgoHelper()
	Expect(world.GitHost.CreateRepository(ctx, project, false)).To(Succeed())
	_, err := world.GitHost.Commit(ctx, project, "everything", estateFiles())
	Expect(err).NotTo(HaveOccurred())
	user := inGarden(ctx)
	user.project(project, map[string]string{"config.yaml": onceConfig(world.GitHost.SSHURL(project), config)})
	user.secret(project, "extra", corev1.SecretTypeOpaque, map[string]string{"value": "first"})
	s := user.shoot(project, "only", seedName, false, referring("extra"))
	Expect(world.GitHost.AddDeployKey(project, "flux", user.publicKey(project), true)).To(Succeed())
	s.succeeds()
	s.eventually("FluxInstalled", "True", "Bootstrapped", ContainSubstring("has not been managed since its bootstrap"))
	s.holdsOnly("extension-shoot-flux-config")
	s.pull()
	Eventually(ctx, func(g Gomega) { s.estate(g) }).Should(Succeed())
	return s
}

func onceConfig(url, config string) string {
	return fluxConfig(fmt.Sprintf("mode: BootstrapOnce\nsource:\n  template: {spec: {url: %q}}\n  knownHosts: |\n    %s\nkustomization: {template: {spec: {path: ./cluster}}}\nadditionalSecretResources: [{name: extra}]\n%s\n",
		url, strings.ReplaceAll(strings.TrimSpace(world.GitHost.KnownHosts()), "\n", "\n    "), config))
}

// holdsOnly waits until the seed has only these ManagedResources of the extension, and expects that what the others had brought is there.
func (s shoot) holdsOnly(names ...string) {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		var found []string
		for _, resource := range s.managedResources() {
			found = append(found, resource.Name)
		}
		g.Expect(found).To(ConsistOf(names))
	}).Should(Succeed())
}

// keepBack keeps a ManagedResource from being gone when it is deleted, or no more.
func (s shoot) keepBack(name string, on bool) {
	GinkgoHelper()
	c, resource := seed(s.seed).Client, &resourcesv1alpha1.ManagedResource{}
	Eventually(s.ctx, func(g Gomega) {
		g.Expect(c.Get(s.ctx, client.ObjectKey{Namespace: s.namespace(), Name: name}, resource)).To(Succeed())
		if on {
			controllerutil.AddFinalizer(resource, nobodysFinalizer)
		} else {
			g.Expect(resource.Spec.KeepObjects).To(HaveValue(BeTrue()))
			controllerutil.RemoveFinalizer(resource, nobodysFinalizer)
		}
		g.Expect(c.Update(s.ctx, resource)).To(Succeed())
	}).Should(Succeed())
}

// flux returns one of Flux's controllers.
func (s shoot) fluxController(name string) *appsv1.Deployment {
	GinkgoHelper()
	deployment := &appsv1.Deployment{}
	Expect(s.client().Get(s.ctx, client.ObjectKey{Namespace: "flux-system", Name: name}, deployment)).To(Succeed())
	return deployment
}

var _ = Describe("Mode BootstrapOnce", func() {
	It("brings Flux once, and then only credentials, copies and facts, until the extension is removed", Label("long"), func(ctx SpecContext) {
		s := bootstrapped(ctx, "once", "")
		before, workloads := contents(ctx, s.client()), s.estate(Default)
		c := s.client()

		By("somebody changes Flux and the root in the shoot, and it stays so whatever is reconciled")
		changed := client.RawPatch("application/merge-patch+json", []byte(`{"metadata":{"labels":{"changed":"by-hand"}},"spec":{"minReadySeconds":7}}`))
		Expect(c.Patch(ctx, s.fluxController("helm-controller"), changed)).To(Succeed())
		root := s.kustomization(Default, "flux-system")
		Expect(root.Annotations).NotTo(HaveKey("kustomize.toolkit.fluxcd.io/reconcile"))
		Expect(c.Patch(ctx, root, client.RawPatch("application/merge-patch+json", []byte(`{"spec":{"interval":"17m"}}`)))).To(Succeed())
		s.reconcile()
		stays := func() {
			GinkgoHelper()
			Expect(s.fluxController("helm-controller").Spec.MinReadySeconds).To(BeEquivalentTo(7))
			Expect(s.kustomization(Default, "flux-system").Spec.Interval.Duration).To(Equal(17 * time.Minute))
			Expect(s.estate(Default)).To(Equal(workloads))
		}
		stays()

		By("a copy follows")
		inGarden(ctx).secret("once", "extra", corev1.SecretTypeOpaque, map[string]string{"value": "second"})
		s.reconcile()
		Eventually(ctx, func(g Gomega) {
			extra := &corev1.Secret{}
			g.Expect(c.Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "extra"}, extra)).To(Succeed())
			g.Expect(extra.Data).To(HaveKeyWithValue("value", []byte("second")))
		}).Should(Succeed())

		By("another source in the configuration has no effect, and the key stays")
		inGarden(ctx).configure("once", map[string]string{"config.yaml": onceConfig("https://git.example.com/other.git", "")})
		s.reconcile()
		s.eventually("FluxConfigured", "True", "Bootstrapped", ContainSubstring("https://git.example.com/other.git has no effect"))
		inGarden(ctx).configure("once", map[string]string{"config.yaml": onceConfig(world.GitHost.SSHURL("once"), "")})

		By("a rotated key arrives, and Flux reads with it")
		keys := keyring{gardenUser: inGarden(ctx), project: "once"}
		old := s.deliveredKey()
		keys.asks(startRotation)
		keys.done()
		Expect(world.GitHost.AddDeployKey("once", "next", keys.annotation("next-public-key"), true)).To(Succeed())
		keys.asks(completeIt)
		keys.done()
		Eventually(ctx, s.deliveredKey).ShouldNot(Equal(old))
		_, err := world.GitHost.Commit(ctx, "once", "change", map[string]string{"cluster/from-git.yaml": manifest("from-git", "second")})
		Expect(err).NotTo(HaveOccurred())
		s.pull()
		s.shows("from-git", "second")
		stays()

		By("the control plane moves")
		s.migrate(otherSeedName)
		s.seed = otherSeedName
		s.succeeds()
		s.holdsOnly("extension-shoot-flux-config")
		s.eventually("FluxInstalled", "True", "Bootstrapped", Not(BeEmpty()))
		stays()

		By("the state is lost: what is found is not installed again")
		ex := s.extension(Default)
		Expect(seed(s.seed).Client.Status().Patch(ctx, ex, client.RawPatch("application/merge-patch+json", []byte(`{"status":{"state":null}}`)))).To(Succeed())
		s.reconcile()
		s.holdsOnly("extension-shoot-flux-config")
		s.eventually("FluxConfigured", "True", "Bootstrapped", ContainSubstring("no longer managed"))
		stays()
		after := contents(ctx, c)
		for name, uid := range before {
			if !strings.HasPrefix(name, "default/from-git") && !strings.HasSuffix(name, " Secret") {
				Expect(after).To(HaveKeyWithValue(name, uid))
			}
		}

		By("the extension is removed with Orphan: what it has brought goes, the workloads stay")
		s.removeExtension()
		s.says("FluxRemoved", "the workloads stay")
		s.hasNoFlux()
		Expect(s.estate(Default)).To(Equal(workloads))
	}, SpecTimeout(10*time.Minute))

	It("keeps a Flux that Git has taken over since when the extension is removed, and a managed one is left alone when the mode changes", Label("long"), func(ctx SpecContext) {
		s := estate(ctx, "oncegit", seedName, "")
		workloads := s.estate(Default)
		By("the mode changes")
		s.change(configured("mode: BootstrapOnce"))
		s.eventually("FluxInstalled", "True", "Bootstrapped", Not(BeEmpty()))
		s.holdsOnly("extension-shoot-flux-config")
		before := contents(ctx, s.client())

		By("'flux bootstrap' writes Flux into the source, which takes it over")
		_, err := world.GitHost.Commit(ctx, "oncegit", "flux bootstrap", map[string]string{"cluster/flux-system/gotk-components.yaml": documents(fluxInstall()...)})
		Expect(err).NotTo(HaveOccurred())
		s.pull()
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.fluxController("source-controller").Labels).To(HaveKeyWithValue("kustomize.toolkit.fluxcd.io/name", "flux-system"))
		}).Should(Succeed())
		s.reconcile()
		Expect(contents(ctx, s.client())).To(Equal(before))

		s.removeExtension()
		s.says("FluxKept", "kustomize-controller applies Deployment flux-system/")
		Expect(contents(ctx, s.client())).To(Equal(before))
		Expect(s.estate(Default)).To(Equal(workloads))
		_, err = world.GitHost.Commit(ctx, "oncegit", "change", map[string]string{"cluster/from-git.yaml": manifest("from-git", "second")})
		Expect(err).NotTo(HaveOccurred())
		s.pull()
		s.shows("from-git", "second")
	}, SpecTimeout(8*time.Minute))

	It("manages again what was left alone, with what was changed in the shoot meanwhile", Label("long"), func(ctx SpecContext) {
		s := bootstrapped(ctx, "onceback", "deletionPolicy: Prune")
		workloads := s.estate(Default)
		s.suspendRoot(true)
		s.eventually("FluxKustomizationReady", "True", "Suspended", ContainSubstring("is suspended in the shoot until it is resumed there"))
		s.change(configured("mode: Managed"))
		s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
		Expect(s.managedResources()).To(HaveLen(3))
		Expect(s.rootIsSuspended(Default)).To(BeTrue(), "an incident does not end by it")
		Expect(s.estate(Default)).To(Equal(workloads))
		s.suspendRoot(false)
		s.eventually("FluxKustomizationReady", "True", "ReconciliationSucceeded", Not(BeEmpty()))

		By("it is managed again before the seed has let go of it, which waits")
		controllers := "extension-shoot-flux-controllers"
		s.keepBack(controllers, true)
		flux := s.fluxController("source-controller")
		s.change(configured("mode: BootstrapOnce"))
		s.eventually("FluxInstalled", "True", "Bootstrapped", Not(BeEmpty()))
		s.holdsOnly(controllers, "extension-shoot-flux-config")
		s.ask(configured("mode: Managed"))
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.extension(g).Status.LastError).To(HaveValue(HaveField("Description", ContainSubstring("has not finished yet"))))
		}).Should(Succeed())
		s.keepBack(controllers, false)
		s.succeeds()
		s.eventually("FluxInstalled", "True", "FluxRunning", Not(BeEmpty()))
		s.holdsOnly(controllers, "extension-shoot-flux-crds", "extension-shoot-flux-config")
		Expect(s.fluxController("source-controller").UID).To(Equal(flux.UID), "it was not deleted in between")
		Expect(s.estate(Default)).To(Equal(workloads))

		By("and once more left alone, after which Prune takes away what the root has brought")
		s.change(configured("mode: BootstrapOnce"))
		s.eventually("FluxInstalled", "True", "Bootstrapped", Not(BeEmpty()))
		s.removeExtension()
		s.says("FluxRemoved", "the objects applied by the root Kustomization were deleted")
		s.hasNoFlux()
		s.lacks("app", "data", "balancer", "from-git", "tenant", "from-chart")
	}, SpecTimeout(8*time.Minute))
})
