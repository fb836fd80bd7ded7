// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/fluxcd/go-git-providers/github"
	"k8s.io/utils/clock"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/commitstatus"
)

// StatusWriter writes statuses of commits with the APIs of Git hosts. It sends one request for each status instead of
// using the clients of the hosts, because these repeat requests themselves, and Gitea's asks for the version first.
type StatusWriter struct{ connector }

// statusTimeout is the timeout of a call of StatusWriter.
const statusTimeout = 15 * time.Second

// NewStatusWriter returns a StatusWriter that connects only to the given hosts.
func NewStatusWriter(hosts *Hosts, now clock.PassiveClock) *StatusWriter {
	w := &StatusWriter{newConnector(hosts, now)}
	w.timeout, w.answerTimeout = statusTimeout, statusTimeout
	return w
}

// Write writes a status. A returned error is an *Error.
func (w *StatusWriter) Write(ctx context.Context, repository Repository, status commitstatus.Status) error {
	ctx, cancel := context.WithTimeout(ctx, w.timeout)
	defer cancel()
	l, err := locate(repository)
	if err != nil {
		return err
	}
	t, err := w.newTransport(ctx, repository, l, statusAccess())
	if err != nil {
		return err
	}
	defer t.close()
	failure := t.write(status)
	switch {
	case failure == nil, failure.Reason == ReasonConflict:
		return nil
	case l.provider == fluxv1alpha1.GitProviderGitea && t.status >= http.StatusInternalServerError && !t.knows(status.Commit):
		return t.unknownCommit("")
	}
	return failure
}

// write sends the request for a status.
func (t *transport) write(status commitstatus.Status) *Error {
	body, err := json.Marshal(statusBody(t.location.provider, status))
	if err != nil {
		return t.failed(ReasonInvalid, "the status cannot be encoded")
	}
	request, failure := t.newRequest(http.MethodPost, t.location.statusURL("statuses", status.Commit), body)
	if failure != nil {
		return failure
	}
	return t.send(request)
}

// send sends a request, and ignores the content of a successful response.
func (t *transport) send(request *http.Request) *Error {
	response, failure := t.roundTrip(request)
	if failure != nil {
		return failure
	}
	// The body is in memory.
	_ = response.Body.Close()
	return nil
}

// knows returns whether Gitea has the commit, because Gitea responds with an internal error to a status for an unknown
// commit. If Gitea does not respond, knows returns true.
func (t *transport) knows(commit string) bool {
	request, failure := t.newRequest(http.MethodGet, t.location.statusURL("git", "commits", commit), nil)
	if failure != nil {
		return true
	}
	failure = t.send(request)
	return failure == nil || t.status != http.StatusNotFound
}

func (t *transport) newRequest(method string, address *url.URL, body []byte) (*http.Request, *Error) {
	request, err := http.NewRequestWithContext(t.ctx, method, address.String(), bytes.NewReader(body))
	if err != nil {
		return nil, t.failed(ReasonInvalid, "the URL of the repository is not valid for its API")
	}
	request.Header.Set("User-Agent", fluxv1alpha1.ExtensionName)
	request.Header.Set("Accept", "application/json")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	switch t.location.provider {
	case fluxv1alpha1.GitProviderGitLab:
		request.Header.Set("Private-Token", t.token)
	case fluxv1alpha1.GitProviderGitea:
		request.Header.Set("Authorization", "token "+t.token)
	default:
		request.Header.Set("Authorization", "Bearer "+t.token)
	}
	return request, nil
}

// statusURL returns the URL of a resource in the API of the repository.
func (l location) statusURL(path ...string) *url.URL {
	parts := []string{"api", "v1", "repos", l.owner, l.name}
	switch {
	case l.provider == fluxv1alpha1.GitProviderGitLab:
		parts = []string{"api", "v4", "projects", l.owner + "/" + l.name}
	case l.provider == fluxv1alpha1.GitProviderGitHub && l.host == github.DefaultDomain:
		parts = []string{"repos", l.owner, l.name}
	case l.provider == fluxv1alpha1.GitProviderGitHub:
		parts = []string{"api", "v3", "repos", l.owner, l.name}
	}
	address := &url.URL{Scheme: "https", Host: l.apiHost()}
	for _, part := range append(parts, path...) {
		address.Path += "/" + part
		address.RawPath += "/" + url.PathEscape(part)
	}
	return address
}

// statusBody returns the body of a request in the format of the provider.
func statusBody(provider fluxv1alpha1.GitProvider, status commitstatus.Status) map[string]string {
	state := status.State
	switch {
	case provider == fluxv1alpha1.GitProviderGitLab && state == commitstatus.StateFailure:
		state = "failed"
	case provider != fluxv1alpha1.GitProviderGitLab && state == commitstatus.StateRunning: // Only GitLab has this state.
		state = commitstatus.StatePending
	}
	return map[string]string{"context": status.Context, "state": string(state), "description": status.Description}
}

// statusAccess returns the access that writing statuses needs. Its failure has ReasonConflict if GitLab already shows
// the state.
func statusAccess() access {
	return access{
		action: "write statuses of commits in", object: "write statuses of its commits",
		permissions: map[fluxv1alpha1.GitProvider]string{
			fluxv1alpha1.GitProviderGitHub: "the repository permission Commit statuses (read and write), or the scope repo:status if it is a classic token",
			fluxv1alpha1.GitProviderGitLab: "the scope api and the role Developer in the project, or a role that may push to the branch if it is protected",
			fluxv1alpha1.GitProviderGitea:  "the scope write:repository, and an owner who may write to the repository",
		},
		failure: statusFailure,
	}
}

func statusFailure(t *transport, status int, message string) *Error {
	has := func(words string) bool { return strings.Contains(strings.ToLower(message), words) }
	switch {
	case t.location.provider == fluxv1alpha1.GitProviderGitLab && status == http.StatusBadRequest && has("cannot transition status"):
		return &Error{Reason: ReasonConflict, Text: "the status already has this state"}
	case status == http.StatusConflict:
		return t.failed(ReasonUnreachable, "another status of the commit is being written%s", message)
	case status == http.StatusUnprocessableEntity && has("no commit found"),
		status == http.StatusNotFound && (has("commit not found") || has("references for commit")):
		return t.unknownCommit(message)
	case status == http.StatusUnprocessableEntity && has("maximum number of statuses"):
		return &Error{Reason: ReasonInvalid, OnlyCommit: true, Text: t.location.host + ": it accepts no further status of this name for the commit; the next commit gets one"}
	}
	return nil
}

// unknownCommit returns the Error for a commit that the repository at the host does not have.
func (t *transport) unknownCommit(message string) *Error {
	failure := t.failed(ReasonNotFound, "the repository %s/%s has no such commit; check that project.commitStatus names the host that Flux reads, not a mirror, and that the commit is on a branch or tag%s",
		t.location.owner, t.location.name, message)
	failure.OnlyCommit = true
	return failure
}

// FailureOf returns the *Error in an error, or an Error without details for any other error.
func FailureOf(err error) *Error {
	if failure, is := errors.AsType[*Error](err); is {
		return failure
	}
	return &Error{Reason: ReasonInvalid, Text: "the request to the Git host failed"}
}

// IsTransient returns whether the host did not respond, or temporarily rejected the request.
func (e *Error) IsTransient() bool {
	return e.Reason == ReasonUnreachable || e.Reason == ReasonRateLimited
}
