// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package revision reads, compares and shortens the revisions of Flux's sources, such as main@sha1:<digits>, v1.0@sha256:<digits> or
// sha256:<digits>. It must not import anything of the module.
package revision

import (
	"regexp"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Longest bounds a revision that is reported to a project, in bytes.
const Longest = 256

// more stands for the rest of a name that was cut.
const more = "…"

// Revision is one of a source as Flux writes it (RFC-0005 of github.com/fluxcd/flux2); what has no digest is a name.
type Revision struct {
	// Name is the branch, tag or reference, Algorithm that of the digest. Either may be empty.
	Name, Algorithm string
	// Digest are its digits in lower case, or the first ones; empty if there is none.
	Digest string
}

// mostDigits are those of SHA-512.
const mostDigits = 128

var (
	// digits recognizes a digest, or the first digits of one, of which there are at most mostDigits.
	digits = regexp.MustCompile(`^[0-9a-f]{7,128}$`)
	// algorithms recognizes that of a digest.
	algorithms = regexp.MustCompile(`^[0-9A-Za-z+._-]{1,32}$`)
)

// Parse reads a revision. It takes what has no digest as a name.
func Parse(text string) Revision {
	name, digest := "", text
	if at := strings.LastIndex(text, "@"); at >= 0 {
		name, digest = text[:at], text[at+1:]
	}
	algorithm := ""
	if before, after, found := strings.Cut(digest, ":"); found {
		if !algorithms.MatchString(before) {
			return Revision{Name: text}
		}
		algorithm, digest = before, after
	}
	if len(digest) > mostDigits {
		return Revision{Name: text}
	}
	if digest = strings.ToLower(digest); !digits.MatchString(digest) {
		return Revision{Name: text}
	}
	return Revision{Name: name, Algorithm: algorithm, Digest: digest}
}

// Short returns the revision with so many digits of its digest.
func (r Revision) Short(count int) Revision {
	r.Digest = r.Digest[:min(count, len(r.Digest))]
	return r
}

// String writes the revision as Flux does.
func (r Revision) String() string {
	text := r.Digest
	if r.Algorithm != "" {
		text = r.Algorithm + ":" + text
	}
	switch {
	case r.Digest == "":
		return r.Name
	case r.Name == "":
		return text
	}
	return r.Name + "@" + text
}

// Cut shortens the text of a revision to a number of bytes. It cuts the name: the digest identifies the revision, and is whole or, where
// the text has none, not there.
func Cut(value string, longest int) string {
	if len(value) <= longest {
		return value
	}
	name, rest := value, ""
	if r := Parse(value); r.Digest != "" {
		if digest := value[len(r.Name):]; len(more)+len(digest) <= longest {
			name, rest = r.Name, digest
		}
	}
	return text.Cut(name, longest-len(rest)) + rest
}

// Matches returns whether the revision is the wanted one, as far as that is specified: the first digits of its digest, and the name and
// the algorithm if the wanted one has them. The name of either may be cut.
func (r Revision) Matches(wanted Revision) bool {
	return r.Digest != "" && strings.HasPrefix(r.Digest, wanted.Digest) &&
		(wanted.Name == "" || sameName(r.Name, wanted.Name)) && (wanted.Algorithm == "" || r.Algorithm == wanted.Algorithm)
}

// sameName compares names. Flux writes a branch with refs/heads/ if spec.ref.name has it.
func sameName(a, b string) bool {
	return sameStart(a, b) || sameStart(unqualified(a), b) || sameStart(a, unqualified(b))
}

func sameStart(a, b string) bool {
	startOfA, aIsCut := strings.CutSuffix(a, more)
	startOfB, bIsCut := strings.CutSuffix(b, more)
	return a == b || aIsCut && strings.HasPrefix(startOfB, startOfA) || bIsCut && strings.HasPrefix(startOfA, startOfB)
}

// IsCut returns whether a name was shortened.
func IsCut(name string) bool { return strings.HasSuffix(name, more) }

func unqualified(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, "refs/heads/"), "refs/tags/")
}
