// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	appsv1 "k8s.io/api/apps/v1"
	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
)

// installation returns the ControllerInstallation of the extension on the Shoot's seed.
func (s shoot) installation(g Gomega) *gardencorev1beta1.ControllerInstallation {
	installations := &gardencorev1beta1.ControllerInstallationList{}
	g.Expect(world.Garden.Client.List(s.ctx, installations)).To(Succeed())
	for i, candidate := range installations.Items {
		if candidate.Spec.RegistrationRef.Name == "extension-shoot-flux" && candidate.Spec.SeedRef.Name == s.seed {
			return &installations.Items[i]
		}
	}
	g.Expect(installations.Items).To(ContainElement(HaveField("Spec.RegistrationRef.Name", "extension-shoot-flux")))
	return nil
}

// breakExtension replaces the program of the extension with one that fails, as a broken image does, and restarts its
// pods. The returned function restores the program.
func breakExtension() (restore func(context.Context)) {
	GinkgoHelper()
	program := world.Extension
	Expect(os.Rename(program, program+".working")).To(Succeed())
	Expect(os.WriteFile(program, []byte("#!/bin/sh\nexit 1\n"), 0o755)).To(Succeed())
	broken := true
	restore = func(ctx context.Context) {
		if broken {
			Expect(os.Rename(program+".working", program)).To(Succeed())
			broken = false
		}
		Expect(seed(seedName).WaitForExtension(ctx)).To(Succeed())
	}
	DeferCleanup(restore, NodeTimeout(5*time.Minute))
	Expect(seed(seedName).Node.Kill(seed(seedName).ExtensionNamespace, "gardener-extension-shoot-flux")).To(Succeed())
	return restore
}

var _ = Describe("A Shoot of the real gardenlet", Label("gardenlet", "long"), Ordered, func() {
	var s shoot

	// commits expects a commit to arrive in the shoot.
	commits := func(value string) {
		GinkgoHelper()
		commit(s.ctx, "lasting", "from-git", value)
		s.pull()
		s.shows("from-git", value)
	}

	leader := func(g Gomega) string {
		lease := &coordinationv1.Lease{}
		g.Expect(seed(seedName).Client.Get(s.ctx, client.ObjectKey{Namespace: s.namespace(), Name: "gardener-resource-manager"}, lease)).To(Succeed())
		g.Expect(lease.Spec.HolderIdentity).NotTo(BeNil())
		return *lease.Spec.HolderIdentity
	}
	leadingPod := func(g Gomega) corev1.Pod {
		holder := leader(g)
		pods := &corev1.PodList{}
		g.Expect(seed(seedName).Client.List(s.ctx, pods, client.InNamespace(s.namespace()), client.MatchingLabels{"app": "gardener-resource-manager"})).To(Succeed())
		i := slices.IndexFunc(pods.Items, func(pod corev1.Pod) bool { return strings.HasPrefix(holder, pod.Name) })
		g.Expect(i).NotTo(Equal(-1), holder)
		return pods.Items[i]
	}

	BeforeAll(func(ctx SpecContext) {
		Expect(realGardenlet).To(BeTrue(), "make test-gardenlet-long runs this story")
		user := inGarden(ctx)
		user.project("lasting", with(repository(ctx, "lasting", false), "fluxVersion", middleFlux))
		s = user.shoot("lasting", "only", seedName, false)
		Expect(world.GitHost.AddDeployKey("lasting", "flux", user.publicKey("lasting"), true)).To(Succeed())
		s.succeeds()
		s.pullUntilShown("from-git", "first")
	})

	It("gets another version of Flux", func(ctx SpecContext) {
		s.ctx = ctx
		s.runsFlux(middleFlux)
		configMap := configMapOf("lasting")
		Expect(world.Garden.Client.Get(ctx, client.ObjectKeyFromObject(configMap), configMap)).To(Succeed())
		inGarden(ctx).configure("lasting", with(configMap.Data, "fluxVersion", newFlux))
		s.reconcile()
		s.runsFlux(newFlux)
		s.runsFluxControllers()
		commits("upgraded")
	})

	It("is changed only in its maintenance time window if it is confined to it, also while it is hibernated", func(ctx SpecContext) {
		s.ctx = ctx
		window := time.Now().UTC().Add(12 * time.Hour)
		s.change(func(object *gardenerShoot) {
			object.Spec.Maintenance.ConfineSpecUpdateRollout = ptr.To(true)
			object.Spec.Maintenance.TimeWindow = &gardencorev1beta1.MaintenanceTimeWindow{Begin: window.Format("150405-0700"), End: window.Add(time.Hour).Format("150405-0700")}
		})
		interval := func(g Gomega) string {
			root := &kustomizev1.Kustomization{}
			g.Expect(s.client().Get(ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, root)).To(Succeed())
			return root.Spec.Interval.Duration.String()
		}
		before, generation := interval(Default), s.get(Default).Generation
		s.ask(configured("kustomization: {template: {spec: {interval: 7m}}}"))
		Expect(s.get(Default).Generation).To(Equal(generation), "gardener-apiserver lets gardenlet see no change")

		By("the owner requests the maintenance")
		s.annotate("gardener.cloud/operation", "maintain")
		Eventually(ctx, func(g Gomega) { g.Expect(s.get(g).Generation).To(BeNumerically(">", generation)) }).Should(Succeed())
		s.succeeds()
		Eventually(ctx, interval).Should(And(Equal("7m0s"), Not(Equal(before))))

		By("a change while it is hibernated")
		s.change(hibernated(true))
		s.ask(configured("kustomization: {template: {spec: {interval: 8m}}}"))
		s.change(hibernated(false))
		Eventually(ctx, interval).Should(Equal("8m0s"), "a wake-up applies all changes")
		s.runsFluxControllers()
		commits("awake")
		s.change(func(object *gardenerShoot) { object.Spec.Maintenance.ConfineSpecUpdateRollout = nil })
	})

	It("goes on while the extension's Deployment is broken, and gardenlet waits for it", func(ctx SpecContext) {
		s.ctx = ctx
		restore := breakExtension()
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.installation(g).Status.Conditions).To(ContainElement(And(HaveField("Type", gardencorev1beta1.ControllerInstallationHealthy), HaveField("Status", gardencorev1beta1.ConditionFalse))))
		}).Should(Succeed())
		started := time.Now()
		s.annotate("gardener.cloud/operation", "reconcile")
		Eventually(ctx, func(g Gomega) {
			g.Expect(s.get(g).Status.LastErrors).To(ContainElement(HaveField("Description",
				ContainSubstring("extension controllers missing or unready: map[Extension/shoot-flux:{}]"))))
		}).Should(Succeed())
		AddReportEntry("after", time.Since(started).String())
		AddReportEntry("errors of the Shoot", fmt.Sprintf("%+v", s.get(Default).Status.LastErrors))
		AddReportEntry("condition of the ControllerInstallation", fmt.Sprintf("%+v", s.installation(Default).Status.Conditions))
		commits("unattended")

		restore(ctx)
		s.succeeds()
		commits("attended")
	})

	It("is reconciled by a new configuration of the extension, which gardenlet rolls out", func(ctx SpecContext) {
		s.ctx = ctx
		deployment := &appsv1.Deployment{ObjectMeta: metav1.ObjectMeta{Namespace: seed(seedName).ExtensionNamespace, Name: "gardener-extension-shoot-flux"}}
		generation := func(g Gomega) int64 {
			g.Expect(seed(seedName).Client.Get(ctx, client.ObjectKeyFromObject(deployment), deployment)).To(Succeed())
			return deployment.Generation
		}
		before := generation(Default)
		DeferCleanup(func(ctx context.Context) { Expect(world.Configure(ctx, nil)).To(Succeed()) }, NodeTimeout(3*time.Minute))
		Expect(world.Configure(ctx, map[string]any{"limits": map[string]any{"patches": []any{"Deployment"}}})).To(Succeed())
		Eventually(ctx, generation).Should(BeNumerically(">", before))
		Expect(seed(seedName).WaitForExtension(ctx)).To(Succeed())
		s.reconcile()
		commits("configured")
	})

	It("is served while another pod of its gardener-resource-manager becomes the leader", func(ctx SpecContext) {
		s.ctx = ctx
		before := leader(Default)
		pod := leadingPod(Default)
		Expect(seed(seedName).Client.Delete(ctx, &pod)).To(Succeed())
		Eventually(ctx, leader).ShouldNot(Equal(before))
		s.reconcile()
		commits("led")
	})

	It("keeps its workloads when the extension comes back while another pod of gardener-resource-manager becomes the leader", func(ctx SpecContext) {
		s.ctx = ctx
		commits("kept")
		s.removeExtension()
		s.hasNoFlux()
		s.shows("from-git", "kept")
		s.ask(func(object *gardenerShoot) { object.Spec.Extensions = []gardenerExtension{{Type: "shoot-flux"}} })
		Eventually(ctx, func(g Gomega) {
			deployment := s.resourceManagerDeployment()
			g.Expect(seed(seedName).Client.Get(ctx, client.ObjectKeyFromObject(deployment), deployment)).To(Succeed())
			g.Expect(deployment.Spec.Template.Spec.Containers[0].Args).To(ContainElement("--extra-target-namespace=flux-system"))
			pod := leadingPod(g)
			g.Expect(seed(seedName).Client.Delete(ctx, &pod)).To(Succeed())
		}).Should(Succeed())
		s.succeeds()
		s.pullUntilShown("from-git", "kept")
		commits("back")
	})

	It("keeps its Flux through the rotation of all credentials", func(ctx SpecContext) {
		s.ctx = ctx
		for _, step := range []struct {
			operation string
			phase     gardencorev1beta1.CredentialsRotationPhase
		}{
			{"rotate-credentials-start", gardencorev1beta1.RotationPrepared},
			{"rotate-credentials-complete", gardencorev1beta1.RotationCompleted},
		} {
			By(step.operation)
			s.annotate("gardener.cloud/operation", step.operation)
			s.awaits(func(g Gomega) {
				rotation := s.get(g).Status.Credentials.Rotation
				g.Expect(rotation).NotTo(BeNil())
				g.Expect(rotation.CertificateAuthorities).To(HaveValue(HaveField("Phase", step.phase)))
				g.Expect(rotation.ServiceAccountKey).To(HaveValue(HaveField("Phase", step.phase)))
				g.Expect(rotation.ETCDEncryptionKey).To(HaveValue(HaveField("Phase", step.phase)))
			})
			s.succeeds()
			commits(step.operation)
			s.runsFluxControllers()
		}
	})

	It("is deleted although Flux's objects have finalizers", func(ctx SpecContext) {
		s.ctx = ctx
		c := s.client()
		Expect(c.Create(ctx, &corev1.Namespace{ObjectMeta: metav1.ObjectMeta{Name: "tenants"}})).To(Succeed())
		nested := &kustomizev1.Kustomization{
			ObjectMeta: metav1.ObjectMeta{Namespace: "tenants", Name: "nested"},
			Spec: kustomizev1.KustomizationSpec{
				Interval: metav1.Duration{Duration: time.Minute}, Path: "./", Prune: true, TargetNamespace: "tenants",
				SourceRef: kustomizev1.CrossNamespaceSourceReference{Kind: "GitRepository", Name: "flux-system", Namespace: "flux-system"},
			},
		}
		Expect(c.Create(ctx, nested)).To(Succeed())
		Eventually(ctx, func(g Gomega) {
			g.Expect(c.Get(ctx, client.ObjectKeyFromObject(nested), nested)).To(Succeed())
			g.Expect(nested.Finalizers).NotTo(BeEmpty())
			g.Expect(nested.Status.LastAppliedRevision).NotTo(BeEmpty(), fmt.Sprint(nested.Status.Conditions))
		}).Should(Succeed())
		s.delete()
		s.isDeleted()
		s.isGone()
	})
})
