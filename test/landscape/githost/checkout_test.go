// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost_test

import (
	"context"
	"net/url"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/fluxcd/pkg/git"
	"github.com/fluxcd/pkg/git/gogit"
	fluxrepository "github.com/fluxcd/pkg/git/repository"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	gomegatypes "github.com/onsi/gomega/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/githost"
)

// A rollout pins the sources of its Shoots to a commit. These are the answers of the Git client of source-controller,
// called like its gitCheckout does, for a commit together with each other field of spec.ref.
var _ = Describe("The Git client of Flux", Ordered, func() {
	var (
		host *githost.Host
		dir  string
		// onMain is an earlier commit of the default branch, onSide one of another branch, and onTag one that only the tag
		// "only" and the annotated tag "annotated" reference. lost is a commit that a moved tag has referenced.
		onMain, onSide, onTag, lost string
	)
	run := func(ctx context.Context, args ...string) string {
		GinkgoHelper()
		output, err := exec.CommandContext(ctx, "git", append([]string{"-C", filepath.Join(dir, "public.git"), "-c", "user.name=n", "-c", "user.email=e"}, args...)...).CombinedOutput()
		Expect(err).NotTo(HaveOccurred(), string(output))
		return strings.TrimSpace(string(output))
	}

	BeforeAll(func(ctx SpecContext) {
		dir = GinkgoT().TempDir()
		var err error
		host, err = githost.Start(context.WithoutCancel(ctx), githost.Options{Dir: dir})
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(host.Stop)
		Expect(host.CreateRepository(ctx, "public", true)).To(Succeed())
		commit := func() string {
			GinkgoHelper()
			sha, err := host.Commit(ctx, "public", "m", map[string]string{"a.yaml": "x\n"})
			Expect(err).NotTo(HaveOccurred())
			return sha
		}
		onMain = commit()
		tag := func(name, commit string) {
			GinkgoHelper()
			Expect(host.Tag(ctx, "public", name, commit)).To(Succeed())
		}
		tag("main", onMain)
		start := commit()
		detach := func() string {
			sha := commit()
			run(ctx, "update-ref", "refs/heads/main", start)
			return sha
		}
		onSide = detach()
		run(ctx, "update-ref", "refs/heads/side", onSide)
		onTag = run(ctx, "commit-tree", "-m", "only a tag", "-p", start, start+"^{tree}")
		tag("only", onTag)
		run(ctx, "tag", "-a", "-m", "m", "annotated", onTag)
		lost = run(ctx, "commit-tree", "-m", "moved", "-p", start, start+"^{tree}")
		tag("moved", lost)
		tag("moved", onMain)
	})

	DescribeTable("checks out",
		func(ctx SpecContext, commit *string, strategy fluxrepository.CheckoutStrategy, revision string, problem gomegatypes.GomegaMatcher) {
			strategy.Commit = *commit
			address := host.HTTPURL("public")
			parsed, err := url.Parse(address)
			Expect(err).NotTo(HaveOccurred())
			auth, err := git.NewAuthOptions(*parsed, nil)
			Expect(err).NotTo(HaveOccurred())
			client, err := gogit.NewClient(GinkgoT().TempDir(), auth, gogit.WithDiskStorage(), gogit.WithInsecureCredentialsOverHTTP())
			Expect(err).NotTo(HaveOccurred())
			defer client.Close()
			found, err := client.Clone(ctx, address, fluxrepository.CloneConfig{ShallowClone: true, CheckoutStrategy: strategy})
			Expect(err).To(problem)
			if err == nil {
				Expect(found.String()).To(Equal(revision + "sha1:" + *commit))
			}
		},
		Entry("a commit of the default branch", &onMain, fluxrepository.CheckoutStrategy{}, "", Succeed()),
		Entry("a commit of another branch", &onSide, fluxrepository.CheckoutStrategy{}, "", Succeed()),
		Entry("a commit with its branch", &onSide, fluxrepository.CheckoutStrategy{Branch: "side"}, "side@", Succeed()),
		Entry("no commit with another branch", &onSide, fluxrepository.CheckoutStrategy{Branch: "main"}, "", MatchError(ContainSubstring("object not found"))),
		Entry("a commit of a branch with its tag", &onMain, fluxrepository.CheckoutStrategy{Tag: "main"}, "", Succeed()),
		Entry("a commit of a branch with its tag as name", &onMain, fluxrepository.CheckoutStrategy{RefName: "refs/tags/main"}, "main@", Succeed()),
		Entry("a commit of a branch with a moved tag as name", &onSide, fluxrepository.CheckoutStrategy{RefName: "refs/tags/main"}, "main@", Succeed()),
		Entry("a commit of a branch with a missing tag as name", &onSide, fluxrepository.CheckoutStrategy{RefName: "refs/tags/gone"}, "gone@", Succeed()),
		Entry("a commit of another branch with that branch as name", &onSide, fluxrepository.CheckoutStrategy{RefName: "refs/heads/side"}, "side@", Succeed()),
		Entry("no commit that only a tag has", &onTag, fluxrepository.CheckoutStrategy{}, "", MatchError(ContainSubstring("object not found"))),
		Entry("no commit that only a tag has with this tag", &onTag, fluxrepository.CheckoutStrategy{Tag: "only"}, "", MatchError(ContainSubstring("object not found"))),
		Entry("no commit that only a tag has with this tag as name", &onTag, fluxrepository.CheckoutStrategy{RefName: "refs/tags/only"}, "", MatchError(ContainSubstring("object not found"))),
		Entry("no commit that only an annotated tag has with this tag as name", &onTag, fluxrepository.CheckoutStrategy{RefName: "refs/tags/annotated"}, "", MatchError(ContainSubstring("object not found"))),
		Entry("no commit that only an annotated tag has with this tag as dereferenced name", &onTag, fluxrepository.CheckoutStrategy{RefName: "refs/tags/annotated^{}"}, "", MatchError(ContainSubstring("object not found"))),
		Entry("no commit that only a tag has with this tag and a branch", &onTag, fluxrepository.CheckoutStrategy{RefName: "refs/tags/only", Branch: "main"}, "", MatchError(ContainSubstring("object not found"))),
		Entry("no commit that a moved tag has referenced", &lost, fluxrepository.CheckoutStrategy{RefName: "refs/tags/moved"}, "", MatchError(ContainSubstring("object not found"))),
	)
})
