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

// Limits of the parts of a field error, in bytes.
const (
	longestShown  = 128
	longestPath   = 256
	longestDetail = 2048
)

// FieldError returns the error without secrets. The status of Shoots, logs and terminals show it, and any field
// may hold a key, a token or a URL with a password by accident.
func FieldError(err *field.Error) *field.Error {
	shown := *err
	shown.BadValue = repeatable(err.BadValue)
	shown.Field = fieldText(err.Field, longestPath)
	shown.Detail = fieldText(err.Detail, longestDetail)
	return &shown
}

// fieldText replaces control characters with dots: a space would look like the end of a path.
func fieldText(text string, longest int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '.'
		}
		return r
	}, maskSecrets(beginning(text, longest)))
	return Cut(text, longest+len(more))
}

// beginning returns more of a text than a message shows, because the search for secrets in a long text is slow.
// It ends with a whole word: the first part of a secret may not look like one.
func beginning(text string, shown int) string {
	if len(text) <= 4*shown {
		return text
	}
	text = text[:4*shown]
	return text[:strings.LastIndexAny(text, " \n\t")+1] + more
}

// Excerpt returns the beginning of a text as a Line without recognized secrets: keys, tokens, and credentials
// and queries in URLs. It reads only the beginning of a long text.
func Excerpt(text string, longest int) string {
	return Line(maskSecrets(RedactURLs(beginning(text, longest))), longest)
}

// repeatable returns the value if a message may repeat it.
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

// query matches the query of a URL with or without scheme. It may hold a signature or token.
var query = regexp.MustCompile(`\?.*=`)

// MayHoldSecret returns whether a text may hold a key, a token, or credentials in a URL.
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

// longWord matches a word that may be a key or token of an unknown format.
var longWord = regexp.MustCompile(`[A-Za-z0-9+=]{20,}`)

// isRandom returns whether a word is more likely a random key than a long name.
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

// RedactURLs removes userinfo and query from each http and https URL in a text, because they may hold tokens
// and signatures. It leaves other schemes alone: an ssh URL holds at most a user name.
func RedactURLs(text string) string {
	// No url.Parse: an error message about a URL that cannot be parsed may hold secrets as well.
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

// endsInPort returns false for a user and the beginning of a password that contains a slash.
func endsInPort(host string) bool {
	_, port, found := strings.Cut(host[strings.LastIndex(host, "]")+1:], ":")
	return !found || strings.Trim(port, "0123456789:,.;)>") == ""
}
