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

var _ = DescribeTable("Matches compares the reported revision with",
	func(applied, wanted string, matches bool) {
		Expect(Parse(applied).Matches(Parse(wanted))).To(Equal(matches))
	},
	Entry("the whole revision", "main@sha1:"+commit, "main@sha1:"+commit, true),
	Entry("the commit", "main@sha1:"+commit, commit, true),
	Entry("the commit in capital letters", "main@sha1:"+commit, strings.ToUpper(commit), true),
	Entry("the digest with its algorithm", "v1.0@sha256:0123456789", "sha256:0123456789", true),
	Entry("the beginning of the digest", "main@sha1:"+commit, "main@sha1:4f1d2c3b", true),
	Entry("the middle of a digest", "main@sha1:"+commit, "1d2c3b4", false),
	Entry("another algorithm", "main@sha256:"+commit, "sha1:"+commit, false),
	Entry("another branch", "dev@sha1:"+commit, "main@sha1:"+commit, false),
	Entry("a digest, if the reported revision is empty", "", commit, false),
	Entry("a digest, if the reported revision has none", "main", commit, false),
	Entry("the whole revision, if the reported name is cut", "feature/lo…@sha1:"+commit, "feature/long@sha1:"+commit, true),
	Entry("the reported revision with its cut name", "feature/long@sha1:"+commit, "feature/lo…@sha1:"+commit, true),
	Entry("a name that is cut earlier", "feature/long…@sha1:"+commit, "feature…@sha1:"+commit, true),
	Entry("a name that is cut later", "feature…@sha1:"+commit, "feature/long…@sha1:"+commit, true),
	Entry("another branch, if the reported name is cut", "feature/lo…@sha1:"+commit, "feature/short@sha1:"+commit, false),
	Entry("a branch with a common prefix", "feature/long@sha1:"+commit, "feature/lo@sha1:"+commit, false),
	Entry("another commit, if the reported name is cut", "feature/lo…@sha1:"+commit, "feature/long@sha1:0123456789", false),
	Entry("the branch, if the reported name is a full reference", "refs/heads/main@sha1:"+commit, "main@sha1:"+commit, true),
	Entry("the full reference of a tag, if the reported name is short", "v1.0@sha1:"+commit, "refs/tags/v1.0@sha1:"+commit, true),
	Entry("a tag with the name of a branch", "refs/heads/main@sha1:"+commit, "refs/tags/main@sha1:"+commit, false),
)

var _ = DescribeTable("Cut",
	func(text string, longest int, want string) {
		short := Cut(text, longest)
		Expect(short).To(Equal(want))
		Expect(len(short)).To(BeNumerically("<=", longest))
		Expect(utf8.ValidString(short)).To(BeTrue())
		Expect(Cut(short, longest)).To(Equal(short), "a second time changes nothing")
	},
	Entry("keeps a revision that fits", "main@sha1:"+commit, 50, "main@sha1:"+commit),
	Entry("cuts the name", "feature/long@sha1:"+commit, 56, "feature…@sha1:"+commit),
	Entry("splits no character", "ääääää@sha1:"+commit, 56, "äää…@sha1:"+commit),
	Entry("drops the name if there is no room for it", "feature/long@sha1:"+commit, 49, "…@sha1:"+commit),
	Entry("keeps the case of the digest", "feature/long@sha1:"+strings.ToUpper(commit), 56, "feature…@sha1:"+strings.ToUpper(commit)),
	Entry("cuts the end of a revision without digest", "feature/long", 10, "feature…"),
	Entry("cuts the digest if there is no room for it", "main@sha1:"+commit, 20, "main@sha1:4f1d2c3…"),
)
