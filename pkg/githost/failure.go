// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Reason is why a Git host has not done what it was asked for.
type Reason string

const (
	// ReasonUnreachable is a host that does not answer, or not as it should for the moment.
	ReasonUnreachable Reason = "Unreachable"
	// ReasonUntrusted is a host whose certificate is not that of the host.
	ReasonUntrusted Reason = "Untrusted"
	// ReasonNotAllowed is a host that the operator does not let the extension connect to.
	ReasonNotAllowed Reason = "NotAllowed"
	// ReasonUnauthorized is a token that the host does not know, or does not accept any more.
	ReasonUnauthorized Reason = "Unauthorized"
	// ReasonForbidden is a token that may not administer the deploy keys of the repository.
	ReasonForbidden Reason = "Forbidden"
	// ReasonNotFound is a repository that is not there, or is none that the token may see: hosts do not tell the difference.
	ReasonNotFound Reason = "NotFound"
	// ReasonConflict is a key that is registered elsewhere at the same host.
	ReasonConflict Reason = "Conflict"
	// ReasonWritable is a key that is registered, but as one that may write.
	ReasonWritable Reason = "Writable"
	// ReasonRateLimited is a host that wants to be left alone for a while.
	ReasonRateLimited Reason = "RateLimited"
	// ReasonRedirected is a host that sends the extension elsewhere, where it does not go with the token.
	ReasonRedirected Reason = "Redirected"
	// ReasonInvalid is a request that the host cannot make sense of, or an answer that the extension cannot make sense of.
	ReasonInvalid Reason = "Invalid"
)

// Reasons are all reasons.
func Reasons() []Reason {
	return []Reason{
		ReasonUnreachable, ReasonUntrusted, ReasonNotAllowed, ReasonUnauthorized, ReasonForbidden, ReasonNotFound, ReasonConflict,
		ReasonWritable, ReasonRateLimited, ReasonRedirected, ReasonInvalid,
	}
}

// Error says what a Git host has not done, why, and what somebody can do. It is what may be shown: it holds no token, and of what
// the host says no more than one cleaned sentence. Therefore it wraps nothing.
type Error struct {
	// Reason is why.
	Reason Reason
	// Text says it in words, with the remedy.
	Text string
	// RetryAfter is how long the host wants to be left alone; 0 if it does not say.
	RetryAfter time.Duration
}

// Error returns the text.
func (e *Error) Error() string { return e.Text }

const (
	// excerptLength bounds what is repeated of what a host says.
	excerptLength = 200
	// longestRetryAfter bounds what a host can ask for.
	longestRetryAfter = 24 * time.Hour
)

// unanswered explains why there is no answer.
func (t *transport) unanswered(err error) *Error {
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
		return t.failed(ReasonUnreachable, "its name is not found: check the name, and that it is known in the seed's network")
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return t.failed(ReasonUnreachable, "it does not answer in time: check that it can be reached from the seed's network, or set proxyURL")
	}
	return t.failed(ReasonUnreachable, "it cannot be reached: %s; check that it can be reached from the seed's network, or set proxyURL", t.excerpt(err.Error()))
}

// refused explains an answer that is no success.
func (t *transport) refused(response *http.Response, body []byte) *Error {
	said := t.said(body)
	if wait, limited := t.rateLimit(response); limited {
		failure := t.failed(ReasonRateLimited, "it wants to be asked less often%s", said)
		failure.RetryAfter = wait
		return failure
	}
	repository, status := t.place.owner+"/"+t.place.name, response.StatusCode
	switch {
	case status == http.StatusUnauthorized:
		return t.failed(ReasonUnauthorized, "it does not accept the token, which is wrong or has expired: put a valid one into the Secret%s", said)
	case status == http.StatusForbidden:
		return t.failed(ReasonForbidden, "the token may not administer the deploy keys of %s: it needs %s%s", repository, t.permission(), said)
	case status == http.StatusNotFound:
		return t.failed(ReasonNotFound, "there is no repository %s, or the token may not see it or its deploy keys: it needs %s", repository, t.permission())
	case status == http.StatusConflict, status < http.StatusInternalServerError && saysInUse(said):
		return t.failed(ReasonConflict, "it says that the key is registered elsewhere at this host, for another repository or for a user: remove it there, or rotate the deploy key%s", said)
	case status >= http.StatusInternalServerError:
		return t.failed(ReasonUnreachable, "it answers %s", strings.TrimSpace(strconv.Itoa(status)+" "+http.StatusText(status)))
	}
	return t.failed(ReasonInvalid, "it refuses with %d%s", status, said)
}

// failed returns an error about the host.
func (t *transport) failed(reason Reason, format string, args ...any) *Error {
	return &Error{Reason: reason, Text: t.place.host + ": " + fmt.Sprintf(format, args...)}
}

// permission is what a token needs at the kind of host.
func (t *transport) permission() string {
	switch t.place.provider {
	case fluxv1alpha1.GitProviderGitHub:
		return "the repository permission Administration (read and write), or the scope repo if it is a classic one"
	case fluxv1alpha1.GitProviderGitLab:
		return "the scope api and the role Maintainer in the project"
	case fluxv1alpha1.GitProviderGitea:
		return "the scope write:repository, and to be that of an administrator of the repository"
	}
	return "to administer deploy keys"
}

// saysInUse tells whether a host complains that the key is there already. Hosts use one status for this and for everything else
// that is wrong with a key, so that only the words are left.
func saysInUse(said string) bool {
	said = strings.ToLower(said)
	return slices.ContainsFunc([]string{"already in use", "already been", "has been used", "already exists"},
		func(words string) bool { return strings.Contains(said, words) })
}

// rateLimit tells whether the host wants to be left alone, and for how long. GitHub answers 403 for it too.
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
	return min(max(wait, 0), longestRetryAfter), true
}

// said returns what the host says, for the end of a sentence; empty if it is nothing that an API says.
func (t *transport) said(body []byte) string {
	var answer map[string]any
	if json.Unmarshal(body, &answer) != nil {
		return ""
	}
	var words []string
	for _, key := range []string{"message", "error", "errors"} {
		words = append(words, texts(answer[key])...)
	}
	if text := t.excerpt(strings.Join(words, ", ")); text != "" {
		return fmt.Sprintf(" (the host says: %s)", text)
	}
	return ""
}

// texts returns all texts in a JSON value, with the names of the fields that hold lists of them, as GitLab has it.
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

// credentials are what stands before the host in a URL.
const credentials = `://[^/\s@]*@`

// excerpt makes one bounded line of a text, without the token.
func (t *transport) excerpt(text string) string {
	if t.token != "" {
		text = strings.ReplaceAll(text, t.token, "[token]")
	}
	text = regexp.MustCompile(credentials).ReplaceAllString(text, "://")
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, text)
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > excerptLength {
		return string(runes[:excerptLength]) + "…"
	}
	return text
}
