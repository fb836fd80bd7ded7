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
	"k8s.io/utils/clock"

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
	return githost.NewRegistrar(githost.NewHosts(hosts), clock.RealClock{}).WithProxy(noProxy)
}

var _ = Describe("Registrar", func() {
	for _, provider := range []fluxv1alpha1.GitProvider{fluxv1alpha1.GitProviderGitHub, fluxv1alpha1.GitProviderGitLab, fluxv1alpha1.GitProviderGitea} {
		Describe("at "+string(provider), func() { registrarSpecs(provider) })
	}

	DescribeTable("finds where the API is",
		func(repository githost.Repository, expected string) {
			host, err := repository.APIHost()
			Expect(err).NotTo(HaveOccurred())
			Expect(host).To(Equal(expected))
		},
		Entry("at the repository's host, but not on the port for ssh",
			githost.Repository{Provider: "gitea", URL: "ssh://git@git.example.com:2222/fleet/shoots"}, "git.example.com"),
		Entry("where the project says", githost.Repository{Provider: "gitea", URL: "ssh://git@git.example.com:2222/fleet/shoots", Host: "api.example.com:3000"}, "api.example.com:3000"),
		Entry("on the usual port, which is not spelled out", githost.Repository{Provider: "gitea", URL: "ssh://git@git.example.com/fleet/shoots", Host: "api.example.com:443"}, "api.example.com"),
		Entry("for GitHub's ssh on the port of https", githost.Repository{Provider: "github", URL: "ssh://git@ssh.github.com:443/fleet/shoots.git"}, "github.com"),
		Entry("for GitLab's ssh on the port of https", githost.Repository{Provider: "gitlab", URL: "ssh://git@altssh.gitlab.com:443/fleet/shoots.git"}, "gitlab.com"),
	)

	DescribeTable("refuses a URL",
		func(repository githost.Repository) {
			_, err := repository.APIHost()
			Expect(err).To(HaveField("Reason", githost.ReasonInvalid))
		},
		Entry("without owner", githost.Repository{Provider: "github", URL: "ssh://git@github.com/shoots.git"}),
		Entry("with groups in groups, which only GitLab has", githost.Repository{Provider: "github", URL: "ssh://git@github.com/company/fleet/shoots.git"}),
		Entry("without host", githost.Repository{Provider: "github", URL: "fleet/shoots.git"}),
		Entry("whose API is to be asked at a URL", githost.Repository{Provider: "gitea", URL: "ssh://git@example.com/fleet/shoots.git", Host: "https://example.com/gitea"}),
	)

	It("shows no token, however a repository is printed", func() {
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

	It("registers a key that may only read", func(ctx SpecContext) {
		Expect(registrar.Ensure(ctx, host.repository(), githost.Key{Title: "gardener a", PublicKey: public + " a comment\n"})).
			To(Equal(githost.Registered{Title: "gardener a", Created: true}))
		Expect(host.keys).To(HaveLen(1))
		Expect(host.keys[0].Key).To(Equal(public), "without the comment, which hosts treat differently")
		Expect(host.keys[0].ReadOnly || provider == fluxv1alpha1.GitProviderGitLab).To(BeTrue())
		Expect(host.keys[0].CanPush).To(BeFalse())
	})

	It("leaves a key that is registered, whatever its title and comment", func(ctx SpecContext) {
		host.keys = []listedKey{{ID: 7, Title: "by hand", Key: public + " me@example.com", ReadOnly: true}}
		Expect(registrar.Ensure(ctx, host.repository(), githost.Key{Title: "gardener a", PublicKey: public})).To(Equal(githost.Registered{Title: "by hand"}))
		Expect(host.asked(http.MethodPost)).To(BeZero())
		Expect(host.asked(http.MethodDelete)).To(BeZero())
	})

	It("repeats no more of a title than fits", func(ctx SpecContext) {
		host.keys = []listedKey{{ID: 7, Title: strings.Repeat("long\n", 1000), Key: public, ReadOnly: true}}
		Expect(registrar.Ensure(ctx, host.repository(), githost.Key{Title: "gardener a", PublicKey: public})).
			To(HaveField("Title", And(HavePrefix("long long"), WithTransform(func(title string) int { return len(title) }, BeNumerically("<", 300)))))
	})

	It("reports a key that may write, and leaves it", func(ctx SpecContext) {
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

	It("is content if another seed was first", func(ctx SpecContext) {
		host.instead = func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method == http.MethodPost {
				host.keys = []listedKey{{ID: 7, Title: "gardener a", Key: public, ReadOnly: true}}
				answer(w, http.StatusUnprocessableEntity, map[string]any{"message": "key is already in use"})
			}
			return r.Method == http.MethodPost
		}
		Expect(registrar.Ensure(ctx, host.repository(), githost.Key{Title: "gardener a", PublicKey: public})).To(Equal(githost.Registered{Title: "gardener a"}))
	})

	It("removes the key, and no other", func(ctx SpecContext) {
		host.keys = []listedKey{{ID: 1, Title: "gardener a", Key: newPublicKey(), ReadOnly: true}, {ID: 2, Title: "gardener a", Key: public, ReadOnly: true}}
		Expect(registrar.Remove(ctx, host.repository(), fingerprintOf(public))).To(BeTrue())
		Expect(host.keys).To(ConsistOf(HaveField("ID", int64(1))))
		Expect(registrar.Remove(ctx, host.repository(), fingerprintOf(public))).To(BeFalse(), "it is gone")
	})

	It("is content if the key goes while it is removed", func(ctx SpecContext) {
		host.keys = []listedKey{{ID: 2, Title: "gardener a", Key: public, ReadOnly: true}}
		host.instead = func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method == http.MethodDelete {
				answer(w, http.StatusNotFound, map[string]any{"message": "Not Found"})
			}
			return r.Method == http.MethodDelete
		}
		Expect(registrar.Remove(ctx, host.repository(), fingerprintOf(public))).To(BeTrue())
	})

	Describe("when it does not work", func() {
		failureSpecs(func() (*fakeHost, *githost.Registrar, string) { return host, registrar, public })
	})
}
