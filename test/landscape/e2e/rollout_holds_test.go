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
)

var _ = Describe("A rollout", Serial, Label("long"), func() {
	It("begins with a ring when its window opens, and during a freeze only after an approval", func(ctx SpecContext) {
		opens := time.Now().UTC().Add(4 * time.Minute).Truncate(time.Minute)
		window := fmt.Sprintf(", windows: [{name: office, cron: '%d %d * * *', duration: 2h, timeZone: UTC}]", opens.Minute(), opens.Hour())
		r := newRinged(ctx, "held", ringsWith("", window), 1)
		before := r.delivered("production")

		By("the canary and staging have no window: production waits for its own, and a reconciliation changes nothing")
		r.configure(r.project, r.says("second"))
		r.show("second", "canary", "staging")
		r.is("WaitingForWindow")
		Expect(r.progress(Default).Rings[2].WaitsFor).To(Equal("window office, opens " + opens.Format("Mon 2 Jan 15:04 MST")))
		r.rings["production"][0].reconcile()
		Expect(r.delivered("production")).To(Equal(before))
		Expect(time.Now()).To(BeTemporally("<", opens), "the window is still closed")
		Eventually(ctx, time.Now).WithTimeout(5 * time.Minute).Should(BeTemporally(">=", opens))
		r.show("second", "production")
		r.is("Complete")

		By("a freeze of production begins: the other rings get the next change")
		r.settings = strings.Replace(r.settings, "{rings:", "{freezes: [{name: release, from: 2026-01-01T00:00, to: 2099-01-01T00:00, timeZone: Europe/Berlin, rings: [production]}], rings:", 1)
		r.configure(r.project, r.says("second"))
		r.is("Complete")
		since := time.Now()
		r.configure(r.project, r.says("third"))
		r.show("third", "canary", "staging")
		r.is("Frozen")
		Expect(r.progress(Default).Message).To(Equal("ring production: freeze release until Thu 1 Jan 2099 00:00 CET"))
		r.show("second", "production")

		By("an approval alone does not overrule it, and one during the freeze does")
		r.operates("approve=production")
		r.is("Frozen")
		r.operates("approve-during-freeze=production")
		r.reports(since, "RolloutApproved", ContainSubstring(", also during freeze release until "))
		r.show("third", "production")
		r.is("Complete")

		By("the next change waits again")
		r.configure(r.project, r.says("first"))
		r.show("first", "canary", "staging")
		r.is("Frozen")
		r.show("third", "production")
	}, SpecTimeout(15*time.Minute))
})
