// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation_test

import (
	"runtime"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/util/validation/field"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
)

var _ = Describe("ValidateKnownHostsLines", func() {
	DescribeTable("takes memory in proportion to the length of the lines",
		func(lines string, wrong int) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			errs := ValidateKnownHostsLines(field.NewPath("knownHosts"), lines)
			runtime.ReadMemStats(&after)
			Expect(errs).To(HaveLen(wrong))
			Expect(after.TotalAlloc-before.TotalAlloc).To(BeNumerically("<", 16<<20), "bytes")
		},
		Entry("comments", strings.Repeat("#\n", 50_000), 0),
		Entry("blank lines before an invalid one", strings.Repeat(" \n", 50_000)+"x", 1),
	)

	It("refuses too many wildcards", func() {
		errs := ValidateKnownHostsLines(field.NewPath("knownHosts"), strings.Repeat("*a", 1001)+"b ssh-ed25519 AAAA")
		Expect(errs).To(ConsistOf(HaveField("Field", "knownHosts")))
		Expect(errs[0].Detail).To(HavePrefix("has too many wildcards"))
	})
})
