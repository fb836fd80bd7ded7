// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"time"

	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var _ = Describe("A rollout on the page of the command dashboard", Serial, Label("long"), func() {
	It("is seen to stop, with the Shoot and its cause, and is rolled back with a button and a confirmation", func(ctx SpecContext) {
		r := newRinged(ctx, "pageant", ringsWith("", ""), 1)
		for _, name := range []string{"production-1", "production-2"} {
			r.shoot(r.project, name, otherSeedName, true, inRing("production"))
		}
		b := r.browse(r.project, editing()...)
		b.open(b.address)
		b.shows(caption, Equal("5 Shoots"))
		b.shows(rowsOf, ContainSubstring("canary-0 ✓ Ready"))

		By("a path that does not exist")
		r.configure(r.project, r.says("missing"))
		b.shows(rowsOf, ContainSubstring("canary-0 ✗ Failed"), "nobody has loaded the page again")
		b.tabTo("canary-0")
		b.press(kb.Enter)
		b.text(And(ContainSubstring("✗ Failed"), ContainSubstring("path not found"), ContainSubstring("Conditions of the Shoot"), ContainSubstring("Objects of Flux"), ContainSubstring("ssh-ed25519")))
		b.text(And(MatchRegexp(`Warning\s+BuildFailed`), ContainSubstring("Kustomization flux-system/flux-system: Failing")))

		By("the rollout, where an operation is requested only after a confirmation")
		r.is("Stopped")
		b.tabTo("Rollouts")
		b.press(kb.Enter)
		b.text(And(ContainSubstring("✗ Stopped"), ContainSubstring("skip canary-0"), ContainSubstring("staging")))
		b.tabTo("rollback")
		b.press(kb.Enter)
		b.shows(`document.querySelector("dialog").open`, Equal("true"))
		b.shows(`document.querySelector("dialog").innerText`, ContainSubstring("rollback in garden-"+r.project+"?"))
		b.press(kb.Escape)
		b.shows(`document.querySelector("dialog").open`, Equal("false"))
		b.shows("document.activeElement.innerText", Equal("rollback"))
		config := &corev1.ConfigMap{}
		Expect(world.Garden.Client.Get(ctx, client.ObjectKey{Namespace: "garden-" + r.project, Name: "flux-config"}, config)).To(Succeed())
		Expect(config.Annotations).NotTo(HaveKey("flux.extensions.gardener.cloud/rollout"))

		b.press(kb.Enter)
		b.shows("document.activeElement.innerText", Equal("Cancel"), "what changes nothing has the focus")
		b.tabTo("rollback")
		b.press(kb.Enter)
		line, err := b.command.Line(ctx, "Requested rollback")
		Expect(err).NotTo(HaveOccurred())
		Expect(line).To(ContainSubstring("in namespace garden-" + r.project))
		b.text(ContainSubstring("Requested rollback. All Shoots with the current revision get the previous one"))
		r.is("RolledBack")
		b.text(ContainSubstring("✗ RolledBack"))
		r.show("first", "canary")
	}, SpecTimeout(10*time.Minute))
})
