// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
)

var _ = Describe("A Shoot that says that it wants no change now", Serial, func() {
	It("is left out, and gets the change when it no longer says so", func(ctx SpecContext) {
		r := newRingedOf(ctx, "held", "{rings: [{name: canary, soak: 3s}], shootHold: {max: 1h}, progressDeadline: 4m}", []string{"canary"}, 2)
		held, other := r.rings["canary"][0], r.rings["canary"][1]
		until := time.Now().UTC().Add(30 * time.Minute).Truncate(time.Second)
		hold := &corev1.ConfigMap{ObjectMeta: in("flux-system", "shoot-flux-hold"), Data: map[string]string{"until": until.Format(time.RFC3339), "reason": "load\ntest"}}
		Expect(held.client().Create(ctx, hold)).To(Succeed())
		Eventually(ctx, func(g Gomega) { g.Expect(held.status(g).Hold).To(Equal(holdRequest{until, "load test"})) }).Should(Succeed())

		By("the ring passes without the Shoot")
		r.configure(r.project, r.says("second"))
		other.shows("directory", "second")
		Eventually(ctx, func(g Gomega) {
			ring := r.progress(g).Rings[0]
			g.Expect([]any{ring.Phase, ring.Done, ring.NotCounted}).To(Equal([]any{"Complete", 1, 1}), "%+v", ring)
		}).Should(Succeed())
		held.reconcile()
		held.shows("directory", "first")
		Expect(held.status(Default).Ready).To(BeTrue())

		By("the ConfigMap is deleted")
		Expect(held.client().Delete(ctx, hold)).To(Succeed())
		held.shows("directory", "second")
		r.is("Complete")
		Eventually(ctx, func(g Gomega) { g.Expect(r.progress(g).Rings[0].Done).To(Equal(2)) }).Should(Succeed())
	}, SpecTimeout(10*time.Minute))
})
