// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/githost"
)

// Failure is why a message could not be sent. It may be shown to users: it has no URL and no token, and repeats nothing that the receiver has answered but
// words that are known. Therefore it wraps no other error.
type Failure struct {
	// Text is the cause, with a suggested fix.
	Text string
	// Misconfigured is whether it is the Secret, or a host that is not allowed, and not what the receiver does.
	Misconfigured bool
	// RetryAfter is the time after which the receiver accepts messages again; 0 if that is not known.
	RetryAfter time.Duration
}

// Error returns the text.
func (f *Failure) Error() string { return f.Text }

// longestRetryAfter limits how long a receiver can delay the next message.
const longestRetryAfter = time.Hour

func misconfigured(format string, args ...any) *Failure {
	return &Failure{Text: fmt.Sprintf(format, args...), Misconfigured: true}
}

// notAllowed is about a host that the operator does not allow.
func notAllowed(host string, port int) *Failure {
	entry := githosts.Plain(host)
	if port != githosts.HTTPSPort {
		entry = net.JoinHostPort(entry, strconv.Itoa(port))
	}
	return misconfigured("the operator does not allow messages to %s: ask for this entry in notifications.hosts", entry)
}

// requestFailure is about a request without an answer.
func requestFailure(host string, err error) *Failure {
	var refused *githost.NotAllowedError
	var authority x509.UnknownAuthorityError
	var hostname x509.HostnameError
	var certificate x509.CertificateInvalidError
	var timeout net.Error
	var name *net.DNSError
	text := "it cannot be reached: check the address, and that it can be reached from the network of the garden controller"
	switch {
	case errors.As(err, &refused) && refused.Address != "":
		return misconfigured("%s: its address %s leads into the cluster of the garden controller and is therefore not connected to: use another receiver", host, refused.Address)
	case errors.As(err, &refused):
		return notAllowed(refused.Host, refused.Port)
	case errors.As(err, &authority):
		text = "its certificate is signed by an authority that is not known: put the authority's certificate under the key " + fluxv1alpha1.SecretKeyCACert + " into the Secret with the address"
	case errors.As(err, &hostname):
		text = "its certificate is not for this name: correct the address, or the certificate of the receiver"
	case errors.As(err, &certificate):
		text = "its certificate is not valid, or has expired: renew it"
	case errors.As(err, &name):
		text = "its name is not found: check the address, and that it can be resolved in the network of the garden controller"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		text = "it does not answer in time: check that it runs, and that it can be reached from the network of the garden controller"
	}
	return &Failure{Text: host + ": " + text}
}

// responseFailure is about an answer that is no success.
func responseFailure(host string, response *http.Response, body []byte, now time.Time) *Failure {
	status := strings.TrimSpace(strconv.Itoa(response.StatusCode) + " " + http.StatusText(response.StatusCode))
	f := &Failure{}
	switch code := response.StatusCode; {
	case code == http.StatusTooManyRequests:
		f.Text, f.RetryAfter = "it gets too many messages", retryAfter(response.Header, now)
	case code >= http.StatusInternalServerError || code == http.StatusRequestTimeout:
		f.Text, f.RetryAfter = "it answers "+status+": check that it runs", retryAfter(response.Header, now)
	case code >= http.StatusMultipleChoices && code < http.StatusBadRequest:
		f.Text = "it redirects, which is not followed: put the address to which it leads under the key " + fluxv1alpha1.SecretKeyAddress + " into the Secret"
	case code == http.StatusUnauthorized || code == http.StatusForbidden || code == http.StatusNotFound || code == http.StatusGone:
		f.Text = "it answers " + status + known(body) + ": the webhook was removed, or address or token are wrong: put valid ones into the Secret"
	default:
		f.Text = "it answers " + status + known(body) + ": check that the type of the receiver is the configured one"
	}
	f.Text = host + ": " + f.Text
	return f
}

// known returns what Slack answers in one word (https://api.slack.com/messaging/webhooks#handling_errors); empty if it is another answer, which could
// repeat the address.
func known(body []byte) string {
	words := []string{
		"action_prohibited", "channel_is_archived", "channel_not_found", "invalid_blocks", "invalid_payload", "invalid_token", "no_active_hooks", "no_service",
		"no_service_id", "no_team", "no_text", "posting_to_general_channel_denied", "team_disabled", "user_not_found",
	}
	if word := strings.TrimSpace(string(body)); slices.Contains(words, word) {
		return " (" + word + ")"
	}
	return ""
}

func retryAfter(header http.Header, now time.Time) time.Duration {
	var wait time.Duration
	value := header.Get("Retry-After")
	if seconds, err := strconv.Atoi(value); err == nil {
		wait = time.Duration(min(seconds, int(longestRetryAfter/time.Second))) * time.Second
	} else if date, err := http.ParseTime(value); err == nil {
		wait = date.Sub(now)
	}
	return min(max(wait, 0), longestRetryAfter)
}
