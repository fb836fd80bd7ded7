// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"os/exec"
	"strings"
	"time"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// prints runs a subcommand of kubectl shoot-flux rollout for the project, which has to succeed, and reports the first
// lines of its output.
func (r ringed) prints(subcommand string, flags ...string) string {
	GinkgoHelper()
	arguments := append([]string{"rollout", subcommand, "-n", "garden-" + r.project, "--kubeconfig", world.Garden.Cluster.Kubeconfig}, flags...)
	output, err := exec.CommandContext(r.ctx, world.Plugin, arguments...).CombinedOutput()
	Expect(err).NotTo(HaveOccurred(), string(output))
	lines := strings.SplitAfter(string(output), "\n")
	AddReportEntry("rollout "+subcommand, strings.Join(lines[:min(12, len(lines))], ""))
	return string(output)
}

// waitsFor waits until a ring says what it waits for.
func (r ringed) waitsFor(ring int, phase, reason string) {
	GinkgoHelper()
	Eventually(r.ctx, func(g Gomega) {
		g.Expect(r.progress(g).Rings[ring]).To(And(HaveField("Phase", phase), HaveField("WaitsFor", ContainSubstring(reason))))
	}).Should(Succeed())
}

// follows waits until the source of the Shoot is pinned to the commit; to none if the commit is empty.
func (s shoot) follows(commit string) {
	GinkgoHelper()
	Eventually(s.ctx, func(g Gomega) {
		source := &sourcev1.GitRepository{}
		g.Expect(s.client().Get(s.ctx, client.ObjectKey{Namespace: "flux-system", Name: "flux-system"}, source)).To(Succeed())
		pinned := ""
		if reference := source.Spec.Reference; reference != nil {
			pinned = reference.Commit
		}
		g.Expect(pinned).To(Equal(commit))
	}).Should(Succeed())
}

var _ = Describe("A window", Serial, Label("long"), func() {
	It("opens and closes with the clock of the garden controller, for commits in a pinned first ring, too, and does not open again", func(ctx SpecContext) {
		clock := newMovedClock(ctx)
		rollout := func(canary, production string) string {
			return fmt.Sprintf("{source: Promote, rings: [{name: canary, shoots: {matchLabels: {ring: canary}}, soak: 3s%s}, {name: production, soak: 0s%s}], progressDeadline: 4m}", canary, production)
		}
		r := newRingedOf(ctx, "clocked", rollout("", ""), []string{"canary", "production"}, 1)
		r.acts("clock", "garden-controller")
		canary, production := r.rings["canary"][0], r.rings["production"][0]
		first := r.commit("first", "second", "third")
		for _, s := range r.all() {
			s.pull()
		}
		r.promotes(first)

		By("both windows are closed: the canary keeps its commit")
		opens := time.Now().UTC().Add(4 * time.Minute).Truncate(time.Minute)
		later := opens.Add(8 * time.Minute)
		window := func(name string, at time.Time) string {
			return fmt.Sprintf(", windows: [{name: %s, cron: '%d %d * * *', duration: 4m, timeZone: UTC}]", name, at.Minute(), at.Hour())
		}
		stamp := func(at time.Time) string { return at.Format("Mon 2 Jan 15:04 MST") }
		r.settings = "project: {rollout: " + rollout(", pin: true"+window("early", opens), window("late", later)) + "}\n"
		r.configure(r.project, r.says("first"))
		r.waitsFor(0, "Complete", "commits wait for window early, opens "+stamp(opens))
		canary.follows(first)
		second, err := world.GitHost.Commit(ctx, r.repository, "second commit", map[string]string{"first/directory.yaml": manifest("directory", "second commit")})
		Expect(err).NotTo(HaveOccurred())
		keeps := func(s shoot, commit string) {
			GinkgoHelper()
			Consistently(ctx, func(g Gomega) {
				s.pull()
				g.Expect(s.status(g).AppliedRevision).To(HaveSuffix(commit))
			}, "8s", "2s").Should(Succeed())
		}
		keeps(canary, first)
		r.prints("status")
		r.prints("calendar")

		By("the window of the canary opens: it gets the commit, and production waits for its own")
		clock.shows(opens.Add(time.Minute))
		canary.follows("")
		canary.pull()
		canary.shows("directory", "second commit")
		r.waitsFor(1, "WaitingForWindow", "window late, opens "+stamp(later))
		keeps(production, first)
		r.prints("status")

		By("the window of production opens, and that of the canary is closed again")
		clock.shows(later.Add(time.Minute))
		production.shows("directory", "second commit")
		r.promotes(second)
		r.waitsFor(0, "Complete", "commits wait for window early, opens "+stamp(opens.AddDate(0, 0, 1)))
		canary.follows(second)

		By("the window of production closes: a change of the configuration waits in both rings")
		clock.shows(later.Add(5 * time.Minute))
		r.waitsFor(0, "Complete", "commits wait for window early")
		r.configure(r.project, r.says("second"))
		r.waitsFor(0, "WaitingForWindow", "window early, opens "+stamp(opens.AddDate(0, 0, 1)))

		By("the next garden controller has a clock that shows the time at which the window was open")
		began := now()
		clock.shows(opens.Add(2 * time.Minute))
		killGardenController(ctx)
		r.acts("kill", "garden-controller")
		Expect(world.StartGardenController(ctx)).To(Succeed())
		r.is("Waiting")
		keeps(canary, second)
		r.prints("status")
		AddReportEntry("Events", r.events(Default, began))
		clock.shows(later.Add(6 * time.Minute))
		r.waitsFor(0, "WaitingForWindow", "window early, opens "+stamp(opens.AddDate(0, 0, 1)))
		r.show("second commit", "canary", "production")
	}, SpecTimeout(15*time.Minute))
})
