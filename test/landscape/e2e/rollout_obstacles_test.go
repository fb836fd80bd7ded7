// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"strings"
	"time"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var _ = Describe("A rollout", Serial, Label("long"), func() {
	It("waits for the maintenance time windows of the Shoots", func(ctx SpecContext) {
		r := newRinged(ctx, "windowed", ringsWith("", ", windows: [{name: shoots, maintenance: true}]"), 1)
		production := r.rings["production"][0]
		opens := time.Now().UTC().Add(3 * time.Minute).Truncate(time.Minute)
		production.change(func(shoot *gardencorev1beta1.Shoot) {
			shoot.Spec.Maintenance.TimeWindow = &gardencorev1beta1.MaintenanceTimeWindow{
				Begin: opens.Format("150405+0000"), End: opens.Add(time.Hour).Format("150405+0000"),
			}
		})
		before := r.delivered("production")
		r.configure(r.project, r.says("second"))
		r.show("second", "canary", "staging")
		r.is("WaitingForWindow")
		AddReportEntry("waits", r.progress(Default).Rings[2].WaitsFor)
		production.reconcile()
		Expect(r.delivered("production")).To(Equal(before))
		Expect(time.Now()).To(BeTemporally("<", opens), "the window is still closed")
		Eventually(ctx, time.Now).WithTimeout(4 * time.Minute).Should(BeTemporally(">=", opens))
		r.show("second", "production")
		r.is("Complete")
	}, SpecTimeout(10*time.Minute))

	It("promotes no commit from a canary in which something was suspended, before that has the commit too", func(ctx SpecContext) {
		r := newRinged(ctx, "behind", strings.Replace(ringsWith("", ""), "progressDeadline", "source: Promote, progressDeadline", 1), 1)
		canary, others := r.rings["canary"][0], append(r.rings["staging"], r.rings["production"]...)
		child := "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: child, namespace: flux-system}\n" +
			"spec: {interval: 1h, prune: true, path: ./below, sourceRef: {kind: GitRepository, name: flux-system}}\n"
		commit := func(text string) string {
			GinkgoHelper()
			revision, err := world.GitHost.Commit(ctx, r.repository, text, map[string]string{"first/child.yaml": child, "below/text.yaml": manifest("below", text)})
			Expect(err).NotTo(HaveOccurred())
			canary.pull()
			return revision
		}
		keeps := func(commit string) {
			GinkgoHelper()
			// The soak of the first ring is 3 s.
			Consistently(ctx, func(g Gomega) {
				for _, s := range others {
					g.Expect(s.status(g).AppliedRevision).To(HaveSuffix(commit))
				}
			}, "20s").Should(Succeed())
		}
		first := commit("one")
		r.promotes(first)

		By("a child is suspended in the shoot: the root Kustomization applies the next commit, and the child does not")
		suspendChild := func(suspend bool) {
			GinkgoHelper()
			object := &kustomizev1.Kustomization{ObjectMeta: in("flux-system", "child")}
			patch := client.RawPatch("application/merge-patch+json", fmt.Appendf(nil, `{"spec":{"suspend":%t}}`, suspend))
			Expect(canary.client().Patch(ctx, object, patch, client.FieldOwner("flux"))).To(Succeed())
		}
		suspendChild(true)
		second := commit("two")
		Eventually(ctx, func(g Gomega) {
			status := canary.status(g)
			g.Expect(status.AppliedRevision).To(HaveSuffix(second))
			g.Expect(status.State).To(Equal("Suspended"), status.Message)
			g.Expect(status.Message).To(ContainSubstring("Kustomization flux-system/child. Resume it"))
		}).Should(Succeed())
		keeps(first)
		suspendChild(false)
		r.promotes(second)

		By("the root Kustomization is suspended")
		canary.suspendRoot(true)
		Eventually(ctx, func(g Gomega) { g.Expect(canary.status(g).State).To(Equal("Suspended")) }).Should(Succeed())
		third := commit("three")
		keeps(second)
		canary.suspendRoot(false)
		r.promotes(third)
	}, SpecTimeout(12*time.Minute))

	It("waits for a seed that is away for ten minutes, and ends as without", func(ctx SpecContext) {
		r := newRinged(ctx, "patient", strings.Replace(ringsWith("", ""), "progressDeadline: 4m", "progressDeadline: 20m", 1), 1)
		Expect(r.rings["staging"][0].seed).To(Equal(otherSeedName))
		Expect(r.rings["canary"][0].seed).To(Equal(seedName))
		before, began := r.delivered("staging", "production"), now()
		scaleExtension(ctx, otherSeedName, 0)
		r.configure(r.project, r.says("second"))
		r.show("second", "canary")
		waits := func(g Gomega) {
			p := r.progress(g)
			g.Expect(p.Phase).To(Equal("Progressing"))
			g.Expect(p.Rings[1].OnTheirWay).To(Equal(1))
			g.Expect(p.Rings[2].Phase).To(Equal("Waiting"))
		}
		Eventually(ctx, waits).Should(Succeed())
		Consistently(ctx, waits, "10m", "5s").Should(Succeed())
		Expect(r.delivered("staging", "production")).To(Equal(before))
		scaleExtension(ctx, otherSeedName, 2)
		r.show("second", "staging", "production")
		r.is("Complete")
		Expect(r.events(Default, began)).NotTo(HaveKey("RolloutStopped"))
	}, SpecTimeout(20*time.Minute))

	It("stops at the canary with a Flux version that does not start, does not take it back, and goes on with one that does", func(ctx SpecContext) {
		const first, broken = "v2.8.8", suppliedVersion
		supplyVersion(ctx, broken, brokenDistribution())
		rings := strings.Replace(ringsWith("", ""), "progressDeadline", "onFailure: Rollback, progressDeadline", 1)
		r := newRinged(ctx, "unstarted", rings, 1, "flux: {version: "+first+"}")
		before, began := r.delivered("staging", "production"), now()
		version := func(version string) {
			r.settings = strings.Split(r.settings, "flux:")[0] + "flux: {version: " + version + "}"
			r.configure(r.project, r.says("first"))
		}

		By("the version that does not start")
		version(broken)
		r.reports(began, "RolloutStopped", ContainSubstring("canary-0"))
		r.is("Stopped")
		AddReportEntry("the stopped rollout", r.events(Default, began)["RolloutStopped"][0])
		Expect(r.rings["canary"][0].status(Default).FluxVersion).To(Equal(broken), "a version is never taken back")
		Expect(r.delivered("staging", "production")).To(Equal(before))

		By("one that does")
		version(carriedVersion)
		for _, s := range r.all() {
			Eventually(ctx, func(g Gomega) { g.Expect(s.status(g).FluxVersion).To(Equal(carriedVersion)) }).Should(Succeed())
		}
		r.is("Complete")
	}, SpecTimeout(12*time.Minute))
})
