// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"context"
	"fmt"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
)

var _ = Describe("A rollout", Serial, Label("long"), func() {
	It("begins with a ring when its window opens, during a freeze after an approval, when a check passes, and after the operator's stop and freeze and the hold of a Shoot", func(ctx SpecContext) {
		opens := time.Now().UTC().Add(4 * time.Minute).Truncate(time.Minute)
		window := fmt.Sprintf(", windows: [{name: office, cron: '%d %d * * *', duration: 2h, timeZone: UTC}]", opens.Minute(), opens.Hour())
		rings := func(production string) string {
			return "{rings: [{name: canary, shoots: {matchLabels: {ring: canary}}, soak: 3s}, {name: production, soak: 0s" + production + "}], progressDeadline: 4m}"
		}
		r := newRingedOf(ctx, "held", rings(window), []string{"canary", "production"}, 1)
		before := r.delivered("production")

		By("the canary has no window: production waits for its own, and a reconciliation changes nothing")
		r.configure(r.project, r.says("second"))
		r.show("second", "canary")
		r.is("WaitingForWindow")
		Expect(r.progress(Default).Rings[1].WaitsFor).To(Equal("window office, opens " + opens.Format("Mon 2 Jan 15:04 MST")))
		r.prints("status")
		r.prints("calendar")
		r.rings["production"][0].reconcile()
		Expect(r.delivered("production")).To(Equal(before))
		Expect(time.Now()).To(BeTemporally("<", opens), "the window is still closed")
		Eventually(ctx, time.Now).WithTimeout(5 * time.Minute).Should(BeTemporally(">=", opens))
		r.show("second", "production")
		r.is("Complete")

		By("a freeze of production begins: the canary gets the next change")
		r.settings = strings.Replace(r.settings, "{rings:", "{freezes: [{name: release, from: 2026-01-01T00:00, to: 2099-01-01T00:00, timeZone: Europe/Berlin, rings: [production]}], rings:", 1)
		r.configure(r.project, r.says("second"))
		r.is("Complete")
		since := time.Now()
		r.configure(r.project, r.says("third"))
		r.show("third", "canary")
		r.is("Frozen")
		Expect(r.progress(Default).Message).To(Equal("ring production: freeze release until Thu 1 Jan 2099 00:00 CET"))
		r.show("second", "production")
		r.prints("status")
		r.prints("calendar")

		By("an approval alone does not overrule it, and one during the freeze does")
		r.operates("approve=production")
		r.is("Frozen")
		r.operates("approve-during-freeze=production")
		r.reports(since, "RolloutApproved", ContainSubstring(", also during freeze release until "))
		r.show("third", "production")
		r.is("Complete")

		By("the next change waits again, and after the freeze for a check")
		r.commit("fourth")
		r.configure(r.project, r.says("fourth"))
		r.show("fourth", "canary")
		r.is("Frozen")
		r.show("third", "production")
		system, listen, authority := newCheckedSystem(ctx)
		listen()
		r.secret(r.project, "flux-checks", corev1.SecretTypeOpaque, map[string]string{"system": checkCredential(authority, "token: "+checkToken)})
		system.says("/change", `{"state": "pending"}`)
		r.settings = "project: {rollout: " + rings(window+", checks: [{name: change, http: {url: 'https://"+receiverAddress+"/change', expression: 'body.state == \"approved\"'}, when: BeforeStart}]") + "}\n"
		r.configure(r.project, r.says("fourth"))
		r.waitsFor(1, "WaitingForCheck", "check change: the expression is false since ")
		r.show("third", "production")

		By("the operator stops all rollouts, and the check passes")
		all := landscapeRollout("all")
		DeferCleanup(func(ctx context.Context) { all.runs(ctx, "resume") })
		output, code := all.runs(ctx, "stop", "--reason", "incident 42")
		Expect(code).To(Equal(0), output)
		r.is("Frozen")
		system.says("/change", `{"state": "approved"}`)
		r.rings["production"][0].reconcile()
		stays := func(phase string) {
			GinkgoHelper()
			Consistently(ctx, func(g Gomega) { g.Expect(r.progress(g).Phase).To(Equal(phase)) }, "9s", "1s").Should(Succeed(), "the recorder lists all objects meanwhile")
		}
		stays("Frozen")
		r.show("third", "production")
		r.prints("status")
		output, code = all.runs(ctx, "resume")
		Expect(code).To(Equal(0), output)
		r.show("fourth", "production")
		r.is("Complete")
		stays("Complete")

		By("the operator freezes the project, and allows no approval")
		DeferCleanup(func(ctx context.Context) { Expect(world.Configure(ctx, nil)).To(Succeed()) }, NodeTimeout(3*time.Minute))
		freeze := map[string]any{"name": "landscape", "from": "2026-01-01T00:00", "to": "2099-01-01T00:00", "timeZone": "UTC", "namespaces": []any{"garden-" + r.project}}
		Expect(world.Configure(ctx, map[string]any{"projectFreezes": []any{freeze}})).To(Succeed())
		r.settings = "project: {rollout: {shootHold: {max: 1h}, " + strings.TrimPrefix(rings(""), "{") + "}\n"
		r.configure(r.project, r.says("second"))
		r.is("Frozen")
		Expect(r.progress(Default).Message).To(Equal("ring canary: the operator's freeze landscape until Thu 1 Jan 2099 00:00 UTC"))
		frozen := time.Now()
		r.operates("approve-during-freeze=canary")
		r.reports(frozen, "RolloutApproved", ContainSubstring("Nothing is approved: the operator does not allow ring canary to begin during the operator's freeze landscape"))
		r.show("fourth", "canary", "production")

		By("a Shoot asks for no change by its annotation, and the freeze ends")
		until := time.Now().UTC().Add(30 * time.Minute).Truncate(time.Second)
		held := r.rings["production"][0]
		held.annotate("flux.extensions.gardener.cloud/hold-until", until.Format(time.RFC3339))
		Expect(world.Configure(ctx, nil)).To(Succeed())
		r.show("second", "canary")
		r.waitsFor(1, "Holding", held.name+" (held until "+until.Format("Mon 2 Jan 15:04 MST")+")")
		r.show("fourth", "production")
		Expect(r.prints("calendar")).To(ContainSubstring("hold " + held.name))
		Expect(r.prints("calendar", "-o", "ical")).To(And(HavePrefix("BEGIN:VCALENDAR\r\n"), ContainSubstring("\r\nSUMMARY:hold "+held.name), ContainSubstring("\r\nDTEND:"+until.Format("20060102T150405Z"))))

		By("the Shoot asks no more")
		held.annotate("flux.extensions.gardener.cloud/hold-until", "")
		r.show("second", "production")
		r.is("Complete")
		AddReportEntry("Events", r.events(Default, since))
		r.prints("history")
	}, SpecTimeout(20*time.Minute))
})
