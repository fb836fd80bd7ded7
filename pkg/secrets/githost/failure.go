// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"cmp"
	"crypto/tls"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// Reason is the reason for a failed request to a Git host.
type Reason string

const (
	// ReasonUnreachable means that the host does not respond, or responds with a server error.
	ReasonUnreachable Reason = "Unreachable"
	// ReasonUntrusted means that the certificate of the host cannot be verified.
	ReasonUntrusted Reason = "Untrusted"
	// ReasonNotAllowed means that the operator does not allow the extension to connect to the host.
	ReasonNotAllowed Reason = "NotAllowed"
	// ReasonUnauthorized means that the token is unknown to the host or has expired.
	ReasonUnauthorized Reason = "Unauthorized"
	// ReasonForbidden means that the token lacks permission to administer the deploy keys of the repository.
	ReasonForbidden Reason = "Forbidden"
	// ReasonNotFound means that the repository does not exist or is hidden from the token: hosts send the same
	// response.
	ReasonNotFound Reason = "NotFound"
	// ReasonConflict means that the key is registered for another repository or user of the same host.
	ReasonConflict Reason = "Conflict"
	// ReasonWritable means that the key is registered with write access.
	ReasonWritable Reason = "Writable"
	// ReasonRateLimited means that the rate limit of the host is exceeded.
	ReasonRateLimited Reason = "RateLimited"
	// ReasonRedirected means a redirect to another host. The extension does not follow it, because it would send
	// the token there.
	ReasonRedirected Reason = "Redirected"
	// ReasonInvalid means that the host refuses the request as invalid, or that its response cannot be parsed.
	ReasonInvalid Reason = "Invalid"
)

// Reasons returns all reasons.
func Reasons() []Reason {
	return []Reason{
		ReasonUnreachable, ReasonUntrusted, ReasonNotAllowed, ReasonUnauthorized, ReasonForbidden, ReasonNotFound, ReasonConflict,
		ReasonWritable, ReasonRateLimited, ReasonRedirected, ReasonInvalid,
	}
}

// Error is a failed request to a Git host. It may be shown to users: it contains no token, and of the host's
// response at most one sanitized line. Therefore it wraps no error.
type Error struct {
	// Reason is the machine-readable reason.
	Reason Reason
	// Text is the message for users, with a suggested fix.
	Text string
	// RetryAfter is the time for which the host rejects requests; 0 if unknown.
	RetryAfter time.Duration
}

func invalid(message string) *Error { return &Error{Reason: ReasonInvalid, Text: message} }

// Error returns the text.
func (e *Error) Error() string { return e.Text }

const (
	// excerptLength bounds the part of a host's response that is repeated.
	excerptLength = 200
	// maxRetryAfter bounds the delay that a host can request.
	maxRetryAfter = 24 * time.Hour
)

// requestError returns the error for a request without a response.
func (t *transport) requestError(err error) *Error {
	var notAllowed *NotAllowedError
	var untrusted *tls.CertificateVerificationError
	switch {
	case errors.As(err, &notAllowed):
		return &Error{Reason: ReasonNotAllowed, Text: notAllowed.Error()}
	case errors.As(err, &untrusted):
		return t.failed(ReasonUntrusted, "its certificate is not trusted: %s; if a private authority signed it, add the authority's certificate as key %s to the Secret with the token",
			t.excerpt(err.Error()), fluxv1alpha1.SecretKeyCACert)
	}
	return t.failed(ReasonUnreachable, "it cannot be reached: %s; check that it can be reached from the seed's network, or set proxyURL", t.excerpt(err.Error()))
}

// responseError returns the error for an unsuccessful response.
func (t *transport) responseError(response *http.Response, body []byte) *Error {
	message := t.hostMessage(body)
	if wait, limited := t.rateLimit(response); limited {
		failure := t.failed(ReasonRateLimited, "its rate limit is exceeded%s", message)
		failure.RetryAfter = wait
		return failure
	}
	repository, status := t.location.owner+"/"+t.location.name, response.StatusCode
	switch {
	case status == http.StatusUnauthorized:
		return t.failed(ReasonUnauthorized, "it does not accept the token, which is wrong or has expired: store a valid one in the Secret%s", message)
	case status == http.StatusForbidden:
		return t.failed(ReasonForbidden, "the token may not administer the deploy keys of %s: it needs %s%s", repository, t.permission(), message)
	case status == http.StatusNotFound:
		return t.failed(ReasonNotFound, "there is no repository %s, or the token may not see it or its deploy keys: it needs %s", repository, t.permission())
	case status == http.StatusConflict, status < http.StatusInternalServerError && isKeyInUse(message):
		return t.failed(ReasonConflict, "it reports that the key is registered elsewhere at this host, for another repository or for a user: remove it there, or rotate the deploy key%s", message)
	case status >= http.StatusInternalServerError:
		return t.failed(ReasonUnreachable, "it responds with %s", strings.TrimSpace(strconv.Itoa(status)+" "+http.StatusText(status)))
	}
	return t.failed(ReasonInvalid, "it refuses with %d%s", status, message)
}

// failed returns an error about the host.
func (t *transport) failed(reason Reason, format string, args ...any) *Error {
	return &Error{Reason: reason, Text: t.location.host + ": " + fmt.Sprintf(format, args...)}
}

// permission returns the permission that a token needs at this type of host.
func (t *transport) permission() string {
	return map[fluxv1alpha1.GitProvider]string{
		fluxv1alpha1.GitProviderGitHub: "the repository permission Administration (read and write), or the scope repo if it is a classic token",
		fluxv1alpha1.GitProviderGitLab: "the scope api and the role Maintainer in the project",
		fluxv1alpha1.GitProviderGitea:  "the scope write:repository, and an owner who administers the repository",
	}[t.location.provider]
}

// isKeyInUse returns whether the message of a host means that the key is registered already. Hosts use one
// status for this and all other errors of a key, so that only the message distinguishes them.
func isKeyInUse(message string) bool {
	message = strings.ToLower(message)
	return slices.ContainsFunc([]string{"already in use", "already been", "has been used", "already exists"},
		func(words string) bool { return strings.Contains(message, words) })
}

// rateLimit returns whether the rate limit of the host is exceeded, and for how long. GitHub may respond with 403.
func (t *transport) rateLimit(response *http.Response) (time.Duration, bool) {
	header := response.Header
	exhausted := header.Get("Retry-After") != "" || header.Get("X-Ratelimit-Remaining") == "0"
	if response.StatusCode != http.StatusTooManyRequests && (response.StatusCode != http.StatusForbidden || !exhausted) {
		return 0, false
	}
	return RetryAfter(header, t.clock.Now(), maxRetryAfter), true
}

// RetryAfter returns the time in the header Retry-After, as seconds or date, or else until the reset of the rate
// limit, but not more than longest. It is 0 if the headers are missing or invalid.
func RetryAfter(header http.Header, now time.Time, longest time.Duration) time.Duration {
	var wait time.Duration
	value, reset := header.Get("Retry-After"), cmp.Or(header.Get("X-Ratelimit-Reset"), header.Get("Ratelimit-Reset"))
	if seconds, err := strconv.Atoi(value); err == nil {
		wait = time.Duration(min(seconds, int(longest/time.Second))) * time.Second
	} else if date, err := http.ParseTime(value); err == nil {
		wait = date.Sub(now)
	} else if seconds, err := strconv.ParseInt(reset, 10, 64); err == nil {
		wait = time.Unix(seconds, 0).Sub(now)
	}
	return min(max(wait, 0), longest)
}

// messageLimits bounds the body of a response that may contain a message.
func messageLimits() boundedjson.Limits { return boundedjson.Limits{Bytes: 64 << 10, Elements: 1000} }

// hostMessage returns the message in the body of a response, as the end of an error message; empty if there is
// none.
func (t *transport) hostMessage(body []byte) string {
	var answer map[string]any
	if messageLimits().Unmarshal(body, &answer) != nil {
		return ""
	}
	var words []string
	for _, key := range []string{"message", "error", "errors"} {
		words = append(words, texts(answer[key])...)
	}
	if message := t.excerpt(strings.Join(words, ", ")); message != "" {
		return fmt.Sprintf(" (message of the host: %s)", message)
	}
	return ""
}

// texts returns all strings in a JSON value, with the names of the fields that contain lists of strings, as at
// GitLab.
func texts(value any) []string {
	switch value := value.(type) {
	case string:
		return []string{value}
	case []any:
		var all []string
		for _, item := range value {
			all = append(all, texts(item)...)
		}
		return all
	case map[string]any:
		var all []string
		for name, item := range value {
			all = append(all, name+" "+strings.Join(texts(item), ", "))
		}
		slices.Sort(all)
		return all
	}
	return nil
}

// excerpt returns the beginning of a text as one line, without the token and other recognized secrets.
func (t *transport) excerpt(value string) string {
	if t.token != "" {
		value = strings.ReplaceAll(value, t.token, "[token]")
	}
	return text.Excerpt(value, excerptLength)
}
