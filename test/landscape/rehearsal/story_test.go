// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rehearsal_test

import (
	"os"
	"path/filepath"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

const (
	buildTimeout = time.Hour
	actTimeout   = 30 * time.Minute
)

// Texts that only one block of the page has.
const (
	permissionsCommand  = "kubectl create namespace extension-shoot-flux"
	registrationCommand = "kubectl apply --server-side -f controller-registration.yaml\n"
	runtimeCommand      = "kubectl create token"
	upgradeCommand      = "shoot-flux-application: charts.txt)\" --namespace"
	rollbackCommand     = "before/controller-registration.yaml"
	imagesCommand       = "custom-columns"
)

// The acts build on each other, as in the life of an installation.
var _ = Describe("A release", Ordered, Label("rehearsal"), func() {
	var (
		s                   *stage
		o                   *operator
		first, second       release
		carried, newer      string
		held                map[string]any
		shootOne, shootTwo  shoot
		former, successor   string
		before, beforeOther map[string]string
	)

	BeforeAll(func() {
		s = newStage()
		carried, newer = fluxVersions(filepath.Join(s.repository, "pkg", "flux", "distributions"))
		// The operator holds the Flux version, as the page says.
		held = map[string]any{"defaults": map[string]any{"flux": map[string]any{"version": carried}}}
		former, successor = "{logLevel: info}", "{verbosity: info, minReadySeconds: 1}"
	})

	It("is built twice with the same bytes, and pushed", func(ctx SpecContext) {
		first = s.build(ctx, s.repository, firstVersion, "first")
		again := s.build(ctx, s.repository, firstVersion, "again")
		Expect(again.image).To(Equal(first.image))
		Expect(again.contents()).To(Equal(first.contents()))
		s.say("both builds of %s have the same bytes", firstVersion)
	}, SpecTimeout(2*buildTimeout))

	It("is signed, and verified by its digests before the installation", func(ctx SpecContext) {
		s.signs(ctx, first)
	}, SpecTimeout(actTimeout))

	It("has a successor, with a new field, a renamed field and a newer Flux", func(ctx SpecContext) {
		second = s.build(ctx, s.successor(ctx), secondVersion, "second")
		Expect(second.image).NotTo(Equal(first.image))
	}, SpecTimeout(buildTimeout))

	It("is installed as the page says", func(ctx SpecContext) {
		s.startLandscape(ctx)
		o = s.newOperator(ctx, first)
		o.receive(first, held)
		o.runs(ctx, permissionsCommand)
		o.runs(ctx, registrationCommand)
		o.runs(ctx, runtimeCommand)
		o.gardenRuns(ctx, first)
		for _, seed := range []string{firstSeed, secondSeed} {
			o.gardenletInstalls(ctx, seed)
			o.seedRuns(ctx, seed, first)
		}
	}, SpecTimeout(actTimeout))

	It("serves the first project", func(ctx SpecContext) {
		s.createProject(ctx, former)
		shootOne, shootTwo = s.createShoot(ctx, "one", firstSeed), s.createShoot(ctx, "two", secondSeed)
		s.registerDeployKey(ctx)
		for _, shoot := range []shoot{shootOne, shootTwo} {
			shoot.succeeds(ctx)
			shoot.isReady(ctx, "first")
			shoot.hasFlux(ctx, carried, 0)
		}
		By("its admission refuses the fields of the second version")
		Expect(s.tryConfigure(ctx, successor)).To(MatchError(ContainSubstring("unknown field")))
	}, SpecTimeout(actTimeout))

	It("is followed by its successor in the garden and on one seed, which touches no Shoot", func(ctx SpecContext) {
		before, beforeOther = shootOne.untouched(ctx), shootTwo.untouched(ctx)
		o.receive(second, held)
		o.gardenletWaits(ctx, secondSeed)
		o.runs(ctx, upgradeCommand)
		o.gardenRuns(ctx, second)
		o.gardenletInstalls(ctx, firstSeed)
		o.seedRuns(ctx, firstSeed, second)
		o.seedRuns(ctx, secondSeed, first)
		s.commit(ctx, "second")
		shootOne.isReady(ctx, "second")
		shootTwo.isReady(ctx, "second")
		Expect(shootOne.untouched(ctx)).To(Equal(before))
		Expect(shootTwo.untouched(ctx)).To(Equal(beforeOther))

		By("a reconciliation by the second version delivers the same Flux")
		shootOne.reconcile(ctx)
		after := shootOne.untouched(ctx)
		delete(after, "Extension")
		delete(before, "Extension")
		Expect(after).To(Equal(before))
	}, SpecTimeout(actTimeout))

	It("serves seeds of both versions", func(ctx SpecContext) {
		By("new fields are accepted; the older seed leaves its Shoot unchanged")
		s.configure(ctx, successor)
		shootOne.hasFlux(ctx, carried, 1)
		shootTwo.isConfigured(ctx, "False", "InvalidConfiguration", ContainSubstring("unknown field"))
		s.commit(ctx, "third")
		shootOne.isReady(ctx, "third")
		shootTwo.shows(ctx, "third")
		other := shootTwo.untouched(ctx)
		delete(other, "Extension")
		delete(beforeOther, "Extension")
		Expect(other).To(Equal(beforeOther))

		By("the newer Flux is delivered on the newer seed, to the Shoot that asks for it")
		shootOne.changeTo(ctx, newer)
		shootOne.succeeds(ctx)
		shootOne.hasFlux(ctx, newer, 1)
	}, SpecTimeout(actTimeout))

	It("is followed by its successor on all seeds", func(ctx SpecContext) {
		o.gardenletInstalls(ctx, secondSeed)
		o.seedRuns(ctx, secondSeed, second)
		shootTwo.reconcile(ctx)
		shootTwo.hasFlux(ctx, carried, 1)
		shootTwo.isConfigured(ctx, "True", "Configured", Not(BeEmpty()))
		shootTwo.isReady(ctx, "third")
	}, SpecTimeout(actTimeout))

	It("comes back, and nothing is lost", func(ctx SpecContext) {
		before, beforeOther = shootOne.possessions(ctx), shootTwo.possessions(ctx)
		o.runs(ctx, rollbackCommand)
		o.gardenRuns(ctx, first)
		for _, seed := range []string{firstSeed, secondSeed} {
			o.gardenletInstalls(ctx, seed)
			o.seedRuns(ctx, seed, first)
		}
		Expect(o.runs(ctx, imagesCommand)).To(ContainSubstring("@" + first.image))

		By("new fields and the newer Flux leave the Shoots unchanged")
		shootOne.askForReconciliation(ctx)
		shootTwo.askForReconciliation(ctx)
		shootOne.isConfigured(ctx, "False", "InvalidConfiguration", ContainSubstring("unknown field"))
		shootTwo.isConfigured(ctx, "False", "InvalidConfiguration", ContainSubstring("unknown field"))
		s.commit(ctx, "fourth")
		shootOne.shows(ctx, "fourth")
		shootTwo.shows(ctx, "fourth")
		shootOne.hasFlux(ctx, newer, 1)
		shootTwo.hasFlux(ctx, carried, 1)

		By("the project goes back to the former field")
		s.configure(ctx, former)
		shootTwo.hasFlux(ctx, carried, 0)
		shootTwo.isReady(ctx, "fourth")

		By("Flux is not downgraded")
		shootOne.changeTo(ctx, carried)
		shootOne.isConfigured(ctx, "False", "InvalidConfiguration", ContainSubstring("is not downgraded"))
		shootOne.hasFlux(ctx, newer, 1)
		s.commit(ctx, "fifth")
		shootOne.shows(ctx, "fifth")
		shootTwo.isReady(ctx, "fifth")
		Expect(shootOne.possessions(ctx)).To(Equal(before))
		Expect(shootTwo.possessions(ctx)).To(Equal(beforeOther))
	}, SpecTimeout(actTimeout))

	It("has run all commands that the page leaves to the rehearsal, and reports all artefacts", func() {
		s.expectAllRun()
		table := s.table(first)
		s.say("the artefacts\n%s", table)
		if directory := os.Getenv("REHEARSAL_OUT"); directory != "" {
			Expect(os.MkdirAll(directory, 0o750)).To(Succeed())
			Expect(os.WriteFile(filepath.Join(directory, "artefacts.txt"), []byte(table), 0o600)).To(Succeed())
		}
	})
})
