// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"encoding/json"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// stopRecord is the record of the stop of all rollouts in a ConfigMap shoot-flux; the zero value if it has none.
type stopRecord struct {
	Number  int64  `json:"number"`
	Stopped bool   `json:"stopped"`
	Reason  string `json:"reason"`
}

func stopIn(ctx context.Context, g Gomega, namespace string) stopRecord {
	configMap := &corev1.ConfigMap{}
	g.Expect(client.IgnoreNotFound(world.Garden.Client.Get(ctx, client.ObjectKey{Namespace: namespace, Name: "shoot-flux"}, configMap))).To(Succeed())
	var record stopRecord
	if value, is := configMap.Data["stop"]; is {
		g.Expect(json.Unmarshal([]byte(value), &record)).To(Succeed())
	}
	return record
}

var _ = Describe("The operator", Serial, Label("long"), func() {
	It("stops all rollouts, which neither a deleted ConfigMap nor another garden controller ends, and resumes them", func(ctx SpecContext) {
		const reason = "incident 42"
		all := landscapeRollout("all")
		r := newRinged(ctx, "stopped", ringsWith("", ""), 1)
		before := r.delivered("canary", "staging", "production")
		DeferCleanup(func(ctx context.Context) { all.runs(ctx, "resume") })
		output, code := all.runs(ctx, "stop", "--reason", reason)
		Expect(code).To(Equal(0), output)
		stored := func(g Gomega) {
			for _, namespace := range []string{"garden", "seed-" + seedName, "seed-" + otherSeedName} {
				g.Expect(stopIn(ctx, g, namespace)).To(And(HaveField("Stopped", true), HaveField("Reason", reason)), namespace)
			}
		}
		Eventually(ctx, stored).Should(Succeed())

		By("a change reaches no Shoot, and the status shows the reason")
		r.configure(r.project, r.says("second"))
		r.is("Frozen")
		Expect(r.progress(Default).Message).To(And(HavePrefix("the operator has stopped all rollouts since "), HaveSuffix(": "+reason)))
		r.prints("status")
		r.operates("approve=canary")
		for _, ring := range []string{"canary", "staging", "production"} {
			r.rings[ring][0].reconcile()
		}
		Expect(r.delivered("canary", "staging", "production")).To(Equal(before))

		By("the ConfigMap is deleted, and restored by another garden controller")
		killGardenController(ctx)
		Expect(client.IgnoreNotFound(world.Garden.Client.Delete(ctx, &corev1.ConfigMap{ObjectMeta: in("garden", "shoot-flux")}))).To(Succeed())
		Expect(world.StartGardenController(ctx)).To(Succeed())
		Eventually(ctx, stored).Should(Succeed())
		r.is("Frozen")
		Expect(r.delivered("canary", "staging", "production")).To(Equal(before))

		By("its end")
		output, code = all.runs(ctx, "resume")
		Expect(code).To(Equal(0), output)
		r.show("second", "canary", "staging", "production")
		r.is("Complete")
		Eventually(ctx, func(g Gomega) {
			g.Expect(stopIn(ctx, g, "seed-"+seedName)).To(HaveField("Stopped", false), "the board has the end, too")
		}).Should(Succeed())
	})
})
