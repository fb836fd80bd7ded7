// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost_test

import (
	"context"

	"github.com/go-git/go-git/v5"
	"github.com/go-git/go-git/v5/plumbing"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/pki"
)

var _ = Describe("Host over mutual TLS", func() {
	var (
		ctx  context.Context
		host *githost.Host
	)

	BeforeEach(func() {
		ctx = GinkgoT().Context()
		var err error
		host, err = githost.Start(ctx, githost.Options{Dir: GinkgoT().TempDir()})
		Expect(err).NotTo(HaveOccurred())
		DeferCleanup(host.Stop)
		for _, repository := range []string{"team/apps", "other", "public"} {
			Expect(host.CreateRepository(ctx, repository, repository == "public")).To(Succeed())
			_, err := host.Commit(ctx, repository, "first", map[string]string{"a.yaml": "one\n"})
			Expect(err).NotTo(HaveOccurred())
		}
	})

	// clone clones a repository with the certificate for another repository, or without one.
	clone := func(repository, certificateFor string) error {
		GinkgoHelper()
		options := &git.CloneOptions{
			URL: host.MutualTLSURL(repository), CABundle: host.CA(), ReferenceName: plumbing.NewBranchReferenceName(githost.Branch),
		}
		if certificateFor != "" {
			pair, err := host.ClientCertificate(certificateFor)
			Expect(err).NotTo(HaveOccurred())
			options.ClientCert, options.ClientKey = pair.Cert, pair.Key
		}
		_, err := git.PlainCloneContext(ctx, GinkgoT().TempDir(), false, options)
		return err
	}

	It("serves a repository with its certificate, and public repositories with any certificate", func() {
		Expect(clone("team/apps", "team/apps")).To(Succeed())
		Expect(clone("public", "team/apps")).To(Succeed())
	})

	DescribeTable("refuses", func(repository, certificateFor, message string) {
		Expect(clone(repository, certificateFor)).To(MatchError(ContainSubstring(message)))
	},
		Entry("no certificate, even for a public repository", "public", "", "certificate required"),
		Entry("the certificate for another repository", "other", "team/apps", "authorization failed"),
		Entry("a repository that does not exist, with the same response", "unknown", "team/apps", "authorization failed"),
	)

	It("refuses a certificate of another authority", func() {
		ca, err := pki.NewCA("git host clients")
		Expect(err).NotTo(HaveOccurred())
		pair, err := ca.Client("public", nil)
		Expect(err).NotTo(HaveOccurred())
		_, err = git.PlainCloneContext(ctx, GinkgoT().TempDir(), false, &git.CloneOptions{
			URL: host.MutualTLSURL("public"), CABundle: host.CA(), ClientCert: pair.Cert, ClientKey: pair.Key,
		})
		Expect(err).To(MatchError(ContainSubstring("tls: ")))
	})

	It("issues no certificate for a repository that does not exist", func() {
		_, err := host.ClientCertificate("unknown")
		Expect(err).To(MatchError(ContainSubstring("there is no repository")))
	})
})
