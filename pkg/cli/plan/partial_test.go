// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"path/filepath"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("A partial clone", func() {
	large := strings.Repeat("x", 2000)
	base := files{"cluster/a.yaml": configMapOf("a", ""), "logo.png": large}

	// partial returns a clone of a repository that lacks what the filter leaves out.
	partial := func(filter string, commits ...files) repository {
		GinkgoHelper()
		r := newRepository(commits...)
		r.git("config", "uploadpack.allowFilter", "true")
		clone := repository{directory: filepath.Join(GinkgoT().TempDir(), "clone")}
		r.git("clone", "--quiet", "--no-checkout", "--filter="+filter, "file://"+r.directory, clone.directory)
		return clone
	}

	It("that lacks a file which Flux ignores is planned, and fetches nothing", func() {
		clone := partial("blob:limit=1k", base, base.and(files{"cluster/b.yaml": configMapOf("b", ""), "cluster/large.bin": large, ".sourceignore": "*.bin\n*.png\n"}))
		out, _, err := clone.plan(blue(), "--from", "HEAD~1", "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"+ ConfigMap default/b"}))
		Expect(clone.git("rev-list", "--objects", "--missing=print", "HEAD")).To(ContainSubstring("?"), "the file is still missing")
	})

	It("that lacks a file outside of sparseCheckout is planned", func() {
		clone := partial("blob:limit=1k", base.and(files{"other/large.yaml": large}))
		manifests := strings.Replace(blue(), "url: https://git.example.com/o/fleet.git", "url: https://git.example.com/o/fleet.git, sparseCheckout: [cluster]", 1)
		out, _, err := clone.plan(manifests, "--to", "HEAD")
		Expect(err).NotTo(HaveOccurred())
		Expect(lines(out)).To(Equal([]string{"+ ConfigMap default/a"}))
	})

	DescribeTable("that lacks what the plan needs is refused with the fix:",
		func(filter string, more files, what string) {
			clone := partial(filter, base.and(more))
			_, _, err := clone.plan(blue(), "--to", "HEAD")
			Expect(err).To(MatchError(ContainSubstring("the partial clone lacks the content of " + what + "; run git fetch --refetch --no-filter, or clone without --filter")))
		},
		Entry("a file", "blob:limit=1k", files{"cluster/large.yaml": configMapOf("b", "x: "+large)}, "file cluster/large.yaml"),
		Entry("any file", "blob:none", nil, "file cluster/a.yaml"),
		Entry("a list of ignored files", "blob:limit=1k", files{".sourceignore": "# " + large}, "file .sourceignore"),
		Entry("a directory", "tree:0", nil, "a directory"),
	)
})
