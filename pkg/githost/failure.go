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

// Reason is the machine-readable reason why a request to a Git host failed.
type Reason string

const (
	// ReasonUnreachable means that the host does not respond, or responds with a server error.
	ReasonUnreachable Reason = "Unreachable"
	// ReasonUntrusted means that the certificate of the host cannot be verified.
	ReasonUntrusted Reason = "Untrusted"
	// ReasonNotAllowed means that the operator does not allow the extension to connect to the host.
	ReasonNotAllowed Reason = "NotAllowed"
	// ReasonUnauthorized means that the host does not accept the token, because it is invalid or has expired.
	ReasonUnauthorized Reason = "Unauthorized"
	// ReasonForbidden means that the token lacks the permission that the request needs in the repository, or that the
	// host lets no user do it: the repository is archived, or the organization restricts access.
	ReasonForbidden Reason = "Forbidden"
	// ReasonNotFound means that the repository does not exist, or that the token cannot access it. Hosts send the same
	// response in both cases.
	ReasonNotFound Reason = "NotFound"
	// ReasonConflict means that the key is already registered for a different repository or a user of the same host.
	ReasonConflict Reason = "Conflict"
	// ReasonWritable means that the key is registered with write access.
	ReasonWritable Reason = "Writable"
	// ReasonRateLimited means that the rate limit of the host is exceeded.
	ReasonRateLimited Reason = "RateLimited"
	// ReasonRedirected means that the host redirects to a different host, or that the repository has moved. The extension
	// does not follow a redirect to a different host, because that host would receive the token.
	ReasonRedirected Reason = "Redirected"
	// ReasonInvalid means that the host rejects the request as invalid, that its response cannot be parsed, or that the
	// request cannot be sent because of an invalid setting.
	ReasonInvalid Reason = "Invalid"
)

// Reasons returns all reasons.
func Reasons() []Reason {
	return []Reason{
		ReasonUnreachable, ReasonUntrusted, ReasonNotAllowed, ReasonUnauthorized, ReasonForbidden, ReasonNotFound, ReasonConflict,
		ReasonWritable, ReasonRateLimited, ReasonRedirected, ReasonInvalid,
	}
}

// Error describes a failed request to a Git host. It is safe to show to users: it contains no token, and at most one
// sanitized line of the host's response. For the same reason, it does not wrap an error.
type Error struct {
	// Reason is the machine-readable reason.
	Reason Reason
	// Text is the message for users, with a suggested fix.
	Text string
	// RetryAfter is how long the host rejects further requests, or 0 if unknown.
	RetryAfter time.Duration
	// OnlyCommit is true if the host rejects only the commit of a status: requests about other commits may succeed.
	OnlyCommit bool
}

func invalid(message string) *Error { return &Error{Reason: ReasonInvalid, Text: message} }

// Error returns the text.
func (e *Error) Error() string { return e.Text }

const (
	// excerptLength is the maximum length of the quoted part of a host's response.
	excerptLength = 200
	// maxRetryAfter is the maximum delay that a host can request.
	maxRetryAfter = 24 * time.Hour
	// secondaryRetryAfter is the delay after GitHub's secondary rate limit, which has no header with a time:
	// https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api#exceeding-the-rate-limit
	secondaryRetryAfter = time.Minute
)

// requestError returns the Error for a request that got no response.
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

// responseError returns the Error for an unsuccessful response.
func (t *transport) responseError(response *http.Response, body []byte) *Error {
	message := t.hostMessage(body)
	if wait, limited := t.rateLimit(response, message); limited {
		failure := t.failed(ReasonRateLimited, "its rate limit is exceeded%s", message)
		failure.RetryAfter = wait
		return failure
	}
	repository, status := t.location.owner+"/"+t.location.name, response.StatusCode
	if failure := t.access.failure(t, status, message); failure != nil {
		return failure
	}
	switch {
	case status == http.StatusUnauthorized:
		return t.failed(ReasonUnauthorized, "it does not accept the token, which is wrong or has expired; store a valid one in the Secret%s", message)
	case isArchived(status, message):
		return t.failed(ReasonForbidden, "the repository %s is archived, and accepts no changes: restore it, or configure another repository%s", repository, message)
	case status == http.StatusForbidden && strings.Contains(message, "IP allow list"):
		return t.failed(ReasonForbidden, "the IP allow list of the organization that owns %s does not contain the address from which the extension connects; ask an owner of the organization to add it, or set proxyURL to a proxy that it contains%s", repository, message)
	case status == http.StatusForbidden && (response.Header.Get("X-GitHub-SSO") != "" || strings.Contains(message, "SAML")):
		return t.failed(ReasonForbidden, "the organization that owns %s requires SAML single sign-on: authorize the token for the organization in the settings of the token at the host%s", repository, message)
	case status == http.StatusForbidden:
		return t.failed(ReasonForbidden, "the token may not %s %s: it needs %s%s", t.access.action, repository, t.permission(), message)
	case status == http.StatusNotFound:
		return t.failed(ReasonNotFound, "there is no repository %s, or the token may not see it or %s: it needs %s", repository, t.access.object, t.permission())
	case status >= http.StatusInternalServerError:
		return t.failed(ReasonUnreachable, "it responds with %s", strings.TrimSpace(strconv.Itoa(status)+" "+http.StatusText(status)))
	}
	return t.failed(ReasonInvalid, "it refuses with %d%s", status, message)
}

// failed returns an Error whose message begins with the host.
func (t *transport) failed(reason Reason, format string, args ...any) *Error {
	return &Error{Reason: reason, Text: t.location.host + ": " + fmt.Sprintf(format, args...)}
}

// access is the access to a repository that the requests of a call need.
type access struct {
	// action and object are the parts of error messages that name the access.
	action, object string
	// permissions describe the permission that a token needs, by provider.
	permissions map[fluxv1alpha1.GitProvider]string
	// failure returns the Error for a response with the given status code and message of the host if the response has a
	// meaning that only requests of this kind have. Otherwise it returns nil.
	failure func(t *transport, status int, message string) *Error
}

// keyAccess returns the access that the registration of deploy keys needs.
func keyAccess() access {
	return access{
		action: "administer the deploy keys of", object: "its deploy keys",
		permissions: map[fluxv1alpha1.GitProvider]string{
			fluxv1alpha1.GitProviderGitHub: "the repository permission Administration (read and write), or the scope repo if it is a classic token",
			fluxv1alpha1.GitProviderGitLab: "the scope api and the role Maintainer in the project",
			fluxv1alpha1.GitProviderGitea:  "the scope write:repository, and an owner who administers the repository",
		},
		failure: func(t *transport, status int, message string) *Error {
			isSpecific := status == http.StatusUnauthorized || status == http.StatusForbidden || status == http.StatusNotFound
			if status == http.StatusConflict || !isSpecific && status < http.StatusInternalServerError && isKeyInUse(message) {
				return t.failed(ReasonConflict, "it reports that the key is registered elsewhere at this host, for another repository or for a user; remove it there, or rotate the deploy key%s", message)
			}
			return nil
		},
	}
}

// permission describes the permission that a token needs, which depends on the provider.
func (t *transport) permission() string { return t.access.permissions[t.location.provider] }

// isKeyInUse returns whether the message of a host means that the key is already registered. Hosts use the same status
// code for all errors about a key, so that only the message distinguishes them.
func isKeyInUse(message string) bool {
	message = strings.ToLower(message)
	return slices.ContainsFunc([]string{"already in use", "already been", "has been used", "already exists"},
		func(words string) bool { return strings.Contains(message, words) })
}

// isArchived returns whether a host refuses a change because the repository is archived. GitHub responds with 403, and
// Gitea with 423. GitLab does not say why it responds with 403.
func isArchived(status int, message string) bool {
	return (status == http.StatusForbidden || status == http.StatusLocked) && strings.Contains(strings.ToLower(message), "archived")
}

// rateLimit returns whether the rate limit of the host is exceeded, and how long to wait. It also checks responses with
// status 403, which GitHub may use for rate limits. Only the message distinguishes GitHub's secondary rate limit from a
// missing permission, because the headers describe the primary limit, which has requests left.
func (t *transport) rateLimit(response *http.Response, message string) (time.Duration, bool) {
	header := response.Header
	if t.isSecondaryLimit(response, message) {
		return secondaryRetryAfter, true
	}
	exhausted := header.Get("Retry-After") != "" || header.Get("X-Ratelimit-Remaining") == "0"
	if response.StatusCode != http.StatusTooManyRequests && (response.StatusCode != http.StatusForbidden || !exhausted) {
		return 0, false
	}
	return RetryAfter(header, t.clock.Now(), maxRetryAfter), true
}

func (t *transport) isSecondaryLimit(response *http.Response, message string) bool {
	refused := response.StatusCode == http.StatusForbidden || response.StatusCode == http.StatusTooManyRequests
	if !refused || t.location.provider != fluxv1alpha1.GitProviderGitHub || response.Header.Get("Retry-After") != "" || response.Header.Get("X-Ratelimit-Remaining") == "0" {
		return false
	}
	message = strings.ToLower(message)
	return strings.Contains(message, "secondary rate limit") || strings.Contains(message, "abuse detection")
}

// RetryAfter returns how long to wait according to the header Retry-After, which contains seconds or a date, or
// otherwise according to the header with the reset time of the rate limit. The result is at most longest, and 0 if the
// headers are missing or invalid.
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

// hostMessage returns the message in the body of a response as a suffix for an error message, or an empty string if the
// body has no message.
func (t *transport) hostMessage(body []byte) string {
	var answer map[string]any
	if (boundedjson.Limits{Bytes: 64 << 10, Elements: 1000}).Unmarshal(body, &answer) != nil {
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

// texts returns all strings in a JSON value. The strings in an object are prefixed with the name of their field,
// because GitLab reports the invalid field in this way.
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

// excerpt returns the beginning of a text as one line, with the token and other recognized secrets masked.
func (t *transport) excerpt(value string) string {
	if t.token != "" {
		value = strings.ReplaceAll(value, t.token, "[token]")
	}
	return text.Excerpt(value, excerptLength)
}
