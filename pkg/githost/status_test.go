// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	testclock "k8s.io/utils/clock/testing"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/commitstatus"
)

// commit is a commit that the host has.
var commit = strings.Repeat("a", 40)

// written is a request for a status.
type written struct {
	path, authorization string
	body                map[string]string
}

// newStatusHost returns a host that accepts statuses, and the requests that it gets.
func newStatusHost(provider fluxv1alpha1.GitProvider, instead func(http.ResponseWriter, *http.Request) bool) (*fakeHost, *[]written) {
	host, requests := newFakeHost(provider), &[]written{}
	host.instead = func(w http.ResponseWriter, r *http.Request) bool {
		if instead != nil && instead(w, r) {
			return true
		}
		if r.Method != http.MethodPost || !host.authorized(r) {
			return false
		}
		own := written{path: r.URL.EscapedPath(), authorization: r.Header.Get("Authorization") + r.Header.Get("Private-Token")}
		content, err := io.ReadAll(r.Body)
		if err == nil {
			err = json.Unmarshal(content, &own.body)
		}
		if err != nil {
			answer(w, http.StatusBadRequest, map[string]any{"message": err.Error()})
			return true
		}
		*requests = append(*requests, own)
		answer(w, http.StatusCreated, map[string]any{"id": 1})
		return true
	}
	return host, requests
}

// statusWriter returns a writer for the host.
func statusWriter(host *fakeHost) *githost.StatusWriter {
	return githost.NewStatusWriter(githost.NewHosts([]string{host.address()}), testclock.NewFakePassiveClock(time.Unix(1_800_000_000, 0)))
}

func running() commitstatus.Status {
	return commitstatus.Status{Commit: commit, Context: "live/garden-demo/canary", State: commitstatus.StateRunning, Description: "1 of 2 Shoots"}
}

// fails responds with a status code and a message.
func fails(code int, message any) func(http.ResponseWriter, *http.Request) bool {
	return func(w http.ResponseWriter, _ *http.Request) bool {
		answer(w, code, map[string]any{"message": message})
		return true
	}
}

var _ = Describe("StatusWriter", func() {
	DescribeTable("sends one request in the format of the host",
		func(ctx SpecContext, provider fluxv1alpha1.GitProvider, state commitstatus.State, expected written) {
			host, requests := newStatusHost(provider, nil)
			status := running()
			status.State = state
			Expect(statusWriter(host).Write(ctx, host.repository(), status)).To(Succeed())
			expected.body["context"], expected.body["description"] = "live/garden-demo/canary", "1 of 2 Shoots"
			Expect(*requests).To(Equal([]written{expected}))
			Expect(host.requests).To(HaveLen(1))
		},
		Entry("GitHub", fluxv1alpha1.GitProviderGitHub, commitstatus.StateRunning, written{"/api/v3/repos/fleet/shoots/statuses/" + commit, "Bearer " + fakeToken, map[string]string{"state": "pending"}}),
		Entry("GitHub, failed", fluxv1alpha1.GitProviderGitHub, commitstatus.StateFailure, written{"/api/v3/repos/fleet/shoots/statuses/" + commit, "Bearer " + fakeToken, map[string]string{"state": "failure"}}),
		Entry("GitLab, with a path of groups", fluxv1alpha1.GitProviderGitLab, commitstatus.StateRunning, written{"/api/v4/projects/company%2Fplatform%2Ffleet%2Fshoots/statuses/" + commit, fakeToken, map[string]string{"state": "running"}}),
		Entry("GitLab, failed", fluxv1alpha1.GitProviderGitLab, commitstatus.StateFailure, written{"/api/v4/projects/company%2Fplatform%2Ffleet%2Fshoots/statuses/" + commit, fakeToken, map[string]string{"state": "failed"}}),
		Entry("Gitea", fluxv1alpha1.GitProviderGitea, commitstatus.StateSuccess, written{"/api/v1/repos/fleet/shoots/statuses/" + commit, "token " + fakeToken, map[string]string{"state": "success"}}),
	)

	It("accepts that GitLab has the state already", func(ctx SpecContext) {
		host, _ := newStatusHost(fluxv1alpha1.GitProviderGitLab, fails(http.StatusBadRequest, `Cannot transition status via :run from :running (Reason(s): Status cannot transition via "run")`))
		Expect(statusWriter(host).Write(ctx, host.repository(), running())).To(Succeed())
	})

	DescribeTable("returns an error with the fix, and without the token:",
		func(ctx SpecContext, provider fluxv1alpha1.GitProvider, instead func(http.ResponseWriter, *http.Request) bool, reason githost.Reason, onlyCommit bool, texts ...string) {
			host, _ := newStatusHost(provider, instead)
			err := statusWriter(host).Write(ctx, host.repository(), running())
			failure := githost.FailureOf(err)
			Expect(err).To(HaveOccurred())
			Expect(failure.Reason).To(Equal(reason), failure.Text)
			Expect(failure.OnlyCommit).To(Equal(onlyCommit))
			for _, text := range texts {
				Expect(failure.Text).To(ContainSubstring(text))
			}
			Expect(failure.Text).NotTo(ContainSubstring(fakeToken))
			Expect(len(failure.Text)).To(BeNumerically("<", 700))
			Expect(failure.IsTransient()).To(Equal(reason == githost.ReasonUnreachable || reason == githost.ReasonRateLimited))
		},
		Entry("a wrong token", fluxv1alpha1.GitProviderGitHub, fails(http.StatusUnauthorized, "Bad credentials "+fakeToken), githost.ReasonUnauthorized, false, "store a valid one in the Secret"),
		Entry("a token without scope on GitHub", fluxv1alpha1.GitProviderGitHub, fails(http.StatusForbidden, "Resource not accessible by personal access token"), githost.ReasonForbidden, false,
			"the token may not write statuses of commits in fleet/shoots", "Commit statuses (read and write)", "repo:status"),
		Entry("an archived repository", fluxv1alpha1.GitProviderGitHub, fails(http.StatusForbidden, "Repository was archived so is read-only."), githost.ReasonForbidden, false,
			"the repository fleet/shoots is archived, and accepts no changes: restore it, or configure another repository"),
		Entry("an archived repository on Gitea", fluxv1alpha1.GitProviderGitea, fails(http.StatusLocked, "Repo is archived"), githost.ReasonForbidden, false, "the repository fleet/shoots is archived"),
		Entry("an IP allow list", fluxv1alpha1.GitProviderGitHub,
			fails(http.StatusForbidden, "Although you appear to have the correct authorization credentials, the `fleet` organization has an IP allow list enabled, and your IP address is not permitted to access this resource."),
			githost.ReasonForbidden, false, "the IP allow list of the organization that owns fleet/shoots does not contain the address from which the extension connects"),
		Entry("SAML single sign-on", fluxv1alpha1.GitProviderGitHub,
			fails(http.StatusForbidden, "Resource protected by organization SAML enforcement. You must grant your Personal Access token access to this organization."),
			githost.ReasonForbidden, false, "the organization that owns fleet/shoots requires SAML single sign-on: authorize the token for the organization"),
		Entry("the secondary rate limit of GitHub, which only the message says", fluxv1alpha1.GitProviderGitHub,
			fails(http.StatusForbidden, "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."), githost.ReasonRateLimited, false, "its rate limit is exceeded"),
		Entry("the former message of this rate limit", fluxv1alpha1.GitProviderGitHub,
			fails(http.StatusForbidden, "You have triggered an abuse detection mechanism. Please wait a few minutes before you try again."), githost.ReasonRateLimited, false, "its rate limit is exceeded"),
		Entry("a token without scope on GitLab", fluxv1alpha1.GitProviderGitLab, fails(http.StatusForbidden, "insufficient_scope"), githost.ReasonForbidden, false, "the scope api and the role Developer"),
		Entry("a token without scope on Gitea", fluxv1alpha1.GitProviderGitea, fails(http.StatusForbidden, "token does not have at least one of required scope(s)"), githost.ReasonForbidden, false, "the scope write:repository"),
		Entry("an unknown repository", fluxv1alpha1.GitProviderGitHub, fails(http.StatusNotFound, "Not Found"), githost.ReasonNotFound, false, "there is no repository fleet/shoots, or the token may not see it or write statuses of its commits"),
		Entry("an unknown commit on GitHub", fluxv1alpha1.GitProviderGitHub, fails(http.StatusUnprocessableEntity, "No commit found for SHA: "+commit), githost.ReasonNotFound, true, "the repository fleet/shoots has no such commit; check", "not a mirror"),
		Entry("an unknown commit on GitLab", fluxv1alpha1.GitProviderGitLab, fails(http.StatusNotFound, "404 Commit Not Found"), githost.ReasonNotFound, true, "has no such commit"),
		Entry("a commit without branch on GitLab", fluxv1alpha1.GitProviderGitLab, fails(http.StatusNotFound, "404 References for commit Not Found"), githost.ReasonNotFound, true, "is on a branch or tag"),
		Entry("an unknown commit on Gitea, which answers with an internal error", fluxv1alpha1.GitProviderGitea, func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method == http.MethodGet {
				return fails(http.StatusNotFound, "")(w, r)
			}
			return fails(http.StatusInternalServerError, "")(w, r)
		}, githost.ReasonNotFound, true, "has no such commit"),
		Entry("an internal error of Gitea about a commit that it has", fluxv1alpha1.GitProviderGitea, func(w http.ResponseWriter, r *http.Request) bool {
			if r.Method == http.MethodGet {
				answer(w, http.StatusOK, map[string]any{"sha": commit})
				return true
			}
			return fails(http.StatusInternalServerError, "")(w, r)
		}, githost.ReasonUnreachable, false, "it responds with 500 Internal Server Error"),
		Entry("a Gitea that is down altogether", fluxv1alpha1.GitProviderGitea, fails(http.StatusBadGateway, ""), githost.ReasonUnreachable, false, "502"),
		Entry("a GitHub that is down", fluxv1alpha1.GitProviderGitHub, fails(http.StatusServiceUnavailable, ""), githost.ReasonUnreachable, false, "503"),
		Entry("more statuses than GitHub accepts", fluxv1alpha1.GitProviderGitHub, fails(http.StatusUnprocessableEntity, "This SHA and context has reached the maximum number of statuses."), githost.ReasonInvalid, true, "no further status"),
		Entry("another write at the same time", fluxv1alpha1.GitProviderGitLab, fails(http.StatusConflict, "conflict"), githost.ReasonUnreachable, false, "another status"),
		Entry("a rate limit", fluxv1alpha1.GitProviderGitHub, func(w http.ResponseWriter, r *http.Request) bool {
			w.Header().Set("Retry-After", "60")
			return fails(http.StatusTooManyRequests, "slow down")(w, r)
		}, githost.ReasonRateLimited, false, "rate limit"),
		Entry("a repository that has moved", fluxv1alpha1.GitProviderGitHub, func(w http.ResponseWriter, _ *http.Request) bool {
			w.Header().Set("Location", "https://127.0.0.1:1/elsewhere")
			w.WriteHeader(http.StatusPermanentRedirect)
			return true
		}, githost.ReasonRedirected, false, "has moved; correct its URL"),
		Entry("no API", fluxv1alpha1.GitProviderGitHub, func(w http.ResponseWriter, _ *http.Request) bool {
			_, err := w.Write([]byte("<html>"))
			return err == nil
		}, githost.ReasonInvalid, false, "does not belong to the API"),
		Entry("an endless response", fluxv1alpha1.GitProviderGitea, func(w http.ResponseWriter, _ *http.Request) bool {
			for range 5 << 10 {
				if _, err := w.Write(make([]byte, 1<<10)); err != nil {
					break
				}
			}
			return true
		}, githost.ReasonInvalid, false, "too large"),
		Entry("a hostile message", fluxv1alpha1.GitProviderGitHub, fails(http.StatusBadRequest, strings.Repeat("x\n\x1b[31m"+fakeToken, 10_000)), githost.ReasonInvalid, false, "refuses with 400"),
	)

	It("gives up a host that does not respond", func(ctx SpecContext) {
		done := make(chan struct{})
		defer close(done)
		host, _ := newStatusHost(fluxv1alpha1.GitProviderGitHub, func(http.ResponseWriter, *http.Request) bool {
			<-done
			return true
		})
		err := statusWriter(host).WithAnswerTimeout(50*time.Millisecond).Write(ctx, host.repository(), running())
		Expect(githost.FailureOf(err).Reason).To(Equal(githost.ReasonUnreachable))
	})

	It("connects to no host that the operator does not allow", func(ctx SpecContext) {
		host, requests := newStatusHost(fluxv1alpha1.GitProviderGitHub, nil)
		err := githost.NewStatusWriter(githost.NewHosts([]string{"github.com"}), testclock.NewFakePassiveClock(time.Now())).Write(ctx, host.repository(), running())
		Expect(githost.FailureOf(err).Reason).To(Equal(githost.ReasonNotAllowed))
		Expect(githost.FailureOf(err).Text).To(ContainSubstring("does not let the extension connect to " + host.address() + "; ask for this entry in gitHosts"))
		Expect(*requests).To(BeEmpty())
	})

	It("does not trust a certificate that the Secret does not name", func(ctx SpecContext) {
		host, _ := newStatusHost(fluxv1alpha1.GitProviderGitHub, nil)
		repository := host.repository()
		repository.CACert = nil
		Expect(githost.FailureOf(statusWriter(host).Write(ctx, repository, running())).Reason).To(Equal(githost.ReasonUntrusted))
	})
})
