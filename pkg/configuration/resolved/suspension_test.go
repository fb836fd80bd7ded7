// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package resolved_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

var _ = Describe("Suspension", func() {
	DescribeTable("follows a change in the shoot",
		func(before Suspension, suspended bool, after Suspension) {
			Expect(before.Follow(suspended)).To(Equal(after))
		},
		Entry("nothing", Suspension{}, false, Suspension{}),
		Entry("suspends", Suspension{}, true, Suspension{Suspended: true, Held: HeldSuspended}),
		Entry("resumes again, as configured", Suspension{Suspended: true, Held: HeldSuspended}, false, Suspension{}),
		Entry("resumes a configured suspension", Suspension{Suspended: true}, false, Suspension{Held: HeldResumed}),
		Entry("suspends again, as configured", Suspension{Held: HeldResumed}, true, Suspension{Suspended: true}),
		Entry("leaves it suspended", Suspension{Suspended: true, Held: HeldSuspended}, true, Suspension{Suspended: true, Held: HeldSuspended}),
	)
})
