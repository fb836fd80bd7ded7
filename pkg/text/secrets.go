// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package text

import (
	"net/url"
	"reflect"
	"regexp"
	"strings"
	"unicode"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// These constants are the maximum lengths of the parts of a field error, in bytes.
const (
	longestShown  = 128
	longestPath   = 256
	longestDetail = 2048
)

// FieldError returns a copy of the error that is safe to show in a Shoot's status, in logs and in terminals: recognized
// secrets and control characters are removed, and long parts are cut. Any field may accidentally contain a key, a token
// or a URL with a password.
func FieldError(err *field.Error) *field.Error {
	shown := *err
	shown.BadValue = repeatable(err.BadValue)
	shown.Field = fieldText(err.Field, longestPath)
	shown.Detail = fieldText(err.Detail, longestDetail)
	return &shown
}

// fieldText returns the text with secrets masked, control characters replaced, and the end cut if it is too long.
// Control characters become dots, because a space would look like the end of a field path.
func fieldText(text string, longest int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '.'
		}
		return r
	}, maskSecrets(beginning(text, longest)))
	return Cut(text, longest+len(more))
}

// beginning returns the part of a text to search for secrets, because searching all of a long text is slow. It is up to
// four times as long as the part that a message shows. A long text is cut between words, because the first part of a
// secret may not be recognized as one.
func beginning(text string, shown int) string {
	if len(text) <= 4*shown {
		return text
	}
	text = text[:4*shown]
	return text[:strings.LastIndexAny(text, " \n\t")+1] + more
}

// Excerpt returns the beginning of a text as a Line with recognized secrets removed: keys, tokens, and the credentials
// and queries of URLs. It processes only the beginning of a long text.
func Excerpt(text string, longest int) string {
	return Line(maskSecrets(RedactURLs(beginning(text, longest))), longest)
}

// Redacted returns a text as a Line without the credentials and queries of http and https URLs. It keeps all other
// words, such as commits, which Excerpt removes.
func Redacted(text string, longest int) string { return Line(RedactURLs(text), longest) }

// RedactSecrets removes recognized secrets from a text of any length: the credentials and queries of http and https
// URLs and, if the text contains a key or token of a well-known format, all words that may be one. It keeps host keys
// and digests in other texts.
func RedactSecrets(text string) string {
	text = RedactURLs(text)
	if secretShape.MatchString(text) {
		return maskSecrets(text)
	}
	return text
}

// repeatable returns the value if it is a number, a bool, or a short string without secrets. Otherwise, it returns a
// placeholder that omits the value from the message.
func repeatable(value any) any {
	v := reflect.ValueOf(value)
	switch {
	case v.Kind() == reflect.String:
		if text := v.String(); len(text) <= longestShown && !strings.ContainsFunc(text, unicode.IsControl) && !MayHoldSecret(text) {
			return text
		}
	case v.CanInt(), v.CanUint(), v.CanFloat(), v.Kind() == reflect.Bool:
		return value
	}
	return field.OmitValueType{}
}

// query matches the query of a URL with or without a scheme. A query may contain a signature or token.
var query = regexp.MustCompile(`\?.*=`)

// MayHoldSecret returns whether a text may contain a key, a token, or a URL with credentials.
func MayHoldSecret(text string) bool {
	if maskSecrets(text) != text || query.MatchString(text) {
		return true
	}
	if !strings.Contains(text, "://") {
		return strings.Contains(text, "@")
	}
	u, err := url.Parse(text)
	if err != nil || u.RawQuery != "" || u.Fragment != "" {
		return true
	}
	isGitUser := u.User.String() == "git" && strings.Count(text, "@") == 1
	return strings.Contains(text, "@") && !isGitUser
}

// secretShape matches keys and tokens of well-known formats.
var secretShape = regexp.MustCompile(`(?i)private key|secret-key|-----begin|\b(gh[opusr]_|github_pat_|gl(pat|dt|rt|cbt|ptt|ft|imt|agent|soat)-|xox[a-z]-|sk-|hv[sb]\.|eyj)[a-z0-9_-]{4,}|\ba[ks]ia[a-z0-9]{8,}`)

// longWord matches a word that is long enough to be a key or token of an unknown format.
var longWord = regexp.MustCompile(`[A-Za-z0-9+=]{20,}`)

// isRandom returns whether a word is more likely to be a random key than a long name.
func isRandom(word string) bool {
	digits := strings.ContainsFunc(word, unicode.IsDigit)
	mixed := strings.ContainsFunc(word, unicode.IsUpper) && strings.ContainsFunc(word, unicode.IsLower)
	return digits && (mixed || len(word) >= 32)
}

// maskSecrets replaces keys and tokens with an ellipsis.
func maskSecrets(text string) string {
	text = secretShape.ReplaceAllString(text, more)
	return longWord.ReplaceAllStringFunc(text, func(word string) string {
		if isRandom(word) {
			return more
		}
		return word
	})
}

// webURL matches an http or https URL within a text.
var webURL = regexp.MustCompile(`(?i)https?://[^\s"']+`)

// RedactURLs removes the userinfo and the query from each http and https URL in a text, because these parts may contain
// tokens and signatures. It does not change URLs with other schemes: an ssh URL contains at most a user name.
func RedactURLs(text string) string {
	// url.Parse is not used, because a message about a URL that cannot be parsed may contain secrets as well.
	return webURL.ReplaceAllStringFunc(text, func(location string) string {
		scheme, rest, _ := strings.Cut(location, "://")
		authority, _, _ := strings.Cut(rest, "/")
		userinfo := strings.LastIndex(authority, "@")
		host, _, _ := strings.Cut(authority[userinfo+1:], "?")
		if strings.Contains(authority[:userinfo+1], "?") || !endsInPort(host) {
			return scheme + "://" + more
		}
		rest, _, _ = strings.Cut(rest[userinfo+1:], "?")
		return scheme + "://" + rest
	})
}

// endsInPort returns whether a host has a valid port or none. It returns false for user:password, which RedactURLs
// finds in place of a host if the password contains a slash.
func endsInPort(host string) bool {
	_, port, found := strings.Cut(host[strings.LastIndex(host, "]")+1:], ":")
	return !found || strings.Trim(port, "0123456789:,.;)>") == ""
}
