// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"strings"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	gomegatypes "github.com/onsi/gomega/types"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// holds checks that a ring keeps waiting for that, and that the rings after the canary get nothing.
func (r ringed) holds(before, phase string, waitsFor gomegatypes.GomegaMatcher) {
	GinkgoHelper()
	Eventually(r.ctx, func(g Gomega) {
		p := r.progress(g)
		g.Expect(p.Rings[0].Phase).To(Equal(phase), "%+v", p)
		g.Expect(p.Rings[0].WaitsFor).To(waitsFor, "%+v", p)
	}).Should(Succeed())
	Consistently(r.ctx, func(g Gomega) {
		g.Expect(r.progress(g).Rings[0].Phase).To(Equal(phase))
		g.Expect(r.delivered("staging", "production")).To(Equal(before))
	}, "10s", "1s").Should(Succeed())
}

// loses deletes the ConfigMap flux-rollout, and waits until there is another one.
func (r ringed) loses() {
	GinkgoHelper()
	lost := &corev1.ConfigMap{ObjectMeta: in("garden-"+r.project, "flux-rollout")}
	Expect(world.Garden.Client.Get(r.ctx, client.ObjectKeyFromObject(lost), lost)).To(Succeed())
	uid := lost.UID
	Expect(world.Garden.Client.Delete(r.ctx, lost)).To(Succeed())
	Eventually(r.ctx, func(g Gomega) {
		g.Expect(world.Garden.Client.Get(r.ctx, client.ObjectKeyFromObject(lost), lost)).To(Succeed())
		g.Expect(lost.UID).NotTo(Equal(uid))
	}).Should(Succeed())
}

var _ = Describe("A rollout that has stopped", Ordered, Serial, Label("long"), func() {
	var r ringed
	var before string

	BeforeAll(func(ctx SpecContext) {
		r = newRinged(ctx, "absent", ringsWith("", ""), 1)
		before = r.delivered("staging", "production")
		r.configure(r.project, r.says("missing"))
		r.is("Stopped")
	}, NodeTimeout(10*time.Minute))

	hibernate := func(shoot *gardenerShoot) {
		shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: ptr.To(true)}
	}
	wakeUp := func(shoot *gardenerShoot) { shoot.Spec.Hibernation = nil }

	It("stays so when the root Kustomization of the failed canary is suspended", func(ctx SpecContext) {
		r := r.in(ctx)
		canary := r.rings["canary"][0]
		canary.suspendRoot(true)
		Eventually(ctx, func(g Gomega) { g.Expect(canary.status(g).State).To(Equal("Suspended")) }).Should(Succeed())
		r.holds(before, "Stopped", ContainSubstring("canary-0 (suspended)"))
		canary.suspendRoot(false)
		r.holds(before, "Stopped", And(ContainSubstring("canary-0: "), ContainSubstring("path not found")))
	}, SpecTimeout(5*time.Minute))

	It("stays so when the failed canary is hibernated, and wakes up", func(ctx SpecContext) {
		r := r.in(ctx)
		canary := r.rings["canary"][0]
		canary.change(hibernate)
		r.holds(before, "Stopped", ContainSubstring("canary-0 (hibernated)"))
		canary.change(wakeUp)
		r.holds(before, "Stopped", And(ContainSubstring("canary-0: "), ContainSubstring("path not found")))
	}, SpecTimeout(6*time.Minute))

	It("stays so when flux-rollout is deleted", func(ctx SpecContext) {
		r := r.in(ctx)
		r.loses()
		r.holds(before, "Stopped", ContainSubstring("canary-0: "))
	}, SpecTimeout(5*time.Minute))

	It("stays so when the failed canary is deleted, until that is approved", func(ctx SpecContext) {
		r := r.in(ctx)
		canary := r.rings["canary"][0]
		canary.delete()
		canary.isDeleted()
		r.holds(before, "Stopped", ContainSubstring("canary-0 (deleted): "))
		AddReportEntry("the stopped ring", r.progress(Default).Rings[0].WaitsFor)

		By("the correction, which no Shoot of the canary can prove")
		r.configure(r.project, r.says("second"))
		Eventually(ctx, func(g Gomega) {
			g.Expect(r.progress(g).Rings[0].Revision).To(Equal(r.progress(g).Target))
		}).Should(Succeed())
		Consistently(ctx, func() string { return r.delivered("staging", "production") }, "10s", "1s").Should(Equal(before))
		r.operates("approve=canary")
		r.show("second", "staging", "production")
	}, SpecTimeout(8*time.Minute))
})

var _ = Describe("A commit that is promoted", Ordered, Serial, Label("long"), func() {
	var r ringed

	BeforeAll(func(ctx SpecContext) {
		r = newRinged(ctx, "promoted", ringsWith("", ""), 1)
		r.settings = strings.NewReplacer("progressDeadline", "source: Promote, progressDeadline", "name: production,", "name: production, approval: Manual,").Replace(r.settings)
		r.configure(r.project, r.says("second"))
		Eventually(ctx, func(g Gomega) { g.Expect(r.progress(g).Rings[2].Phase).To(Equal("WaitingForApproval")) }).Should(Succeed())
		r.operates("approve=production")
		r.show("second", "canary", "staging", "production")
		r.is("Complete")
	}, NodeTimeout(10*time.Minute))

	It("is not released, and none is taken back, when flux-rollout is deleted", func(ctx SpecContext) {
		r := r.in(ctx)
		production := r.rings["production"][0]
		had := production.status(Default).AppliedRevision
		commit := r.commit("second", "third")
		r.rings["canary"][0].pull()
		Eventually(ctx, func(g Gomega) { g.Expect(r.rings["staging"][0].status(g).AppliedRevision).To(HaveSuffix(commit)) }).Should(Succeed())
		r.loses()
		Eventually(ctx, func(g Gomega) { g.Expect(r.progress(g).Rings[2].Phase).To(Equal("WaitingForApproval")) }).Should(Succeed())
		Consistently(ctx, func(g Gomega) {
			g.Expect(production.status(g).AppliedRevision).To(Equal(had))
			g.Expect(r.rings["staging"][0].status(g).AppliedRevision).To(HaveSuffix(commit))
		}, "10s", "1s").Should(Succeed())
		r.operates("approve=production")
		Eventually(ctx, func(g Gomega) { g.Expect(production.status(g).AppliedRevision).To(HaveSuffix(commit)) }).Should(Succeed())
		r.is("Complete")
	}, SpecTimeout(6*time.Minute))

	It("is not that of a former repository, while the canary is hibernated", func(ctx SpecContext) {
		r := r.in(ctx)
		canary, production := r.rings["canary"][0], r.rings["production"][0]
		before := r.delivered("staging", "production")
		canary.change(func(shoot *gardenerShoot) {
			shoot.Spec.Hibernation = &gardencorev1beta1.Hibernation{Enabled: ptr.To(true)}
		})
		Eventually(ctx, func(g Gomega) { g.Expect(canary.status(g).State).To(Equal("Hibernated")) }).Should(Succeed())
		Expect(world.GitHost.CreateRepository(ctx, "promoted-elsewhere", false)).To(Succeed())
		Expect(world.GitHost.AddDeployKey("promoted-elsewhere", "flux", r.publicKey(r.project), true)).To(Succeed())
		moved := r
		moved.repository = "promoted-elsewhere"
		commit := moved.commit("second")
		r.configure(r.project, moved.says("second"))
		r.holds(before, "Holding", ContainSubstring("canary-0 (hibernated)"))
		canary.change(func(shoot *gardenerShoot) { shoot.Spec.Hibernation = nil })
		Eventually(ctx, func(g Gomega) { g.Expect(r.progress(g).Rings[2].Phase).To(Equal("WaitingForApproval")) }).Should(Succeed())
		r.operates("approve=production")
		Eventually(ctx, func(g Gomega) { g.Expect(production.status(g).AppliedRevision).To(HaveSuffix(commit)) }).Should(Succeed())
	}, SpecTimeout(6*time.Minute))
})
