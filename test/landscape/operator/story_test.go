// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator_test

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
)

var _ = Describe("gardener-operator", Ordered, func() {
	var s *story

	BeforeAll(func(ctx SpecContext) {
		s = newStory(start(ctx))
		s.install(ctx)
	}, NodeTimeout(10*time.Minute))

	It("reports the Extension as installed", func(ctx SpecContext) {
		s.installed(ctx)
	}, SpecTimeout(5*time.Minute))
})
