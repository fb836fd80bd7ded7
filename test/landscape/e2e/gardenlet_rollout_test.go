// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"maps"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

// watchRings collects the phases of the first ring and the commits of the last ring until it is called.
func (r ringed) watchRings() func() (phases, commits map[string]bool) {
	phases, commits := map[string]bool{}, map[string]bool{}
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer GinkgoRecover()
		defer close(done)
		for {
			rings := r.progress(Default).Rings
			phases[rings[0].Phase], commits[rings[len(rings)-1].Commit] = true, true
			select {
			case <-stop:
				return
			case <-time.After(200 * time.Millisecond):
			}
		}
	}()
	return func() (map[string]bool, map[string]bool) {
		close(stop)
		<-done
		return phases, commits
	}
}

var _ = Describe("A rollout over two seeds of the real gardenlet", Serial, Label("gardenlet", "long"), func() {
	It("is held by the guard while the control planes of both rings migrate, with etcd restored, and is approved afterwards", func(ctx SpecContext) {
		Expect(realGardenlet).To(BeTrue(), "make test-gardenlet-long runs this story")
		needsOtherSeed(ctx)
		const rings = "{source: Promote, rings: [{name: canary, shoots: {matchLabels: {ring: canary}}, soak: 3s}, {name: production, soak: 3s}], progressDeadline: 1h}"
		r := newRingedOf(ctx, "moving", rings, []string{"canary", "production"}, 1)
		complete := r.shop("complete", wholeShop()...)
		r.configure(r.project, r.says("shop"))
		canary, production := &r.rings["canary"][0], &r.rings["production"][0]
		canary.pull()
		r.promotes(complete)
		r.show("complete", "canary", "production")
		uid := production.namespaceUID(Default, "shop")

		By("a commit that removes the Namespace and everything in it")
		emptied := r.shop("emptied")
		canary.pull()
		isHeld := func(g Gomega) {
			p := r.progress(g)
			g.Expect(p.Rings[0].Phase).To(Equal("Guarded"), "%+v", p)
			g.Expect(p.Rings[0].WaitsFor).To(And(ContainSubstring("canary-0"), ContainSubstring("has lost 7 of 8 objects (1 Namespace, 6 ConfigMap), among them Namespace shop")), "%+v", p)
			g.Expect(p.Rings[1].Commit).To(HaveSuffix(complete), "%+v", p)
		}
		Eventually(ctx, isHeld).Should(Succeed())

		By("both control planes migrate to the seed of the other one")
		seen := r.watchRings()
		former := []shoot{*canary, *production}
		canary.migrate(otherSeedName)
		production.migrate(seedName)
		canary.seed, production.seed = otherSeedName, seedName
		for _, s := range r.all() {
			s.isRestored()
		}
		for _, s := range former {
			s.isGone()
		}
		phases, commits := seen()
		// On a busy machine, Flux's Deployments can be unhealthy for longer than the short threshold of the landscape, which
		// stops the ring.
		Expect(slices.Collect(maps.Keys(phases))).To(HaveEach(BeElementOf("Guarded", "Stopped")), "the first ring does not pass")
		Expect(commits).To(HaveLen(1), "the last ring gets nothing: %v", commits)

		By("the seeds report what they have got; only the garden knows what the canary had lost")
		Eventually(ctx, func(g Gomega) {
			for _, s := range r.all() {
				status := s.status(g)
				g.Expect([]any{status.Seed, status.State}).To(Equal([]any{s.seed, "Ready"}), "%+v", status)
				g.Expect(status.Removed.Names).To(BeEmpty())
			}
		}).Should(Succeed())
		production.reconcile()
		production.hasShop(6)
		Expect(production.namespaceUID(Default, "shop")).To(Equal(uid))
		Eventually(ctx, isHeld).Should(Succeed())
		Consistently(ctx, isHeld, "10s", "1s").Should(Succeed())

		By("approvals, ring by ring")
		for i, ring := range []string{"canary", "production"} {
			Eventually(ctx, func(g Gomega) { g.Expect(r.progress(g).Rings[i].Phase).To(Equal("Guarded"), ring) }).Should(Succeed())
			r.operates("approve=" + ring)
		}
		r.promotes(emptied)
		production.hasShop(0)
	})
})
