// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"net/url"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// What is longer is not repeated whole in a message.
const (
	longestShown  = 128
	longestPath   = 256
	longestDetail = 2048
)

// harmless returns the error as anybody may read it. Messages end up in the status of Shoots, in logs and in terminals, and
// somebody may have pasted a key, a token, or a URL with a password anywhere.
func harmless(err *field.Error) *field.Error {
	shown := *err
	shown.BadValue = repeatable(err.BadValue)
	shown.Field = shorten(withoutSecrets(err.Field), longestPath)
	shown.Detail = shorten(withoutSecrets(err.Detail), longestDetail)
	return &shown
}

// repeatable returns what a message may repeat of a value.
func repeatable(value any) any {
	v := reflect.ValueOf(value)
	switch {
	case !v.IsValid():
		return field.OmitValueType{}
	case v.Kind() == reflect.String:
		if text := v.String(); isHarmless(text) {
			return text
		}
	case v.CanInt(), v.CanUint(), v.CanFloat(), v.Kind() == reflect.Bool:
		return value
	}
	return field.OmitValueType{}
}

func isHarmless(text string) bool {
	return len(text) <= longestShown && !strings.ContainsFunc(text, unicode.IsControl) && !mayHoldSecret(text)
}

// query matches what may be signed or carry a token, also where no scheme makes a URL of it.
var query = regexp.MustCompile(`\?.*=`)

// mayHoldSecret tells whether a text may hold a key, a token, or credentials in a URL.
func mayHoldSecret(text string) bool {
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

// secretShape matches what keys and tokens of well-known makers look like.
var secretShape = regexp.MustCompile(`(?i)private key|secret-key|-----begin|\b(gh[opusr]_|github_pat_|gl(pat|dt|rt|cbt|ptt|ft|imt|agent|soat)-|xox[a-z]-|sk-|hv[sb]\.|eyj)[a-z0-9_-]{4,}|\ba[ks]ia[a-z0-9]{8,}`)

// longWord matches what may be a key or token of anybody.
var longWord = regexp.MustCompile(`[A-Za-z0-9+=]{20,}`)

func holdsSecret(text string) bool {
	return secretShape.MatchString(text) || slices.ContainsFunc(longWord.FindAllString(text, -1), isRandom)
}

// isRandom tells a word that nobody would choose from a long name.
func isRandom(word string) bool {
	digits := strings.ContainsFunc(word, unicode.IsDigit)
	mixed := strings.ContainsFunc(word, unicode.IsUpper) && strings.ContainsFunc(word, unicode.IsLower)
	return digits && (mixed || len(word) >= 32)
}

// withoutSecrets blackens what looks like a secret.
func withoutSecrets(text string) string {
	text = secretShape.ReplaceAllString(text, "…")
	return longWord.ReplaceAllStringFunc(text, func(word string) string {
		if isRandom(word) {
			return "…"
		}
		return word
	})
}

// shorten cuts a text, and makes one line of it.
func shorten(text string, longest int) string {
	text = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return '.'
		}
		return r
	}, text)
	if len(text) <= longest {
		return text
	}
	return strings.ToValidUTF8(text[:longest], "") + "…"
}
