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
		Entry("no version: the newest", "", "v2.9.3"),
		Entry("an exact version with leading v", "v2.8.7", "v2.8.7"),
		Entry("an exact version without leading v", "2.8.7", "v2.8.7"),
		Entry("an exact version with a newer embedded patch", "v2.9.1", "v2.9.1"),
		Entry("a minor version: its newest patch", "v2.9", "v2.9.3"),
		Entry("a minor version without leading v", "2.8", "v2.8.7"),
		Entry("an older patch of an embedded minor version", "v2.9.2", "v2.9.3"),
		Entry("the oldest patch of an embedded minor version", "2.8.0", "v2.8.7"),
	)

	DescribeTable("returns an error with the known versions for anything else",
		func(wanted string) {
			_, err := ResolveFluxVersion(wanted, embedded, nil)
			Expect(err).To(MatchError("unknown Flux version; the known versions are v2.8.7, v2.9.1, v2.9.3 (or leave it out for the newest)"))
		},
		Entry("a newer patch, which may contain a required fix", "v2.9.4"),
		Entry("an older minor version", "v2.1.2"),
		Entry("a version before v2", "v0.29.5"),
		Entry("a newer minor version", "2.10"),
		Entry("a major version only", "2"),
		Entry("latest", "latest"),
		Entry("a range of versions", ">=2.9"),
		Entry("a pre-release", "v2.9.3-rc.1"),
		Entry("a wildcard", "2.9.x"),
	)

	DescribeTable("resolves to a supplied version if it, or its minor version, is requested:",
		func(wanted, want string) {
			Expect(ResolveFluxVersion(wanted, embedded, []string{"v2.9.5", "v2.8.1", "v2.7.1", "v2.10.0", "v2.10.2"})).To(Equal(want))
		},
		Entry("no version: the newest embedded one", "", "v2.9.3"),
		Entry("an embedded minor version with a newer supplied patch", "v2.9", "v2.9.5"),
		Entry("an older patch of such a minor version", "v2.9.2", "v2.9.5"),
		Entry("a patch between the embedded and the supplied one", "v2.9.4", "v2.9.5"),
		Entry("the embedded patch, which the configuration names", "v2.9.3", "v2.9.3"),
		Entry("an embedded minor version with an older supplied patch", "v2.8", "v2.8.7"),
		Entry("an exact version", "v2.9.5", "v2.9.5"),
		Entry("an exact older version", "v2.8.1", "v2.8.1"),
		Entry("an exact version without leading v", "2.10.0", "v2.10.0"),
		Entry("a minor version that is only supplied", "v2.10", "v2.10.2"),
		Entry("an older patch of a minor version that is only supplied", "v2.10.1", "v2.10.2"),
		Entry("an older minor version that is only supplied", "v2.7", "v2.7.1"),
	)

	It("returns an error for a patch newer than the supplied patch", func() {
		_, err := ResolveFluxVersion("v2.9.6", embedded, []string{"v2.9.5"})
		Expect(err).To(MatchError("unknown Flux version; the known versions are v2.8.7, v2.9.1, v2.9.3, v2.9.5 (or leave it out for v2.9.3)"))
	})

	It("resolves to the newest supplied version if none is embedded", func() {
		Expect(ResolveFluxVersion("", nil, []string{"v2.9.5", "v2.10.0"})).To(Equal("v2.10.0"))
		_, err := ResolveFluxVersion("", nil, nil)
		Expect(err).To(MatchError("there is no Flux version"))
	})
})
