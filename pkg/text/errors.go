// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package text

import (
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Longer texts are cut or left out in messages.
const (
	longestShown  = 128
	longestPath   = 256
	longestDetail = 2048
)

// Error returns the error without secrets. Messages are shown in the status of Shoots, in logs and in terminals, and any field may hold a
// key, a token, or a URL with a password by accident.
func FieldError(err *field.Error) *field.Error {
	shown := *err
	shown.BadValue = repeatable(err.BadValue)
	shown.Field = fieldText(err.Field, longestPath)
	shown.Detail = fieldText(err.Detail, longestDetail)
	return &shown
}

// fieldText has a dot for each control character: a space in a path would look like its end.
func fieldText(text string, longest int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '.'
		}
		return r
	}, maskSecrets(beginning(text, longest)))
	return Cut(text, longest+len(more))
}

// beginning returns more of a text than is shown: searching the whole of a long one for secrets takes long. What is cut ends with a whole
// word, because the rest of one may not look like a secret.
func beginning(text string, shown int) string {
	if len(text) <= 4*shown {
		return text
	}
	text = text[:4*shown]
	return text[:strings.LastIndexAny(text, " \n\t")+1] + more
}

// Text returns a text of another program without secrets, as far as these can be recognized: keys, tokens, and credentials and queries in
// URLs.
func Redact(text string) string { return maskSecrets(RedactURLs(text)) }

// Excerpt returns the beginning of a text of another program without secrets, in no more than these bytes of JSON. It does not read the
// whole of a long text.
func Excerpt(text string, longest int) string { return Line(Redact(beginning(text, longest)), longest) }

// repeatable returns the value if a message may repeat it.
func repeatable(value any) any {
	v := reflect.ValueOf(value)
	switch {
	case !v.IsValid():
		return field.OmitValueType{}
	case v.Kind() == reflect.String:
		if text := v.String(); isRepeatable(text) {
			return text
		}
	case v.CanInt(), v.CanUint(), v.CanFloat(), v.Kind() == reflect.Bool:
		return value
	}
	return field.OmitValueType{}
}

func isRepeatable(text string) bool {
	return len(text) <= longestShown && !strings.ContainsFunc(text, unicode.IsControl) && !MayHoldSecret(text)
}

// query matches the query of a URL, with or without scheme, which may hold a signature or a token.
var query = regexp.MustCompile(`\?.*=`)

// MayHoldSecret returns whether a text may hold a key, a token, or credentials in a URL.
func MayHoldSecret(text string) bool {
	if holdsSecret(text) || query.MatchString(text) {
		return true
	}
	if !strings.Contains(text, "://") {
		return strings.Contains(text, "@")
	}
	u, err := url.Parse(text)
	if err != nil || u.RawQuery != "" || u.Fragment != "" {
		return true
	}
	ofGit := u.User.String() == "git" && strings.Count(text, "@") == 1
	return strings.Contains(text, "@") && !ofGit
}

// secretShape matches keys and tokens of well-known formats.
var secretShape = regexp.MustCompile(`(?i)private key|secret-key|-----begin|\b(gh[opusr]_|github_pat_|gl(pat|dt|rt|cbt|ptt|ft|imt|agent|soat)-|xox[a-z]-|sk-|hv[sb]\.|eyj)[a-z0-9_-]{4,}|\ba[ks]ia[a-z0-9]{8,}`)

// longWord matches a word that may be a key or token of unknown format.
var longWord = regexp.MustCompile(`[A-Za-z0-9+=]{20,}`)

func holdsSecret(text string) bool {
	return secretShape.MatchString(text) || slices.ContainsFunc(longWord.FindAllString(text, -1), isRandom)
}

// isRandom returns whether a word is more likely a random key than a long name.
func isRandom(word string) bool {
	digits := strings.ContainsFunc(word, unicode.IsDigit)
	mixed := strings.ContainsFunc(word, unicode.IsUpper) && strings.ContainsFunc(word, unicode.IsLower)
	return digits && (mixed || len(word) >= 32)
}

// maskSecrets replaces keys and tokens by an ellipsis.
func maskSecrets(text string) string {
	text = secretShape.ReplaceAllString(text, "…")
	return longWord.ReplaceAllStringFunc(text, func(word string) string {
		if isRandom(word) {
			return "…"
		}
		return word
	})
}
