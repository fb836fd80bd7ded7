// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("ResolveFluxVersion", func() {
	embedded := []string{"v2.8.7", "v2.9.1", "v2.9.3"}

	DescribeTable("resolves to an embedded version",
		func(wanted, want string) {
			Expect(ResolveFluxVersion(wanted, embedded, nil)).To(Equal(want))
		},
		Entry("empty: the newest", "", "v2.9.3"),
		Entry("exact, with v", "v2.8.7", "v2.8.7"),
		Entry("exact, without v", "2.8.7", "v2.8.7"),
		Entry("exact, with a newer embedded patch", "v2.9.1", "v2.9.1"),
		Entry("a minor: its newest patch", "v2.9", "v2.9.3"),
		Entry("a minor without v", "2.8", "v2.8.7"),
		Entry("an older patch of an embedded minor", "v2.9.2", "v2.9.3"),
		Entry("the oldest patch of an embedded minor", "2.8.0", "v2.8.7"),
	)

	DescribeTable("returns an error with the known versions for anything else",
		func(wanted string) {
			_, err := ResolveFluxVersion(wanted, embedded, nil)
			Expect(err).To(MatchError("unknown Flux version; the known versions are v2.8.7, v2.9.1, v2.9.3 (or leave it out for the newest)"))
		},
		Entry("a newer patch, which may contain a required fix", "v2.9.4"),
		Entry("an older minor", "v2.1.2"),
		Entry("a version before v2", "v0.29.5"),
		Entry("a newer minor", "2.10"),
		Entry("a major only", "2"),
		Entry("latest", "latest"),
		Entry("a range", ">=2.9"),
		Entry("a pre-release", "v2.9.3-rc.1"),
		Entry("a wildcard", "2.9.x"),
	)

	DescribeTable("resolves to a supplied version only if it is wanted",
		func(wanted, want string) {
			Expect(ResolveFluxVersion(wanted, embedded, []string{"v2.9.5", "v2.7.1", "v2.10.0", "v2.10.2"})).To(Equal(want))
		},
		Entry("empty: the newest embedded one", "", "v2.9.3"),
		Entry("a minor that is embedded too", "v2.9", "v2.9.3"),
		Entry("an older patch of an embedded minor", "v2.9.2", "v2.9.3"),
		Entry("exact", "v2.9.5", "v2.9.5"),
		Entry("exact, without v", "2.10.0", "v2.10.0"),
		Entry("a minor that is supplied only", "v2.10", "v2.10.2"),
		Entry("an older patch of a minor that is supplied only", "v2.10.1", "v2.10.2"),
		Entry("an older minor that is supplied only", "v2.7", "v2.7.1"),
	)

	It("returns an error for a patch between the embedded and the supplied one", func() {
		_, err := ResolveFluxVersion("v2.9.4", embedded, []string{"v2.9.5"})
		Expect(err).To(MatchError("unknown Flux version; the known versions are v2.8.7, v2.9.1, v2.9.3, v2.9.5 (or leave it out for v2.9.3)"))
	})

	It("resolves to the newest supplied version without embedded versions", func() {
		Expect(ResolveFluxVersion("", nil, []string{"v2.9.5", "v2.10.0"})).To(Equal("v2.10.0"))
		_, err := ResolveFluxVersion("", nil, nil)
		Expect(err).To(MatchError("there is no Flux version"))
	})
})
