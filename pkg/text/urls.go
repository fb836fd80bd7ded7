// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package text cuts, redacts and words messages: text from tenants and from other systems is bounded, put on one line and stripped of secrets before
// a user sees it. It is pure.
package text

import (
	"regexp"
	"strings"
)

// webURL is a URL of http or https, as far as it goes in a text.
var webURL = regexp.MustCompile(`(?i)https?://[^\s"']+`)

// hidden replaces everything after the scheme, where it is not clear which part of it is secret.
const hidden = "…"

// URLs removes query and userinfo from each http and https URL in the text: they may hold signatures and tokens. A URL of another scheme is
// not changed; that of ssh holds no more than a user.
func RedactURLs(text string) string {
	return webURL.ReplaceAllStringFunc(text, withoutSecrets)
}

// withoutSecrets does not parse the URL: one that is reported because it cannot be parsed may hold secrets too.
func withoutSecrets(location string) string {
	scheme, rest, _ := strings.Cut(location, "://")
	authority, _, _ := strings.Cut(rest, "/")
	userinfo := strings.LastIndex(authority, "@")
	host, _, _ := strings.Cut(authority[userinfo+1:], "?")
	if strings.Contains(authority[:userinfo+1], "?") || !endsInPort(host) {
		return scheme + "://" + hidden
	}
	rest, _, _ = strings.Cut(rest[userinfo+1:], "?")
	return scheme + "://" + rest
}

// endsInPort is false for a user and the beginning of a password with a slash in it.
func endsInPort(host string) bool {
	_, port, found := strings.Cut(host[strings.LastIndex(host, "]")+1:], ":")
	return !found || strings.Trim(port, "0123456789:,.;)>") == ""
}
