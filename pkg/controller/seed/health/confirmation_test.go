// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Confirmation", func() {
	It("confirms the conditions that the health check has written, and not those before", func(ctx SpecContext) {
		s := newSimulated(ctx)
		s.after(ctx, 15*time.Minute)
		before := s.extension(ctx)
		Expect(s.checker.Checked(before)).To(Equal(s.clock.Now()))

		By("a health check without a change")
		s.clock.Step(time.Minute)
		s.check(ctx)
		Expect(s.checker.Checked(before)).To(Equal(s.clock.Now()))

		By("a health check that writes conditions, of which the cache has not heard")
		s.server.change(func() {
			s.root.Status.LastAppliedRevision, s.root.Status.LastAttemptedRevision = "main@sha1:b", "main@sha1:b"
		})
		s.clock.Step(time.Minute)
		s.check(ctx)
		Expect(s.extension(ctx).ResourceVersion).NotTo(Equal(before.ResourceVersion))
		Expect(s.checker.Checked(before)).To(BeZero())
		Expect(s.checker.Checked(s.extension(ctx))).To(Equal(s.clock.Now()))
	})

	It("confirms nothing before the first health check", func(ctx SpecContext) {
		s := newSimulated(ctx)
		s.checker.checked.Delete(s.Ex.Namespace)
		Expect(s.checker.Checked(s.extension(ctx))).To(BeZero())
	})
})
