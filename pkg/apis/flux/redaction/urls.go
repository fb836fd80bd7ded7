// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package redaction takes out of texts of others what may be secret, before they are repeated where a project's members read them.
package redaction

import (
	"regexp"
	"strings"
)

// webURL is a URL of http or https, as far as it goes in a text.
var webURL = regexp.MustCompile(`(?i)https?://[^\s"']+`)

// hidden stands for what follows the scheme, where it does not show what of it is secret.
const hidden = "…"

// URLs takes query and userinfo out of each http and https URL in the text: signatures of what is shared, and tokens. A URL of
// another scheme stays as it is; that of ssh names no more than a user.
func URLs(text string) string {
	return webURL.ReplaceAllStringFunc(text, withoutSecrets)
}

// withoutSecrets does not parse the URL: one that cannot be parsed, which is why somebody tells of it, may hold secrets too.
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
