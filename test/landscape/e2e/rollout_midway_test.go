// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// slowManifest is a Pod that fits to no node. A Kustomization that waits for it is not ready before startsSlow.
const slowManifest = `apiVersion: v1
kind: Pod
metadata: {name: slow, namespace: default}
spec:
  nodeSelector: {fits: nowhere}
  containers: [{name: slow, image: registry.example.com/slow}]
`

// hasSlow returns whether Flux has created the Pod of slowManifest in the Shoot.
func (s shoot) hasSlow(g Gomega) bool {
	err := s.client().Get(s.ctx, client.ObjectKey{Namespace: "default", Name: "slow"}, &corev1.Pod{})
	g.Expect(client.IgnoreNotFound(err)).To(Succeed())
	return err == nil
}

// startsSlow makes the Pod of slowManifest ready, as a kubelet would.
func (s shoot) startsSlow() {
	GinkgoHelper()
	patch := client.RawPatch("application/merge-patch+json", []byte(`{"status": {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}}`))
	Expect(s.client().Status().Patch(s.ctx, &corev1.Pod{ObjectMeta: in("default", "slow")}, patch)).To(Succeed())
}

var _ = Describe("A window that closes while a ring is on its way", Serial, Label("long"), func() {
	It("lets the Shoot that has begun finish, and no further one begin before it opens again", func(ctx SpecContext) {
		clock := newMovedClock(ctx)
		opens := time.Now().UTC().Add(4 * time.Minute).Truncate(time.Minute)
		rollout := func(ring string) string {
			return "rollout: {rings: [{name: canary, maxConcurrent: 1, soak: 3s" + ring + "}], progressDeadline: 1h}"
		}
		r := newRingedOf(ctx, "midway", strings.TrimPrefix(rollout(""), "rollout: "), []string{"canary"}, 2)
		r.acts("clock", "garden-controller")
		begins, waits := r.rings["canary"][0], r.rings["canary"][1]
		_, err := world.GitHost.Commit(ctx, r.repository, "slow", map[string]string{"slow/slow.yaml": slowManifest, "slow/directory.yaml": manifest("directory", "slow")})
		Expect(err).NotTo(HaveOccurred())
		for _, s := range r.rings["canary"] {
			s.pull()
		}
		again := opens.Add(8 * time.Minute) // Reports of the seeds, whose clocks are not moved, are too old much later.
		window := fmt.Sprintf(", windows: [{name: early, cron: '%d %d * * *', duration: 4m, timeZone: UTC}, {name: late, cron: '%d %d * * *', duration: 4m, timeZone: UTC}]",
			opens.Minute(), opens.Hour(), again.Minute(), again.Hour())
		r.settings = "project: {" + rollout(window) + "}\n"
		r.configure(r.project, r.says("first"))
		r.settings = "project: {overrides: [{name: slow, shoots: {matchLabels: {ring: canary}}, config: {kustomization: {template: {spec: {path: ./slow, wait: true, timeout: 10m}}}}}], " + rollout(window) + "}\n"
		r.configure(r.project, r.says("first"))
		r.waitsFor(0, "WaitingForWindow", "window early, opens "+opens.Format("Mon 2 Jan 15:04 MST"))

		By("the window opens: one Shoot begins")
		clock.shows(opens.Add(time.Minute))
		Eventually(ctx, begins.hasSlow).Should(BeTrue(), func() string { return fmt.Sprintf("%+v", begins.status(Default)) })
		Eventually(ctx, func(g Gomega) { g.Expect(r.progress(g).Rings[0].OnTheirWay).To(Equal(1)) }).Should(Succeed())
		r.prints("status")

		By("the window closes: the Shoot finishes, and the other one does not begin")
		clock.shows(opens.Add(5 * time.Minute))
		r.prints("status")
		begins.startsSlow()
		Eventually(ctx, func(g Gomega) {
			ring := r.progress(g).Rings[0]
			g.Expect([]any{ring.Phase, ring.Done, ring.OnTheirWay}).To(Equal([]any{"WaitingForWindow", 1, 0}), "%+v", ring)
			g.Expect(ring.WaitsFor).To(Equal("window late, opens " + again.Format("Mon 2 Jan 15:04 MST")))
		}).Should(Succeed())
		waits.reconcile()
		waits.shows("directory", "first")
		Expect(waits.hasSlow(Default)).To(BeFalse())
		r.prints("status")

		By("another window opens")
		clock.shows(again.Add(time.Minute))
		Eventually(ctx, waits.hasSlow).Should(BeTrue())
		waits.startsSlow()
		r.is("Complete")
	}, SpecTimeout(15*time.Minute))
})
