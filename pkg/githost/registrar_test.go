// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost_test

import (
	"crypto/ed25519"
	"crypto/rand"
	"fmt"
	"net/http"
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"golang.org/x/crypto/ssh"
	testclock "k8s.io/utils/clock/testing"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
)

// newPublicKey returns a key in authorized_keys format, without comment.
func newPublicKey() string {
	GinkgoHelper()
	public, _, err := ed25519.GenerateKey(rand.Reader)
	Expect(err).NotTo(HaveOccurred())
	key, err := ssh.NewPublicKey(public)
	Expect(err).NotTo(HaveOccurred())
	return strings.TrimSpace(string(ssh.MarshalAuthorizedKey(key)))
}

func fingerprintOf(public string) string {
	GinkgoHelper()
	key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(public))
	Expect(err).NotTo(HaveOccurred())
	return ssh.FingerprintSHA256(key)
}

func newRegistrar(hosts ...string) *githost.Registrar {
	return githost.NewRegistrar(githost.NewHosts(hosts), testclock.NewFakePassiveClock(now)).WithProxy(noProxy)
}

var _ = Describe("Registrar", func() {
	for _, provider := range []fluxv1alpha1.GitProvider{fluxv1alpha1.GitProviderGitHub, fluxv1alpha1.GitProviderGitLab, fluxv1alpha1.GitProviderGitea} {
		Describe("at "+string(provider), func() { registrarSpecs(provider) })
	}

	DescribeTable("determines the host of the API:",
		func(repository githost.Repository, expected string) {
			host, err := repository.APIHost()
			Expect(err).NotTo(HaveOccurred())
			Expect(host).To(Equal(expected))
		},
		Entry("the host of the repository without its ssh port",
			githost.Repository{Provider: "gitea", URL: "ssh://git@git.example.com:2222/fleet/shoots"}, "git.example.com"),
		Entry("the configured host", githost.Repository{Provider: "gitea", URL: "ssh://git@git.example.com:2222/fleet/shoots", Host: "api.example.com:3000"}, "api.example.com:3000"),
		Entry("the configured host without the default port", githost.Repository{Provider: "gitea", URL: "ssh://git@git.example.com/fleet/shoots", Host: "api.example.com:443"}, "api.example.com"),
		Entry("github.com for ssh.github.com", githost.Repository{Provider: "github", URL: "ssh://git@ssh.github.com:443/fleet/shoots.git"}, "github.com"),
		Entry("gitlab.com for altssh.gitlab.com", githost.Repository{Provider: "gitlab", URL: "ssh://git@altssh.gitlab.com:443/fleet/shoots.git"}, "gitlab.com"),
		Entry("a configured host with capitals", githost.Repository{Provider: "github", URL: "ssh://git@SSH.GitHub.com:443/fleet/shoots.git"}, "github.com"),
	)

	DescribeTable("refuses a URL",
		func(repository githost.Repository) {
			_, err := repository.APIHost()
			Expect(err).To(HaveField("Reason", githost.ReasonInvalid))
		},
		Entry("without owner", githost.Repository{Provider: "github", URL: "ssh://git@github.com/shoots.git"}),
		Entry("with subgroups at a host other than GitLab", githost.Repository{Provider: "github", URL: "ssh://git@github.com/company/fleet/shoots.git"}),
		Entry("without host", githost.Repository{Provider: "github", URL: "fleet/shoots.git"}),
		Entry("with a URL as the host of the API", githost.Repository{Provider: "gitea", URL: "ssh://git@example.com/fleet/shoots.git", Host: "https://example.com/gitea"}),
	)

	It("does not print the token of a repository", func() {
		repository := githost.Repository{Provider: "gitea", URL: "ssh://git@git.example.com/fleet/shoots", Token: fakeToken}
		Expect(fmt.Sprintf("%s %v %+v %#v", repository, repository, repository, repository)).NotTo(ContainSubstring(fakeToken))
	})
})

func registrarSpecs(provider fluxv1alpha1.GitProvider) {
	var (
		host      *fakeHost
		registrar *githost.Registrar
		public    string
	)

	BeforeEach(func() {
		host = newFakeHost(provider)
		registrar = newRegistrar(host.address())
		public = newPublicKey()
	})

	It("registers a read-only key", func(ctx SpecContext) {
		Expect(registrar.Ensure(ctx, host.repository(), githost.Key{Title: "gardener a", PublicKey: public + " a comment\n"})).
			To(Equal(githost.Registered{Title: "gardener a", Created: true}))
		Expect(host.keys).To(HaveLen(1))
		Expect(host.keys[0].Key).To(Equal(public), "without the comment, which some hosts keep and others drop")
		Expect(host.keys[0].ReadOnly || provider == fluxv1alpha1.GitProviderGitLab).To(BeTrue())
		Expect(host.keys[0].CanPush).To(BeFalse())
	})

	It("does not change a key that is registered with another title and comment", func(ctx SpecContext) {
		host.keys = []listedKey{{ID: 7, Title: "by hand", Key: public + " me@example.com", ReadOnly: true}}
		Expect(registrar.Ensure(ctx, host.repository(), githost.Key{Title: "gardener a", PublicKey: public})).To(Equal(githost.Registered{Title: "by hand"}))
		Expect(host.count(http.MethodPost)).To(BeZero())
		Expect(host.count(http.MethodDelete)).To(BeZero())
	})

	It("truncates a long title", func(ctx SpecContext) {
		host.keys = []listedKey{{ID: 7, Title: strings.Repeat("long\n", 1000), Key: public, ReadOnly: true}}
		Expect(registrar.Ensure(ctx, host.repository(), githost.Key{Title: "gardener a", PublicKey: public})).
			To(HaveField("Title", And(HavePrefix("long long"), WithTransform(func(title string) int { return len(title) }, BeNumerically("<", 300)))))
	})

	It("returns an error for a key with write access and does not change it", func(ctx SpecContext) {
		host.keys = []listedKey{{ID: 7, Title: "by hand", Key: public, CanPush: true}}
		_, err := registrar.Ensure(ctx, host.repository(), githost.Key{Title: "gardener a", PublicKey: public})
		Expect(err).To(HaveField("Reason", githost.ReasonWritable))
		_, err = registrar.Remove(ctx, host.repository(), fingerprintOf(public))
		Expect(err).To(HaveField("Reason", githost.ReasonWritable))
		Expect(host.titles()).To(ConsistOf("by hand"))
	})

	It("finds a key on a later page", func(ctx SpecContext) {
		for i := range 2*pageSize + 5 {
			host.keys = append(host.keys, listedKey{ID: int64(i + 1), Title: fmt.Sprint("other ", i), Key: newPublicKey(), ReadOnly: true})
		}
		host.keys = append(host.keys, listedKey{ID: 999, Title: "ours", Key: public, ReadOnly: true})
		Expect(registrar.Ensure(ctx, host.repository(), githost.Key{Title: "gardener a", PublicKey: public})).To(HaveField("Title", "ours"))
		Expect(registrar.Remove(ctx, host.repository(), fingerprintOf(public))).To(BeTrue())
		Expect(host.titles()).To(And(HaveLen(2*pageSize+5), Not(ContainElement("ours"))))
	})

	It("succeeds if another seed registers the key first", func(ctx SpecContext) {
		host.instead = func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method == http.MethodPost {
				host.keys = []listedKey{{ID: 7, Title: "gardener a", Key: public, ReadOnly: true}}
				answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "key is already in use"})
			}
			return r.Method == http.MethodPost
		}
		Expect(registrar.Ensure(ctx, host.repository(), githost.Key{Title: "gardener a", PublicKey: public})).To(Equal(githost.Registered{Title: "gardener a"}))
	})

	It("removes only the key with the fingerprint", func(ctx SpecContext) {
		host.keys = []listedKey{{ID: 1, Title: "gardener a", Key: newPublicKey(), ReadOnly: true}, {ID: 2, Title: "gardener a", Key: public, ReadOnly: true}}
		Expect(registrar.Remove(ctx, host.repository(), fingerprintOf(public))).To(BeTrue())
		Expect(host.keys).To(ConsistOf(HaveField("ID", int64(1))))
		Expect(registrar.Remove(ctx, host.repository(), fingerprintOf(public))).To(BeFalse(), "it is gone")
	})

	It("succeeds if the key is removed concurrently", func(ctx SpecContext) {
		host.keys = []listedKey{{ID: 2, Title: "gardener a", Key: public, ReadOnly: true}}
		host.instead = func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method == http.MethodDelete {
				answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
			}
			return r.Method == http.MethodDelete
		}
		Expect(registrar.Remove(ctx, host.repository(), fingerprintOf(public))).To(BeTrue())
	})

	Describe("when a request fails", func() {
		failureSpecs(func() (*fakeHost, *githost.Registrar, string) { return host, registrar, public })
	})
}
