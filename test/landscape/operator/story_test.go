// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
)

// actTimeout bounds each act: it may wait for several rollouts.
const actTimeout = 8 * time.Minute

// The acts build on each other, as in an operator's life with the extension.
var _ = Describe("gardener-operator with the Extension of the release", Ordered, func() {
	var s *story

	BeforeAll(func(ctx SpecContext) {
		s = newStory(start(ctx))
		s.expectRegistration(ctx)
		s.install(ctx)
	}, NodeTimeout(10*time.Minute))

	It("installs it", func(ctx SpecContext) {
		s.installed(ctx)
		s.isNotRequired(ctx)
		s.admissionIsHealthy(ctx)
	}, SpecTimeout(actTimeout))

	It("registers it in the virtual garden as controller-registration.yaml does, but for the listed differences", func(ctx SpecContext) {
		s.registrationIsAsExpected(ctx)
		s.authorityIsCopied(ctx)
	}, SpecTimeout(actTimeout))

	It("has gardenlets pull the chart of the release", func(ctx SpecContext) {
		s.chartIsThatOfTheRelease(ctx)
	}, SpecTimeout(actTimeout))

	It("runs admission and garden controller with an identity in the virtual garden", func(ctx SpecContext) {
		s.podsHaveAccess(ctx)
		s.gardenControllerLeads(ctx)
	}, SpecTimeout(actTimeout))

	It("has webhooks in the virtual garden, which check what projects configure", func(ctx SpecContext) {
		s.webhooksCheckProjects(ctx)
	}, SpecTimeout(actTimeout))

	It("rolls out changed values", func(ctx SpecContext) {
		s.changedValuesAreRolledOut(ctx)
	}, SpecTimeout(actTimeout))

	It("names a chart that is missing, and goes on once the reference is right", func(ctx SpecContext) {
		s.missingChartIsNamed(ctx)
	}, SpecTimeout(actTimeout))

	It("names a registry that it does not trust, and goes on once the Secret has its authority", func(ctx SpecContext) {
		s.untrustedRegistryIsNamed(ctx)
	}, SpecTimeout(actTimeout))

	It("removes it, and nothing of a project", func(ctx SpecContext) {
		s.remove(ctx)
		s.nothingIsLeft(ctx)
		s.projectIsLeft(ctx)
	}, SpecTimeout(actTimeout))
})
