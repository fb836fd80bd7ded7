// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/mod/semver"
)

var _ = Describe("The oldest supported versions of Kubernetes", func() {
	It("are known for each carried version of Flux, and never decrease", func() {
		oldest := ""
		for _, version := range Embedded().Versions() {
			needed := OldestKubernetes()[semver.MajorMinor(version)]
			Expect(needed).NotTo(BeEmpty(), version)
			Expect(semver.Compare(needed, oldest)).To(BeNumerically(">=", 0), version)
			oldest = needed
		}
	})

	DescribeTable("are only read from a table of minor versions",
		func(content, message string) {
			_, err := readOldestKubernetes([]byte(content))
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("a value that is not a string", "v2.9: [v1.33]\n", "cannot unmarshal"),
		Entry("a patch version of Kubernetes", "v2.9: v1.33.0\n", `"v1.33.0" is not a minor version such as v1.33`),
		Entry("a patch version of Flux", "v2.9.3: v1.33\n", `"v2.9.3" is not a minor version such as v1.33`),
		Entry("a minor version twice", "v2.9: v1.33\nv2.9: v1.34\n", `key "v2.9" already set`),
	)
})
