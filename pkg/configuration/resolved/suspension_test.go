// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package resolved_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

var _ = Describe("Suspension.Follow", func() {
	DescribeTable("returns the suspension after a change in the shoot:",
		func(before Suspension, suspended bool, after Suspension) {
			Expect(before.Follow(suspended)).To(Equal(after))
		},
		Entry("no change", Suspension{}, false, Suspension{}),
		Entry("a suspended object", Suspension{}, true, Suspension{Suspended: true, Held: HeldSuspended}),
		Entry("an object resumed as configured", Suspension{Suspended: true, Held: HeldSuspended}, false, Suspension{}),
		Entry("an object resumed against the configuration", Suspension{Suspended: true}, false, Suspension{Held: HeldResumed}),
		Entry("an object suspended as configured", Suspension{Held: HeldResumed}, true, Suspension{Suspended: true}),
		Entry("a configured suspension", Suspension{Suspended: true, Held: HeldSuspended}, true, Suspension{Suspended: true, Held: HeldSuspended}),
	)
})
