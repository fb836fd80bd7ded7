// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost_test

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	testclock "k8s.io/utils/clock/testing"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
)

// now is the time of the registrars.
var now = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func noProxy(*http.Request) (*url.URL, error) { return nil, nil }

// respond returns a handler that answers each request in the same way.
func respond(status int, body string, header ...string) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, _ *http.Request) bool {
		for i := 0; i < len(header); i += 2 {
			w.Header().Set(header[i], header[i+1])
		}
		w.WriteHeader(status)
		_, err := io.WriteString(w, body)
		return err == nil
	}
}

// forRequests limits a handler to requests with this method and a path with this suffix.
func forRequests(method, suffix string, instead func(http.ResponseWriter, *http.Request) bool) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, r *http.Request) bool {
		return r.Method == method && strings.HasSuffix(r.URL.Path, suffix) && instead(w, r)
	}
}

func failureSpecs(get func() (*fakeHost, *githost.Registrar, string)) {
	ensure := func(ctx context.Context, change func(*githost.Repository)) error {
		host, registrar, public := get()
		repository := host.repository()
		if change != nil {
			change(&repository)
		}
		_, err := registrar.Ensure(ctx, repository, githost.Key{Title: "gardener a", PublicKey: public})
		if err != nil {
			Expect(err.Error()).NotTo(ContainSubstring(fakeToken))
			Expect(len(err.Error())).To(BeNumerically("<", 600))
		}
		return err
	}

	DescribeTable("returns the reason and the suggested fix if",
		func(ctx SpecContext, instead func(http.ResponseWriter, *http.Request) bool, reason githost.Reason, words string) {
			host, _, _ := get()
			host.instead = instead
			Expect(ensure(ctx, nil)).To(And(HaveField("Reason", reason), MatchError(ContainSubstring(words))))
			Expect(host.titles()).To(BeEmpty())
		},
		Entry("the token is wrong, and the host repeats it", respond(401, `{"message":"bad token `+fakeToken+`"}`), githost.ReasonUnauthorized, "[token]"),
		Entry("the token lacks the permission", respond(403, `{"message":"Resource not accessible by personal access token"}`), githost.ReasonForbidden, "it needs the"),
		Entry("the token may not list keys", forRequests("GET", "keys", respond(403, `{}`)), githost.ReasonForbidden, "it needs the"),
		Entry("the repository is not found", respond(404, `{"message":"Not Found"}`), githost.ReasonNotFound, "or the token may not see it"),
		Entry("the list is not found", forRequests("GET", "keys", respond(404, `{}`)), githost.ReasonNotFound, "or the token may not see it"),
		Entry("the key is in use, in the form of GitHub", forRequests("POST", "keys", respond(422, `{"message":"Validation Failed","errors":[{"message":"key is already in use"}]}`)), githost.ReasonConflict, "key is already in use"),
		Entry("the key is in use, in the form of GitLab", forRequests("POST", "keys", respond(400, `{"message":{"deploy_key.fingerprint_sha256":["has already been taken"]}}`)), githost.ReasonConflict, "has already been taken"),
		Entry("the key is in use, in the form of Gitea", forRequests("POST", "keys", respond(422, `{"message":"Key content has been used as non-deploy key","url":"https://x"}`)), githost.ReasonConflict, "registered elsewhere"),
		Entry("there is a conflict", forRequests("POST", "keys", respond(409, ``)), githost.ReasonConflict, "registered elsewhere"),
		Entry("the key is refused", forRequests("POST", "keys", respond(422, `{"message":"Invalid key content"}`)), githost.ReasonInvalid, "Invalid key content"),
		Entry("the host answers with a server error", respond(501, `<html>`), githost.ReasonUnreachable, "501 Not Implemented"),
		Entry("the response is not JSON", respond(200, `<html>Sign in</html>`), githost.ReasonInvalid, "check provider and host"),
		Entry("the list is not JSON", forRequests("GET", "keys", respond(200, `<html>`)), githost.ReasonInvalid, "check provider and host"),
		Entry("the list is an object", forRequests("GET", "keys", respond(200, `{"message":"hello"}`)), githost.ReasonInvalid, "check provider and host"),
		Entry("the items of the list are not keys", forRequests("GET", "keys", respond(200, `[{"id":"text"}]`)), githost.ReasonInvalid, "check provider and host"),
		Entry("the response is too long", respond(200, `"`+strings.Repeat("x", 5<<20)+`"`), githost.ReasonInvalid, "its response is too large"),
		Entry("the list has too many entries", forRequests("GET", "keys", respond(200, `[`+strings.Repeat("{},", 30_000)+`{}]`)), githost.ReasonInvalid, "its response is too large"),
		Entry("the message has too many entries", respond(403, `{"message":"never shown","errors":[`+strings.Repeat("[],", 100_000)+`[]]}`), githost.ReasonForbidden, "it needs the"),
		Entry("the host redirects to another host", respond(302, ``, "Location", "https://attacker.example.com/"), githost.ReasonRedirected, "does not send the token there"),
		Entry("the host redirects to an unencrypted connection", respond(302, ``, "Location", "http://127.0.0.1/"), githost.ReasonRedirected, "does not send the token there"),
		Entry("the host redirects without a target, but with a body", respond(301, `{"message":"`+strings.Repeat("x", 1<<10)+`"}`), githost.ReasonInvalid, "check provider and host"),
		Entry("the repository has moved", forRequests("POST", "keys", respond(301, ``, "Location", "/elsewhere")), githost.ReasonRedirected, "correct its URL"),
		Entry("the message of the host is long and has several lines", respond(403, `{"message":"a\nb`+strings.Repeat(" long", 1000)+`"}`), githost.ReasonForbidden, "a b long"),
	)

	DescribeTable("returns the time until the end of the host's rate limit:",
		func(ctx SpecContext, status int, header, value string, matcher OmegaMatcher) {
			host, _, _ := get()
			host.instead = forRequests("POST", "keys", respond(status, `{"message":"slow down"}`, header, value))
			Expect(ensure(ctx, nil)).To(And(HaveField("Reason", githost.ReasonRateLimited), HaveField("RetryAfter", matcher)))
		},
		Entry("in seconds", 429, "Retry-After", "120", Equal(2*time.Minute)),
		Entry("as a date", 429, "Retry-After", now.Add(time.Hour).Format(http.TimeFormat), Equal(time.Hour)),
		Entry("as the time of the reset", 429, "RateLimit-Reset", strconv.FormatInt(now.Add(time.Hour).Unix(), 10), Equal(time.Hour)),
		Entry("in seconds, with status 403 of GitHub", 403, "Retry-After", "60", Equal(time.Minute)),
		Entry("unknown, with status 403 of GitHub", 403, "X-RateLimit-Remaining", "0", BeZero()),
		Entry("at most a day", 429, "Retry-After", "99999999", Equal(24*time.Hour)),
		Entry("unknown", 429, "X-Nothing", "", BeZero()),
	)

	It("waits a minute after the secondary rate limit of GitHub, regardless of the headers of the primary one", func(ctx SpecContext) {
		host, _, _ := get()
		host.instead = forRequests("POST", "keys", respond(403, `{"message":"You have exceeded a secondary rate limit. Please wait a few minutes before you try again."}`,
			"X-RateLimit-Remaining", "4999", "X-RateLimit-Reset", strconv.FormatInt(now.Add(time.Hour).Unix(), 10)))
		if host.provider != fluxv1alpha1.GitProviderGitHub {
			Expect(ensure(ctx, nil)).To(HaveField("Reason", githost.ReasonForbidden))
			return
		}
		Expect(ensure(ctx, nil)).To(And(HaveField("Reason", githost.ReasonRateLimited), HaveField("RetryAfter", time.Minute)))
	})

	It("follows a redirect to another path of the same host", func(ctx SpecContext) {
		host, _, _ := get()
		base, _ := host.base()
		redirected := false
		host.instead = func(w http.ResponseWriter, r *http.Request) bool {
			if r.URL.Path == base && r.URL.RawQuery == "" {
				redirected = true
				http.Redirect(w, r, r.URL.EscapedPath()+"?again", http.StatusMovedPermanently)
				return true
			}
			return false
		}
		Expect(ensure(ctx, nil)).To(Succeed())
		Expect(redirected).To(BeTrue())
		Expect(host.titles()).To(ConsistOf("gardener a"))
	})

	It("limits the number of pages", func(ctx SpecContext) {
		host, _, _ := get()
		one, err := json.Marshal([]listedKey{{ID: 1, Title: "other", Key: newPublicKey(), ReadOnly: true}})
		Expect(err).NotTo(HaveOccurred())
		host.instead = func(w http.ResponseWriter, r *http.Request) bool {
			next := r.URL.Query().Get("page") + "1"
			return forRequests("GET", "keys", respond(200, string(one), "X-Total-Count", "9", "X-Next-Page", next[:1]+"2", "Link", `<https://x/?page=2>; rel="next"`))(w, r)
		}
		Expect(ensure(ctx, nil)).To(And(HaveField("Reason", githost.ReasonInvalid), MatchError(ContainSubstring("does not end"))))
	})

	It("limits the time until a host begins its response", func(ctx SpecContext) {
		host, registrar, _ := get()
		registrar.WithAnswerTimeout(50 * time.Millisecond)
		host.instead = func(_ http.ResponseWriter, r *http.Request) bool {
			select {
			case <-r.Context().Done():
			case <-time.After(5 * time.Second):
			}
			return true
		}
		Expect(ensure(ctx, nil)).To(And(HaveField("Reason", githost.ReasonUnreachable), MatchError(ContainSubstring("timeout"))))
	})

	It("ends with the context of the caller", func(ctx SpecContext) {
		host, _, _ := get()
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		Expect(ensure(cancelled, nil)).To(HaveField("Reason", githost.ReasonUnreachable))
		Expect(host.count(http.MethodGet)).To(BeZero())
	})

	It("names the host in the error if it is down", func(ctx SpecContext) {
		host, _, _ := get()
		host.Close()
		Expect(ensure(ctx, nil)).To(And(HaveField("Reason", githost.ReasonUnreachable), MatchError(ContainSubstring(host.address()+": it cannot be reached"))))
	})

	It("names ca.crt in the error for an unknown authority", func(ctx SpecContext) {
		err := ensure(ctx, func(repository *githost.Repository) { repository.CACert = nil })
		Expect(err).To(And(HaveField("Reason", githost.ReasonUntrusted), MatchError(ContainSubstring("ca.crt"))))
	})

	It("refuses a certificate of another authority", func(ctx SpecContext) {
		other := httptest.NewUnstartedServer(nil)
		other.StartTLS()
		DeferCleanup(other.Close)
		host, _, _ := get()
		host.TLS.Certificates[0].Certificate[0][60] ^= 1 // The signature does not match any more.
		err := ensure(ctx, func(repository *githost.Repository) {
			repository.CACert = pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: other.Certificate().Raw})
		})
		Expect(err).To(HaveField("Reason", githost.ReasonUntrusted))
	})

	It("returns an error if ca.crt contains no certificate", func(ctx SpecContext) {
		err := ensure(ctx, func(repository *githost.Repository) { repository.CACert = []byte("nonsense") })
		Expect(err).To(And(HaveField("Reason", githost.ReasonInvalid), MatchError(ContainSubstring("contains no certificate"))))
	})

	It("does not connect to a host that the operator does not allow", func(ctx SpecContext) {
		host, _, public := get()
		_, err := newRegistrar("git.example.com", "127.0.0.1").Ensure(ctx, host.repository(), githost.Key{Title: "a", PublicKey: public})
		Expect(err).To(And(HaveField("Reason", githost.ReasonNotAllowed), MatchError(ContainSubstring("gitHosts"))))
		Expect(host.count(http.MethodGet)).To(BeZero())
	})

	It("returns an error for an invalid public key", func(ctx SpecContext) {
		host, registrar, _ := get()
		_, err := registrar.Ensure(ctx, host.repository(), githost.Key{Title: "a", PublicKey: "ssh-rsa nonsense"})
		Expect(err).To(HaveField("Reason", githost.ReasonInvalid))
	})
}

var _ = Describe("Proxy", func() {
	var (
		host   *fakeHost
		proxy  *httptest.Server
		passed int
	)

	BeforeEach(func() {
		host, passed = newFakeHost("gitea"), 0
		proxy = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			passed++
			Expect(r.Method).To(Equal(http.MethodConnect))
			target, err := net.Dial("tcp", r.Host)
			Expect(err).NotTo(HaveOccurred())
			client, _, err := w.(http.Hijacker).Hijack()
			Expect(err).NotTo(HaveOccurred())
			_, err = io.WriteString(client, "HTTP/1.1 200 OK\r\n\r\n")
			Expect(err).NotTo(HaveOccurred())
			go func() { _, _ = io.Copy(target, client); _ = target.Close() }()
			_, _ = io.Copy(client, target)
			_ = client.Close()
		}))
		DeferCleanup(proxy.Close)
	})

	It("of a project is used if the operator allows it", func(ctx SpecContext) {
		repository := host.repository()
		repository.ProxyURL = proxy.URL
		_, err := newRegistrar(host.address(), strings.TrimPrefix(proxy.URL, "http://")).Ensure(ctx, repository, githost.Key{Title: "a", PublicKey: newPublicKey()})
		Expect(err).NotTo(HaveOccurred())
		Expect(passed).To(BeNumerically(">", 0))
	})

	It("of a project is refused if the operator does not allow it", func(ctx SpecContext) {
		repository := host.repository()
		repository.ProxyURL = proxy.URL
		_, err := newRegistrar(host.address()).Ensure(ctx, repository, githost.Key{Title: "a", PublicKey: newPublicKey()})
		Expect(err).To(HaveField("Reason", githost.ReasonNotAllowed))
		Expect(passed).To(BeZero())
	})

	It("of the environment is used without an entry in gitHosts, but only for allowed hosts", func(ctx SpecContext) {
		environment := func(*http.Request) (*url.URL, error) { return url.Parse(proxy.URL) }
		registrar := githost.NewRegistrar(githost.NewHosts([]string{host.address()}), testclock.NewFakePassiveClock(now)).WithProxy(environment)
		_, err := registrar.Ensure(ctx, host.repository(), githost.Key{Title: "a", PublicKey: newPublicKey()})
		Expect(err).NotTo(HaveOccurred())
		Expect(passed).To(BeNumerically(">", 0))

		before := passed
		repository := host.repository()
		repository.Host = "git.example.com"
		_, err = registrar.Ensure(ctx, repository, githost.Key{Title: "a", PublicKey: newPublicKey()})
		Expect(err).To(HaveField("Reason", githost.ReasonNotAllowed))
		Expect(passed).To(Equal(before))
	})

	DescribeTable("of a project is refused if its URL", func(ctx SpecContext, proxyURL string) {
		repository := host.repository()
		repository.ProxyURL = proxyURL
		_, err := newRegistrar(host.address()).Ensure(ctx, repository, githost.Key{Title: "a", PublicKey: newPublicKey()})
		Expect(err).To(HaveField("Reason", githost.ReasonInvalid))
	},
		Entry("has credentials", "http://user:password@127.0.0.1:3128"),
		Entry("has another scheme", "socks5://127.0.0.1:1080"),
		Entry("has no scheme", "127.0.0.1:3128"),
	)
})
