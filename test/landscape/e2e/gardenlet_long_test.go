// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
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
	"sigs.k8s.io/controller-runtime/pkg/client"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
)

var _ = Describe("A Shoot of the real gardenlet", Label("gardenlet", "long"), Ordered, func() {
	var s shoot

	// commits expects a commit to arrive in the shoot.
	commits := func(value string) {
		GinkgoHelper()
		commit(s.ctx, "lasting", "from-git", value)
		s.pull()
		s.shows("from-git", value)
	}

	BeforeAll(func(ctx SpecContext) {
		Expect(realGardenlet).To(BeTrue(), "make test-gardenlet-long runs this story")
		user := inGarden(ctx)
		user.project("lasting", repository(ctx, "lasting", false))
		s = user.shoot("lasting", "only", seedName, false)
		Expect(world.GitHost.AddDeployKey("lasting", "flux", user.publicKey("lasting"), true)).To(Succeed())
		s.succeeds()
		s.pullUntilShown("from-git", "first")
	}, NodeTimeout(10*time.Minute))

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
	}, SpecTimeout(10*time.Minute))

	It("is served while another pod of its gardener-resource-manager becomes the leader", func(ctx SpecContext) {
		s.ctx = ctx
		leader := func(g Gomega) string {
			lease := &coordinationv1.Lease{}
			g.Expect(seed(seedName).Client.Get(ctx, client.ObjectKey{Namespace: s.namespace(), Name: "gardener-resource-manager"}, lease)).To(Succeed())
			g.Expect(lease.Spec.HolderIdentity).NotTo(BeNil())
			return *lease.Spec.HolderIdentity
		}
		before := leader(Default)
		pods := &corev1.PodList{}
		Expect(seed(seedName).Client.List(ctx, pods, client.InNamespace(s.namespace()), client.MatchingLabels{"app": "gardener-resource-manager"})).To(Succeed())
		Expect(pods.Items).To(HaveLen(2))
		leading := slices.IndexFunc(pods.Items, func(pod corev1.Pod) bool { return strings.HasPrefix(before, pod.Name) })
		Expect(leading).NotTo(Equal(-1), before)
		Expect(seed(seedName).Client.Delete(ctx, &pods.Items[leading])).To(Succeed())
		Eventually(ctx, leader).ShouldNot(Equal(before))
		s.reconcile()
		commits("led")
	}, SpecTimeout(10*time.Minute))

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
			Eventually(ctx, func(g Gomega) {
				rotation := s.get(g).Status.Credentials.Rotation
				g.Expect(rotation).NotTo(BeNil())
				g.Expect(rotation.CertificateAuthorities).To(HaveValue(HaveField("Phase", step.phase)))
				g.Expect(rotation.ServiceAccountKey).To(HaveValue(HaveField("Phase", step.phase)))
				g.Expect(rotation.ETCDEncryptionKey).To(HaveValue(HaveField("Phase", step.phase)))
			}).Should(Succeed())
			s.succeeds()
			commits(step.operation)
			s.runsFluxControllers()
		}
	}, SpecTimeout(20*time.Minute))

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
	}, SpecTimeout(10*time.Minute))
})
