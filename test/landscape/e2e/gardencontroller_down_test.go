// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package e2e_test

import (
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	. "github.com/onsi/gomega/gstruct"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
)

// awaitsAccess waits until Extension and Shoot say that the seed has no access to the project yet.
func (s shoot) awaitsAccess() {
	GinkgoHelper()
	text := SatisfyAll(
		ContainSubstring("waiting for access of this seed to project namespace garden-"+s.project),
		ContainSubstring("an operator of Gardener has to check the garden controller"),
	)
	Eventually(s.ctx, func(g Gomega) {
		g.Expect(s.extension(g).Status.LastError).To(HaveValue(MatchFields(IgnoreExtras, Fields{"Description": text, "Codes": BeEmpty()})))
	}).Should(Succeed())
	Eventually(s.ctx, func(g Gomega) {
		g.Expect(s.get(g).Status.LastErrors).To(ContainElement(MatchFields(IgnoreExtras, Fields{"Description": text, "Codes": BeEmpty()})))
	}).Should(Succeed(), "what the owner of the Shoot sees")
}

var _ = Describe("While the garden controller is down", Ordered, Serial, Label("long"), func() {
	BeforeAll(func(ctx SpecContext) {
		Expect(world.SetAccess(ctx, landscape.PerProject)).To(Succeed())
	}, NodeTimeout(2*time.Minute))

	AfterAll(func(ctx SpecContext) {
		Expect(world.StartGardenController(ctx)).To(Succeed())
		Expect(world.SetAccess(ctx, landscape.ClusterWide)).To(Succeed())
	}, NodeTimeout(3*time.Minute))

	It("only the first Shoot of a project on a seed waits, and says for what; afterwards nothing is left to do", func(ctx SpecContext) {
		user := inGarden(ctx)
		const each = 6
		config := map[string]string{"repositoryUrl": "https://github.com/o/r"}
		for _, project := range []string{"downalpha", "downbeta", "downboth"} {
			user.project(project, config)
		}
		var shoots []shoot
		for i := range each {
			name := fmt.Sprintf("s%d", i)
			shoots = append(shoots,
				user.shoot("downalpha", name, seedName, true), user.shoot("downbeta", name, otherSeedName, true),
				user.shoot("downboth", name, []string{seedName, otherSeedName}[i%2], true))
		}
		for _, s := range shoots {
			s.succeeds()
		}
		f := fleet{user, "downsync", "downsync", "project: {propagation: Immediate}"}
		Expect(world.GitHost.CreateRepository(ctx, "downsync", false)).To(Succeed())
		_, err := world.GitHost.Commit(ctx, "downsync", "directories", map[string]string{
			"first/directory.yaml": manifest("directory", "first"), "second/directory.yaml": manifest("directory", "second"),
		})
		Expect(err).NotTo(HaveOccurred())
		user.project("downsync", f.says("first"))
		changed := user.shoot("downsync", "only", seedName, false)
		Expect(world.GitHost.AddDeployKey("downsync", "flux", user.publicKey("downsync"), true)).To(Succeed())
		changed.succeeds()
		changed.shows("directory", "first")
		moved := synced(ctx, "downmove", seedName)
		shoots = append(shoots, changed)
		AddReportEntry("shoots", fmt.Sprintf("%d Shoots exist, 2 of them with clusters", len(shoots)+1))
		failures := watchFailures(ctx, namespacesOf(shoots)...)

		Expect(world.StopGardenController(ctx)).To(Succeed())
		stopped := time.Now()

		By("all are reconciled")
		for _, s := range shoots {
			s.annotate("gardener.cloud/operation", "reconcile")
		}
		for _, s := range shoots {
			s.succeeds()
		}

		By("a project changes: its Shoots have it with their next reconciliation")
		user.configure("downsync", f.says("second"))
		changed.reconcile()
		changed.reads("second")
		changed.shows("directory", "second")

		By("Shoots are created where the seed serves the project, deleted, and moved to a seed that serves the project")
		more := []shoot{user.shoot("downalpha", "new", seedName, true), user.shoot("downboth", "new", otherSeedName, true)}
		shoots[0].delete()
		shoots[2].migrate(otherSeedName)
		shoots[2].seed = otherSeedName
		for _, s := range append(more, shoots[2]) {
			s.succeeds()
		}
		shoots[0].isDeleted()

		By("Shoots that are the first of a project on a seed wait")
		user.project("downnew", config)
		waiting := []shoot{user.shoot("downalpha", "first", otherSeedName, true), user.shoot("downnew", "first", seedName, true), user.shoot("downnew", "second", seedName, true)}
		moved.migrate(otherSeedName)
		moved.seed = otherSeedName
		waiting = append(waiting, moved)
		for _, s := range waiting {
			s.awaitsAccess()
		}
		AddReportEntry("message", waiting[0].extension(Default).Status.LastError.Description)
		commit(ctx, "downmove", "from-git", "second")
		moved.pull()
		moved.shows("from-git", "second")

		By("one that has never had access can be deleted")
		waiting[2].delete()
		waiting[2].isDeleted()

		By("what has access keeps it, however long it was not needed")
		Expect(failures()).To(BeEmpty())
		Expect(time.Since(stopped)).To(BeNumerically(">", 15*time.Second), "the grace period")
		seeds, _ := granted(ctx, "downmove")
		Expect(seeds).To(ConsistOf(seedName))

		By("the garden controller is up again")
		failures = watchFailures(ctx, namespacesOf(append(shoots[3:], more...))...)
		Expect(world.StartGardenController(ctx)).To(Succeed())
		up := time.Now()
		for _, s := range []shoot{waiting[0], waiting[1], moved} {
			s.succeeds()
		}
		AddReportEntry("caught up", fmt.Sprintf("%s after the garden controller led, which was down for %s", time.Since(up).Round(time.Second), up.Sub(stopped).Round(time.Second)))
		for project, seeds := range map[string][]string{
			"downalpha": {seedName, otherSeedName}, "downbeta": {otherSeedName}, "downboth": {seedName, otherSeedName}, "downsync": {seedName}, "downmove": {otherSeedName}, "downnew": {seedName},
		} {
			Eventually(ctx, func() []string { names, _ := granted(ctx, project); return names }).Should(ConsistOf(seeds), project)
		}
		commit(ctx, "downmove", "from-git", "third")
		moved.pullUntilShown("from-git", "third")
		moved.isWell(now(), false)
		for _, s := range append(shoots[1:], more...) {
			s.annotate("gardener.cloud/operation", "reconcile")
		}
		for _, s := range append(shoots[1:], more...) {
			s.succeeds()
		}
		Expect(failures()).To(BeEmpty())
	}, SpecTimeout(12*time.Minute))
})

func namespacesOf(shoots []shoot) []string {
	names := make([]string, 0, len(shoots))
	for _, s := range shoots {
		names = append(names, s.namespace())
	}
	return names
}
