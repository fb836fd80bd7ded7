// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package revision parses, compares and shortens revisions of Flux sources, such as main@sha1:<digits>,
// v1.0@sha256:<digits> or sha256:<digits>. It is pure.
package revision

import (
	"regexp"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Longest is the maximum length of a reported revision, in bytes.
const Longest = 256

// more is the ellipsis at the end of a shortened name.
const more = "…"

// Revision is the revision of a source in the format of Flux (RFC-0005 of github.com/fluxcd/flux2).
type Revision struct {
	// Name is the branch, tag or reference. Algorithm is the algorithm of Digest. Both may be empty.
	Name, Algorithm string
	// Digest contains all or the first hexadecimal digits of the digest or commit, in lower case. It may be empty.
	Digest string
}

var (
	// digits matches a digest or its first digits. SHA-512 has 128 digits.
	digits = regexp.MustCompile(`^[0-9a-f]{7,128}$`)
	// algorithms matches the algorithm of a digest.
	algorithms = regexp.MustCompile(`^[0-9A-Za-z+._-]{1,32}$`)
)

// Parse parses a revision. If the text contains no valid digest, Parse returns a Revision with the text as Name.
func Parse(value string) Revision {
	name, digest := "", value
	if at := strings.LastIndex(value, "@"); at >= 0 {
		name, digest = value[:at], value[at+1:]
	}
	algorithm, rest, found := strings.Cut(digest, ":")
	if found {
		digest = rest
	} else {
		algorithm = ""
	}
	digest = strings.ToLower(digest)
	if found && !algorithms.MatchString(algorithm) || !digits.MatchString(digest) {
		return Revision{Name: value}
	}
	return Revision{Name: name, Algorithm: algorithm, Digest: digest}
}

// Short returns the revision with its digest shortened to at most the given number of digits.
func (r Revision) Short(count int) Revision {
	r.Digest = r.Digest[:min(count, len(r.Digest))]
	return r
}

// String returns the revision in the format of Flux.
func (r Revision) String() string {
	digest := r.Digest
	if r.Algorithm != "" {
		digest = r.Algorithm + ":" + digest
	}
	switch {
	case r.Digest == "":
		return r.Name
	case r.Name == "":
		return digest
	}
	return r.Name + "@" + digest
}

// Cut shortens a revision to at most the given number of bytes. It shortens the name and keeps the digest, because the
// digest identifies the revision. If there is no room for the digest, Cut removes its end as well.
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

// IsComplete returns whether the revision has all digits of a SHA-1 or SHA-256 digest, so that a source can be pinned
// to it.
func (r Revision) IsComplete() bool {
	return r.Algorithm == "sha1" && len(r.Digest) == 40 || r.Algorithm == "sha256" && len(r.Digest) == 64
}

// Matches returns whether the revision has a digest and matches wanted: its digest begins with the digest of wanted,
// and it has the name and algorithm of wanted, unless these are empty in wanted. A shortened name matches any name with
// the same beginning.
func (r Revision) Matches(wanted Revision) bool {
	return r.Digest != "" && strings.HasPrefix(r.Digest, wanted.Digest) &&
		(wanted.Name == "" || sameName(r.Name, wanted.Name)) && (wanted.Algorithm == "" || r.Algorithm == wanted.Algorithm)
}

// sameName compares names with and without the prefixes refs/heads/ and refs/tags/, because Flux reports the prefix if
// spec.ref.name contains it.
func sameName(a, b string) bool {
	return sameStart(a, b) || sameStart(unqualified(a), b) || sameStart(a, unqualified(b))
}

func sameStart(a, b string) bool {
	startOfA, aIsCut := strings.CutSuffix(a, more)
	startOfB, bIsCut := strings.CutSuffix(b, more)
	return a == b || aIsCut && strings.HasPrefix(startOfB, startOfA) || bIsCut && strings.HasPrefix(startOfA, startOfB)
}

func unqualified(name string) string {
	return strings.TrimPrefix(strings.TrimPrefix(name, "refs/heads/"), "refs/tags/")
}
