// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package revision

import (
	"strings"
	"unicode/utf8"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

const commit = "4f1d2c3b4a5968778695a4b3c2d1e0f123456789"

var _ = DescribeTable("Matches",
	func(applied, wanted string, matches bool) {
		Expect(Parse(applied).Matches(Parse(wanted))).To(Equal(matches))
	},
	Entry("is the whole one", "main@sha1:"+commit, "main@sha1:"+commit, true),
	Entry("is the commit", "main@sha1:"+commit, commit, true),
	Entry("is the commit in capital letters", "main@sha1:"+commit, strings.ToUpper(commit), true),
	Entry("is the digest with its algorithm", "v1.0@sha256:0123456789", "sha256:0123456789", true),
	Entry("is a part of the whole", "main@sha1:"+commit, "main@sha1:4f1d2c3b", true),
	Entry("is not the middle of a digest", "main@sha1:"+commit, "1d2c3b4", false),
	Entry("is not of another algorithm", "main@sha256:"+commit, "sha1:"+commit, false),
	Entry("is not that of another branch", "dev@sha1:"+commit, "main@sha1:"+commit, false),
	Entry("is not nothing", "", commit, false),
	Entry("is not what has no digest", "main", commit, false),
	Entry("is the whole one, where the reported name is cut", "feature/lo…@sha1:"+commit, "feature/long@sha1:"+commit, true),
	Entry("is the reported one, whose name is cut", "feature/long@sha1:"+commit, "feature/lo…@sha1:"+commit, true),
	Entry("has a name that is cut earlier", "feature/long…@sha1:"+commit, "feature…@sha1:"+commit, true),
	Entry("has a name that is cut later", "feature…@sha1:"+commit, "feature/long…@sha1:"+commit, true),
	Entry("is not of another branch, where the reported name is cut", "feature/lo…@sha1:"+commit, "feature/short@sha1:"+commit, false),
	Entry("is not of a branch whose name only begins alike", "feature/long@sha1:"+commit, "feature/lo@sha1:"+commit, false),
	Entry("is not another commit, where the reported name is cut", "feature/lo…@sha1:"+commit, "feature/long@sha1:0123456789", false),
	Entry("is the branch, which Flux reports with its whole reference", "refs/heads/main@sha1:"+commit, "main@sha1:"+commit, true),
	Entry("is the tag with its whole reference, of which Flux reports the name", "v1.0@sha1:"+commit, "refs/tags/v1.0@sha1:"+commit, true),
	Entry("is not a tag if it is of a branch", "refs/heads/main@sha1:"+commit, "refs/tags/main@sha1:"+commit, false),
)

var _ = DescribeTable("Cut",
	func(text string, longest int, want string) {
		short := Cut(text, longest)
		Expect(short).To(Equal(want))
		Expect(len(short)).To(BeNumerically("<=", longest))
		Expect(utf8.ValidString(short)).To(BeTrue())
		Expect(Cut(short, longest)).To(Equal(short), "a second time changes nothing")
	},
	Entry("leaves what has room", "main@sha1:"+commit, 50, "main@sha1:"+commit),
	Entry("cuts the name", "feature/long@sha1:"+commit, 56, "feature…@sha1:"+commit),
	Entry("cuts the name where a character ends", "ääääää@sha1:"+commit, 56, "äää…@sha1:"+commit),
	Entry("leaves no name where there is no room for one", "feature/long@sha1:"+commit, 49, "…@sha1:"+commit),
	Entry("leaves the digest as it is written", "feature/long@sha1:"+strings.ToUpper(commit), 56, "feature…@sha1:"+strings.ToUpper(commit)),
	Entry("cuts what has no digest at its end", "feature/long", 10, "feature…"),
	Entry("cuts a digest for which there is no room at its end", "main@sha1:"+commit, 20, "main@sha1:4f1d2c3…"),
)
