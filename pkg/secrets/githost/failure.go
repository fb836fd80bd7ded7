// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// Reason is why a request to a Git host has failed.
type Reason string

const (
	// ReasonUnreachable is a host that does not answer, or answers with a server error.
	ReasonUnreachable Reason = "Unreachable"
	// ReasonUntrusted is a host whose certificate cannot be verified.
	ReasonUntrusted Reason = "Untrusted"
	// ReasonNotAllowed is a host that the operator does not allow the extension to connect to.
	ReasonNotAllowed Reason = "NotAllowed"
	// ReasonUnauthorized is a token that is unknown to the host or has expired.
	ReasonUnauthorized Reason = "Unauthorized"
	// ReasonForbidden is a token that may not administer the deploy keys of the repository.
	ReasonForbidden Reason = "Forbidden"
	// ReasonNotFound is a repository that does not exist or is hidden from the token: the answers of hosts do not differ.
	ReasonNotFound Reason = "NotFound"
	// ReasonConflict is a key that is registered for another repository or user of the same host.
	ReasonConflict Reason = "Conflict"
	// ReasonWritable is a key that is registered with write access.
	ReasonWritable Reason = "Writable"
	// ReasonRateLimited is a host whose rate limit is exceeded.
	ReasonRateLimited Reason = "RateLimited"
	// ReasonRedirected is a redirect to another host, which the extension does not follow because it would send the token there.
	ReasonRedirected Reason = "Redirected"
	// ReasonInvalid is a request that the host refuses as invalid, or an answer that the extension cannot parse.
	ReasonInvalid Reason = "Invalid"
)

// Reasons returns all reasons.
func Reasons() []Reason {
	return []Reason{
		ReasonUnreachable, ReasonUntrusted, ReasonNotAllowed, ReasonUnauthorized, ReasonForbidden, ReasonNotFound, ReasonConflict,
		ReasonWritable, ReasonRateLimited, ReasonRedirected, ReasonInvalid,
	}
}

// Error is a failed request to a Git host. It may be shown to users: it contains no token, and of the host's answer no more than one
// sanitized line. Therefore it wraps no other error.
type Error struct {
	// Reason is the machine-readable reason.
	Reason Reason
	// Text is the message for users, with the suggested fix.
	Text string
	// RetryAfter is the time after which the host accepts requests again; 0 if that is not known.
	RetryAfter time.Duration
}

// Error returns the text.
func (e *Error) Error() string { return e.Text }

const (
	// excerptLength limits how much of a host's answer is repeated.
	excerptLength = 200
	// maxRetryAfter limits how long a host can delay the next request.
	maxRetryAfter = 24 * time.Hour
)

// requestError returns the error for a request without an answer.
func (t *transport) requestError(err error) *Error {
	var notAllowed *NotAllowedError
	var authority x509.UnknownAuthorityError
	var hostname x509.HostnameError
	var certificate x509.CertificateInvalidError
	var timeout net.Error
	var name *net.DNSError
	switch {
	case errors.As(err, &notAllowed):
		return &Error{Reason: ReasonNotAllowed, Text: notAllowed.Error()}
	case errors.As(err, &authority):
		return t.failed(ReasonUntrusted, "its certificate is signed by an authority that is not known: put the authority's certificate into the key %s of the Secret with the token", fluxv1alpha1.SecretKeyCACert)
	case errors.As(err, &hostname), errors.As(err, &certificate):
		return t.failed(ReasonUntrusted, "its certificate is not valid: %s", t.excerpt(err.Error()))
	case errors.As(err, &name):
		return t.failed(ReasonUnreachable, "its name is not found: check the name, and that it can be resolved in the seed's network")
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return t.failed(ReasonUnreachable, "it does not answer in time: check that it can be reached from the seed's network, or set proxyURL")
	}
	return t.failed(ReasonUnreachable, "it cannot be reached: %s; check that it can be reached from the seed's network, or set proxyURL", t.excerpt(err.Error()))
}

// responseError returns the error for an answer that is no success.
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
		return t.failed(ReasonUnauthorized, "it does not accept the token, which is wrong or has expired: put a valid one into the Secret%s", message)
	case status == http.StatusForbidden:
		return t.failed(ReasonForbidden, "the token may not administer the deploy keys of %s: it needs %s%s", repository, t.permission(), message)
	case status == http.StatusNotFound:
		return t.failed(ReasonNotFound, "there is no repository %s, or the token may not see it or its deploy keys: it needs %s", repository, t.permission())
	case status == http.StatusConflict, status < http.StatusInternalServerError && isKeyInUse(message):
		return t.failed(ReasonConflict, "it reports that the key is registered elsewhere at this host, for another repository or for a user: remove it there, or rotate the deploy key%s", message)
	case status >= http.StatusInternalServerError:
		return t.failed(ReasonUnreachable, "it answers %s", strings.TrimSpace(strconv.Itoa(status)+" "+http.StatusText(status)))
	}
	return t.failed(ReasonInvalid, "it refuses with %d%s", status, message)
}

// failed returns an error about the host.
func (t *transport) failed(reason Reason, format string, args ...any) *Error {
	return &Error{Reason: reason, Text: t.location.host + ": " + fmt.Sprintf(format, args...)}
}

// permission is the permission that a token needs at this kind of host.
func (t *transport) permission() string {
	switch t.location.provider {
	case fluxv1alpha1.GitProviderGitHub:
		return "the repository permission Administration (read and write), or the scope repo if it is a classic one"
	case fluxv1alpha1.GitProviderGitLab:
		return "the scope api and the role Maintainer in the project"
	case fluxv1alpha1.GitProviderGitea:
		return "the scope write:repository, and to be that of an administrator of the repository"
	}
	return "to administer deploy keys"
}

// isKeyInUse returns whether the message of a host means that the key is registered already. Hosts use one status for this and for
// every other error of a key, so that only the message remains.
func isKeyInUse(message string) bool {
	message = strings.ToLower(message)
	return slices.ContainsFunc([]string{"already in use", "already been", "has been used", "already exists"},
		func(words string) bool { return strings.Contains(message, words) })
}

// rateLimit returns whether the rate limit of the host is exceeded, and for how long. GitHub answers 403 for it too.
func (t *transport) rateLimit(response *http.Response) (time.Duration, bool) {
	header := response.Header
	exhausted := header.Get("Retry-After") != "" || header.Get("X-Ratelimit-Remaining") == "0"
	if response.StatusCode != http.StatusTooManyRequests && (response.StatusCode != http.StatusForbidden || !exhausted) {
		return 0, false
	}
	now := t.clock.Now()
	var wait time.Duration
	if seconds, err := strconv.Atoi(header.Get("Retry-After")); err == nil {
		wait = time.Duration(seconds) * time.Second
	} else if date, err := http.ParseTime(header.Get("Retry-After")); err == nil {
		wait = date.Sub(now)
	} else {
		for _, name := range []string{"X-Ratelimit-Reset", "Ratelimit-Reset"} {
			if seconds, err := strconv.ParseInt(header.Get(name), 10, 64); err == nil {
				wait = time.Unix(seconds, 0).Sub(now)
			}
		}
	}
	return min(max(wait, 0), maxRetryAfter), true
}

// messageLimits bound the body of an answer that may contain a message.
func messageLimits() boundedjson.Limits { return boundedjson.Limits{Bytes: 64 << 10, Elements: 1000} }

// hostMessage returns the message in the body of an answer, as the end of an error message; empty if the body has none.
func (t *transport) hostMessage(body []byte) string {
	var answer map[string]any
	if messageLimits().Unmarshal(body, &answer) != nil {
		return ""
	}
	var words []string
	for _, key := range []string{"message", "error", "errors"} {
		words = append(words, texts(answer[key])...)
	}
	if text := t.excerpt(strings.Join(words, ", ")); text != "" {
		return fmt.Sprintf(" (message of the host: %s)", text)
	}
	return ""
}

// texts returns all strings in a JSON value, with the names of the fields that hold lists of them, which is the form of GitLab.
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
		if message, ok := value["message"].(string); ok {
			return []string{message}
		}
		var all []string
		for name, item := range value {
			all = append(all, name+" "+strings.Join(texts(item), ", "))
		}
		slices.Sort(all)
		return all
	}
	return nil
}

// credentials matches the user information before the host in a URL.
const credentials = `://[^/\s@]*@`

// excerpt returns one line of limited length of a text, without the token.
func (t *transport) excerpt(value string) string {
	if t.token != "" {
		value = strings.ReplaceAll(value, t.token, "[token]")
	}
	value = regexp.MustCompile(credentials).ReplaceAllString(value, "://")
	return text.Cut(text.OneLine(value), excerptLength)
}
