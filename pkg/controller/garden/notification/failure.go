// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
)

// Failure is the reason why a message could not be sent. Users can read its text. Therefore it wraps no error: it must
// not contain a URL, a token, or unknown words of the receiver's response.
type Failure struct {
	// Text is the cause with a suggested fix.
	Text string
	// Misconfigured is true if the Secret or the host is the cause.
	Misconfigured bool
	// RetryAfter is how long the receiver rejects messages; 0 if unknown.
	RetryAfter time.Duration
}

// Error returns the text.
func (f *Failure) Error() string { return f.Text }

// longestRetryAfter limits the delay that a receiver can request.
const longestRetryAfter = time.Hour

func misconfigured(format string, args ...any) *Failure {
	return &Failure{Text: fmt.Sprintf(format, args...), Misconfigured: true}
}

// notAllowed returns the failure for a host that the operator does not allow.
func notAllowed(host string, port int) *Failure {
	return misconfigured("the operator does not allow messages to %s; ask for this entry in notifications.hosts", githosts.WebEntry(host, port))
}

// requestFailure returns the failure for a request without a response.
func requestFailure(host string, err error) *Failure {
	var refused *githost.NotAllowedError
	isRefused := errors.As(err, &refused)
	if isRefused && refused.Address == "" {
		return notAllowed(refused.Host, refused.Port)
	}
	text := githost.WebProblem(err, "add the certificate of the authority as key "+fluxv1alpha1.SecretKeyCACert+" to the Secret with the address")
	return &Failure{Text: host + ": " + text, Misconfigured: isRefused}
}

// responseFailure returns the failure for an unsuccessful response.
func responseFailure(host string, response *http.Response, body []byte, now time.Time) *Failure {
	status := strings.TrimSpace(strconv.Itoa(response.StatusCode) + " " + http.StatusText(response.StatusCode))
	f := &Failure{}
	switch code := response.StatusCode; {
	case code == http.StatusTooManyRequests:
		f.Text, f.RetryAfter = "it receives too many messages", githost.RetryAfter(response.Header, now, longestRetryAfter)
	case code >= http.StatusInternalServerError || code == http.StatusRequestTimeout:
		f.Text, f.RetryAfter = "it responds with status "+status+"; check that it runs", githost.RetryAfter(response.Header, now, longestRetryAfter)
	case code >= http.StatusMultipleChoices && code < http.StatusBadRequest:
		f.Text = "it redirects the request, and redirects are not followed; set key " + fluxv1alpha1.SecretKeyAddress + " of the Secret to the new address"
	case code == http.StatusUnauthorized || code == http.StatusForbidden || code == http.StatusNotFound || code == http.StatusGone:
		f.Text = "it responds with status " + status + known(body) + ": the webhook was removed, or the address or token is wrong; store valid ones in the Secret"
	default:
		f.Text = "it responds with status " + status + known(body) + "; check that the configured type matches the receiver"
	}
	f.Text = host + ": " + f.Text
	return f
}

// known returns the body if it is a known error of Slack (https://api.slack.com/messaging/webhooks#handling_errors).
// Other bodies may contain the URL.
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
