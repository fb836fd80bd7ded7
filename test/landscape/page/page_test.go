// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package page

import (
	"regexp"
	"strings"
	"time"

	"github.com/chromedp/chromedp/kb"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/browser"
)

const (
	caption = `document.getElementById("count").innerText`
	buttons = `[...document.querySelectorAll(".operations button")].map((button) => button.innerText).join()`
)

// row is the row of a Shoot, which is a card on a phone.
func row(name string) string {
	return `[...document.querySelectorAll("#shoots tbody tr")].find((row) => row.querySelector("a").innerText === "` + name + `")`
}

var _ = Describe("The page of the command dashboard", func() {
	It("shows Shoots, a Shoot and a rollout on a phone and in a window", func(ctx SpecContext) {
		garden := record()
		t := browse(ctx, garden)

		By("the Shoots")
		t.shows(caption, Equal("7 Shoots, 1 without the present configuration"))
		t.shows(row("shop-eu")+`.querySelector("dl").innerText.split("\n").join("|")`, And(
			HavePrefix("Error|Kustomization flux-system/flux-system: kustomization path not found"), ContainSubstring("|Cause|BuildFailed|Fix|The source has no directory ./clusters/shop-eu")))
		t.shows(row("shop-us")+`.innerText`, And(ContainSubstring("replicaCount: got string, want integer"), ContainSubstring("Check the values and the chart"), Not(ContainSubstring("1 more waiting"))))
		t.shows(row("shop-ap")+`.innerText`, ContainSubstring("… Pending: WaitingForMaintenanceWindow flux-config has changed, and the Shoot confines changes to its maintenance time window"))
		t.shows(row("shop-sa")+`.getBoundingClientRect().height < 40`, Equal("true"), "a Shoot that is well takes one line")
		t.isAccessible("fleet", "fleet-dark")
		Expect(browser.Resize(t.tab, phone, phoneHeight)).To(Succeed())
		t.shows(row("shop-eu")+`.querySelector("dl").getBoundingClientRect().top >= `+row("shop-eu")+`.querySelector("a").getBoundingClientRect().bottom`, Equal("true"), "the message is under the name")

		Expect(browser.Resize(t.tab, window, windowHeight)).To(Succeed())

		By("a filter that matches nothing")
		t.press("/nothing")
		t.text(ContainSubstring("No Shoot matches the filter."))
		t.enter("Clear the filter")
		t.shows(caption, HavePrefix("7 Shoots"))

		By("a Shoot")
		t.enter("shop-us")
		t.text(And(ContainSubstring("ssh://git@github.com/my-org/my-fleet"), MatchRegexp(`Branch\s+main`), MatchRegexp(`Path\s+\./clusters/shop-us`), ContainSubstring("1 more waiting")))
		t.shows(`document.body.innerText.split("replicaCount: got string").length - 1`, Equal("1"), "the message is there once")
		t.shows(`[...document.querySelectorAll(".tree details")].map((d) => d.querySelector("summary").innerText.split(/[ :]/)[1] + d.open).join()`,
			Equal("flux-system/flux-systemtrue,flux-system/infrastructurefalse,flux-system/appstrue"), "what has failed is open")
		t.enter("Kustomization flux-system/infrastructure: Ready")
		t.shows(`document.querySelectorAll(".tree details[open]").length`, Equal("3"))
		t.enter("← All Shoots")
		t.enter("shop-ap")
		t.text(ContainSubstring("… Pending: WaitingForMaintenanceWindow"))
		t.shows(buttons, Equal("reconcile,reconcile outside the window"))
		t.isAccessible()
		t.enter("reconcile outside the window")
		t.enter("reconcile outside the window shop-ap")
		t.text(ContainSubstring("Requested: reconcile outside the window."))
		Expect(garden.patched).To(Receive(And(ContainSubstring(`shop-ap`), ContainSubstring(`outsideWindow`))))
		t.enter("← All Shoots")
		t.enter("shop-eu")
		t.text(And(ContainSubstring("ssh-ed25519 AAAA"), ContainSubstring("SystemComponentsHealthy"), ContainSubstring("as above")))
		t.isAccessible("shoot")
		t.enter("Copy")
		t.shows(`document.activeElement.innerText`, Equal("Copied"))

		By("its rollout, with buttons that are possible")
		t.enter("Rollouts")
		t.shows(buttons, Equal("approve canary,skip shop-eu,pause,rollback"))
		t.shows(`document.querySelector(".failing .fix").innerText`, Not(BeEmpty()), "the fix stands with the error")
		t.shows(`document.querySelector(".diff").compareDocumentPosition(document.querySelector(".operations")) === Node.DOCUMENT_POSITION_FOLLOWING`, Equal("true"), "the reason comes first")
		t.shows(`[...document.querySelectorAll(".operations > button + span")].map((e) => e.innerText)[0]`, HavePrefix("Start a ring with the current change"))
		Expect(garden.reviewed).To(Receive(Equal("patch configmaps garden-my-project/flux-config")), "asked before a button is pressed")
		t.shows(`[...document.querySelectorAll(".diff summary, .diff dd, .diff .removed, .diff .added")].map((e) => e.innerText.trim()).join("|")`,
			Equal("What changes in ring canary|9b4981baf5b1e52f → ca11b222776bcc21|v2.9.3|-  logLevel: info|+  logLevel: debug"))
		t.isAccessible("rollout")
		t.enter("What changes in ring canary")
		t.shows(`document.querySelector(".diff").open`, Equal("false"))
		t.shows(`["pause", "rollback"].map((name) => getComputedStyle(document.querySelector("[data-key=" + name + "]")).color).reduce((a, b) => a !== b)`, Equal("true"))
		t.enter("rollback")
		t.shows(`document.querySelector("dialog").open`, Equal("true"))
		t.isAccessible()
		t.press(kb.Escape)
		t.shows(`document.querySelector("dialog").open`, Equal("false"))
		Expect(garden.patched).NotTo(Receive())
		t.enter("pause")
		t.enter("pause")
		t.text(ContainSubstring("Requested pause."))
		Expect(garden.patched).To(Receive(ContainSubstring(`"flux.extensions.gardener.cloud/rollout":"pause"`)))
	}, SpecTimeout(8*time.Minute))

	DescribeTable("says whether a report is current, because its age alone reads as stale", func(ctx SpecContext, written, expected string) {
		t := browse(ctx, record("shoot-flux-seed-eu-1, ", "shoot-flux-seed-eu-1, "+written))
		t.enter("shop-us")
		t.text(MatchRegexp(`Report\s+` + expected))
		t.isAccessible()
	},
		Entry("one that its seed has confirmed", SpecTimeout(3*time.Minute), `time: "2999-01-01T00:00:00Z", `, "current, confirmed 0s ago; seeds confirm every 10m"),
		Entry("one that its seed no longer confirms", SpecTimeout(3*time.Minute), `time: "2026-11-26T08:20:00Z", `, "old, last confirmed 40m ago"),
		Entry("one without a known time of the last write", SpecTimeout(3*time.Minute), "", "first observed 30m ago"),
	)

	DescribeTable("shows the buttons of a rollout that have an effect", func(ctx SpecContext, garden func() *recorded, expected, text string) {
		t := browse(ctx, garden())
		t.enter("Rollouts")
		t.text(ContainSubstring(text))
		t.shows(buttons, Equal(expected))
		t.shows(`document.querySelector("main .good")?.innerText ?? "none"`, Equal("none"), "nothing is green")
	},
		Entry("one that is paused", SpecTimeout(3*time.Minute), func() *recorded { return record("phase: Stopped\n    rings", "phase: Paused\n    rings") }, "resume", "‖ Paused"),
		Entry("one that is complete with a failed Shoot", SpecTimeout(3*time.Minute), func() *recorded {
			return record("phase: Stopped", "phase: Complete", "phase: Waiting", "phase: Holding")
		}, "skip shop-eu,approve production,pause,rollback", "! Complete, but 1 failed"),
		Entry("one of a viewer", SpecTimeout(3*time.Minute), func() *recorded { return record().refusing("patch configmaps") }, "", "needs the permission to patch ConfigMap flux-config in namespace garden-my-project"),
	)

	It("shows hostile text in the difference of a rollout as text", func(ctx SpecContext) {
		t := browse(ctx, record().withTarget(`{"<img src=x onerror=alert(1)>":"<script>\u202e\u001b[2J`+strings.Repeat("long", 20_000)+`"}`))
		t.enter("Rollouts")
		t.text(And(ContainSubstring(`+<img src=x onerror=alert(1)>: <script>\u202e\u001b[2Jlong`), ContainSubstring("the rest is left out")))
		t.shows(`document.querySelectorAll(".diff img, .diff script").length`, Equal("0"))
		t.isAccessible()
	}, SpecTimeout(3*time.Minute))

	It("shows and steers a rollout of the operator beside those of projects, with hostile names as text", func(ctx SpecContext) {
		garden := record().withOperator()
		t := browseWith(ctx, garden, "-A")
		t.enter("Rollouts")
		const hostile = "<img src=x onerror=alert(1)>"
		t.shows(`[...document.querySelectorAll("main summary h2")].map((h) => h.innerText).join()`, Equal("The rollout of the baseline,garden-my-project"))
		t.enter("The rollout of the baseline ✗ Stopped")
		t.text(And(ContainSubstring("Rings of seeds, in their order"), ContainSubstring("Projects that count as failures"), ContainSubstring("Shoot "+hostile+": path not found"),
			ContainSubstring(hostile+" has failed"), ContainSubstring("skip="+hostile), ContainSubstring("Seed "+hostile+" does not count"), ContainSubstring("path: ./<script>")))
		t.shows(`document.querySelectorAll("main img, main script").length`, Equal("0"))
		t.shows(`document.querySelector("main details").querySelectorAll("a").length`, Equal("0"), "a seed has no page")
		Expect(browser.Eval[bool](t.tab, `document.querySelectorAll("main > div > div > details").forEach((d, i) => { d.open = i === 0; }); true`)).To(BeTrue())
		t.isAccessible()
		t.enter("pause")
		t.shows(`document.getElementById("confirmation-title").innerText`, Equal("pause in the rollout of the baseline?"))
		t.enter("pause")
		t.text(ContainSubstring("Requested pause."))
		Eventually(garden.reviewed).Should(Receive(Equal("patch configmaps garden/shoot-flux-baseline")))
		Expect(garden.patched).To(Receive(ContainSubstring(`"flux.extensions.gardener.cloud/rollout":"pause"`)))
	}, SpecTimeout(5*time.Minute))

	It("draws windows, freezes and holds as a timeline, with hostile names as text, and approves a ring during a freeze", func(ctx SpecContext) {
		const hostile = "<img src=x onerror=alert(1)>"
		garden := record("phase: Waiting", "phase: Frozen\n      duringFreeze: freeze "+hostile+" until Tue 1 Jan 2999 00:00 UTC",
			`"uid": "uid-shop-us", `, `"uid": "uid-shop-us", "hold": {"until": "2999-01-01T00:00:00Z", "reason": "<script>"}, `).withHolds(hostile)
		t := browse(ctx, garden)
		t.enter("Rollouts")
		t.shows(`[...document.querySelectorAll(".timeline li p")].map((e) => e.innerText).sort().join("|")`, MatchRegexp(
			`^freeze `+regexp.QuoteMeta(hostile)+` \(rings: production\): Sat 1 Jan 2000 00:00 UTC to Tue 1 Jan 2999 00:00 UTC`+
				`\|hold shop-us: <script>: .* to Tue 1 Jan 2999 00:00 UTC`+
				`\|window `+regexp.QuoteMeta(hostile)+` \(rings: canary\): .* 09:00 CES?T to .* 16:00 CES?T, and (29|30) more$`))
		t.shows(`[...document.querySelectorAll(".timeline li")].map((e) => e.querySelectorAll("rect").length).sort().join()`, MatchRegexp(`^1,1,3[01]$`))
		t.shows(`document.querySelector(".timeline rect.freeze").getAttribute("width")`, Equal("100%"))
		t.shows(`document.querySelectorAll("main img, main script").length`, Equal("0"))
		t.isAccessible()
		t.enter("As a table")
		t.shows(`document.querySelectorAll(".timeline tbody tr").length`, MatchRegexp(`^3[23]$`))
		t.isAccessible()

		By("an approval during the freeze, which names it")
		t.shows(buttons, Equal("approve canary,skip shop-eu,approve-during-freeze production,pause,rollback"))
		t.text(ContainSubstring("Start the ring also during freeze " + hostile + " until Tue 1 Jan 2999 00:00 UTC."))
		t.enter("approve-during-freeze production")
		t.enter("approve-during-freeze production")
		t.text(ContainSubstring("Requested approve-during-freeze=production."))
		Expect(garden.patched).To(Receive(ContainSubstring(`"flux.extensions.gardener.cloud/rollout":"approve-during-freeze=production"`)))
	}, SpecTimeout(5*time.Minute))

	DescribeTable("says what to do where there is nothing", func(ctx SpecContext, garden func() *recorded, shoots, rollouts string) {
		t := browse(ctx, garden())
		t.text(ContainSubstring(shoots))
		t.isAccessible()
		t.enter("Rollouts")
		t.text(ContainSubstring(rollouts))
		t.isAccessible()
	},
		Entry("no Shoot and no rollout", SpecTimeout(3*time.Minute), func() *recorded { return record().without("Shoot", "flux-status", "flux-rollout") },
			"To enable it, add type: shoot-flux to spec.extensions", "There is no rollout"),
		Entry("no access", SpecTimeout(3*time.Minute), func() *recorded { return record().without("flux-status", "flux-rollout").refusing("list shoots") },
			"Ask an administrator of the project for the role viewer.", "There is no rollout"),
	)
})
