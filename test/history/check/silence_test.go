// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history/check"
)

var _ = DescribeTable("A value that is observed again holds in between",
	func(setup string, covered bool) {
		observations := append(short(setup+"\n0-10 shoot one"), history.Observation{At: second("110"), Observer: "garden", Same: "shoot garden-a/one"})
		Expect(check.Covers(observations, "shoot garden-a/one", second("50"))).To(Equal(covered))
	},
	Entry("not after 25 seconds", "0 setup", false),
	Entry("also after a longer time, if the observer sees each change", "0 setup silence=1h", true),
)
