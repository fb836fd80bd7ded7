// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/mod/semver"
)

var _ = Describe("The table of deprecated versions", func() {
	It("names only minor versions that are carried, never the newest, and older ones with a newer", func() {
		var minors []string
		for _, version := range Embedded().Versions() {
			minors = append(minors, semver.MajorMinor(version))
		}
		deprecations := EmbeddedLifecycle().Deprecations
		Expect(deprecations).NotTo(BeEmpty())
		for minor, deprecation := range deprecations {
			Expect(minors).To(ContainElement(minor))
			Expect(deprecation.Minor).To(Equal(minor))
			Expect(deprecation.Until > deprecation.UnsupportedSince).To(BeTrue(), "carried no longer than Flux supports it")
			for _, other := range minors {
				if semver.Compare(other, minor) < 0 {
					Expect(deprecations).To(HaveKey(other))
				}
			}
		}
		Expect(deprecations).NotTo(HaveKey(minors[len(minors)-1]))
	})

	It("knows for each carried version which Kubernetes it needs, and that no newer Flux needs an older one", func() {
		oldest := ""
		for _, version := range Embedded().Versions() {
			needed := EmbeddedLifecycle().Kubernetes[semver.MajorMinor(version)]
			Expect(needed).NotTo(BeEmpty(), version)
			Expect(semver.Compare(needed, oldest)).To(BeNumerically(">=", 0), version)
			oldest = needed
		}
	})

	DescribeTable("is read strictly",
		func(content, message string) {
			_, err := readLifecycle([]byte(content))
			Expect(err).To(MatchError(ContainSubstring(message)))
		},
		Entry("an unknown key", "deprecated: []\n", `unknown field "deprecated"`),
		Entry("an unknown key of an entry", "deprecations:\n- {minor: v2.6, until: 2027-01-01, since: 2026-01-01}\n", `unknown field "since"`),
		Entry("a patch version", "deprecations:\n- {minor: v2.6.4, until: 2027-01-01}\n", `"v2.6.4" is no minor version`),
		Entry("no end", "deprecations:\n- {minor: v2.6}\n", "v2.6: until: "),
		Entry("no day", "deprecations:\n- {minor: v2.6, until: soon}\n", "v2.6: until: "),
		Entry("no day since when Flux does not support it", "deprecations:\n- {minor: v2.6, until: 2027-01-01, unsupportedSince: 2026-02-30}\n", "v2.6: unsupportedSince: "),
		Entry("a patch version of Kubernetes", "kubernetes: {v2.9: v1.33.0}\n", `kubernetes: "v1.33.0" is no minor version`),
		Entry("a patch version of Flux with its Kubernetes", "kubernetes: {v2.9.3: v1.33}\n", `kubernetes: "v2.9.3" is no minor version`),
		Entry("a version given twice", "deprecations:\n- {minor: v2.6, until: 2027-01-01}\n- {minor: v2.6, until: 2027-02-01}\n", "v2.6 is there twice"),
	)
})
