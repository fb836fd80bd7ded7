// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// deployments returns the names of the Deployments in Flux's namespace of the shoot.
func (s shoot) deployments() []string {
	GinkgoHelper()
	list := &appsv1.DeploymentList{}
	Expect(s.client().List(s.ctx, list, client.InNamespace("flux-system"))).To(Succeed())
	var names []string
	for _, deployment := range list.Items {
		names = append(names, deployment.Name)
	}
	return names
}

var _ = Describe("The operator's baseline brings Flux", Serial, Label("long"), func() {
	It("and takes it with it from Shoots without configuration in which nobody else needs it", func(ctx SpecContext) {
		DeferCleanup(func(ctx context.Context) { Expect(world.Configure(ctx, nil)).To(Succeed()) }, NodeTimeout(3*time.Minute))
		Expect(world.GitHost.CreateRepository(ctx, "takeback", true)).To(Succeed())
		commit(ctx, "takeback", "policy", "${SHOOT_INFO_NAME}-first")
		Expect(world.Configure(ctx, baselineOf("takeback", nil))).To(Succeed())

		user := inGarden(ctx)
		user.project("take-none", nil)
		user.project("take-own", map[string]string{"config.yaml": "apiVersion: flux.extensions.gardener.cloud/v1alpha1\nkind: FluxConfig\n"})
		bare, foreign := user.shoot("take-none", "bare", seedName, false), user.shoot("take-none", "foreign", otherSeedName, false)
		own := user.shoot("take-own", "own", otherSeedName, false)
		for _, s := range []shoot{bare, foreign, own} {
			s.succeeds()
			s.shows("policy", s.name+"-first")
		}
		theirs := &kustomizev1.Kustomization{ObjectMeta: in("default", "theirs")}
		theirs.Spec = kustomizev1.KustomizationSpec{Path: "./", Prune: true, SourceRef: kustomizev1.CrossNamespaceSourceReference{Kind: "GitRepository", Name: "theirs"}}
		Expect(foreign.client().Create(ctx, theirs)).To(Succeed())

		By("without fluxDeletionPolicy, Flux stays")
		absent := map[string]any{"state": "Absent", "deletionPolicy": "Prune"}
		Expect(world.Configure(ctx, baselineOf("takeback", absent))).To(Succeed())
		bare.reconcile()
		bare.hasNoBaseline()
		isAbsent(ctx, bare.client(), &corev1.ConfigMap{ObjectMeta: in("default", "policy")})
		Expect(bare.deployments()).NotTo(BeEmpty())

		By("with it, Flux goes, also where the baseline has gone before")
		absent["fluxDeletionPolicy"] = "Remove"
		Expect(world.Configure(ctx, baselineOf("takeback", absent))).To(Succeed())
		for _, s := range []shoot{bare, foreign, own} {
			s.reconcile()
			s.hasNoBaseline()
		}
		bare.eventually("FluxConfigured", "True", "NotConfigured", Not(BeEmpty()))
		bare.hasNoFlux()
		bare.isIn("NoRepository", "NotConfigured", ContainSubstring("nothing is installed"), true)

		By("it stays where somebody has objects of Flux, and where the project has a configuration")
		foreign.eventually("FluxConfigured", "True", "NoRepository", ContainSubstring("here it stays, because the shoot has objects of Flux: Kustomization default/theirs"))
		Expect(foreign.client().Get(ctx, client.ObjectKeyFromObject(theirs), theirs)).To(Succeed())
		Expect(theirs.Spec.Suspend).To(BeFalse())
		own.eventually("FluxConfigured", "True", "NoRepository", Not(ContainSubstring("stays")))
		for _, s := range []shoot{foreign, own} {
			Expect(s.deployments()).To(ContainElements("source-controller", "kustomize-controller"), s.name)
		}

		By("it goes when the objects have gone")
		Expect(foreign.client().Delete(ctx, theirs)).To(Succeed())
		isAbsent(ctx, foreign.client(), theirs)
		foreign.reconcile()
		foreign.eventually("FluxConfigured", "True", "NotConfigured", Not(BeEmpty()))
		foreign.hasNoFlux()

		By("it comes back with the baseline")
		Expect(world.Configure(ctx, baselineOf("takeback", nil))).To(Succeed())
		bare.reconcile()
		bare.shows("policy", "bare-first")
		Expect(own.deployments()).NotTo(BeEmpty())
	}, SpecTimeout(20*time.Minute))
})
