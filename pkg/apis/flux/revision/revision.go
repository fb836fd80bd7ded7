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

// Longest bounds a reported revision, in bytes.
const Longest = 256

// more replaces the end of a name that was cut.
const more = "…"

// Revision is the revision of a source in the format of Flux (RFC-0005 of github.com/fluxcd/flux2).
type Revision struct {
	// Name is the branch, tag or reference, Algorithm the algorithm of the digest. Both may be empty.
	Name, Algorithm string
	// Digest contains all digits or the first ones, in lower case. It may be empty.
	Digest string
}

var (
	// digits matches the first digits of a digest, at most as many as SHA-512 has.
	digits = regexp.MustCompile(`^[0-9a-f]{7,128}$`)
	// algorithms matches the algorithm of a digest.
	algorithms = regexp.MustCompile(`^[0-9A-Za-z+._-]{1,32}$`)
)

// Parse parses a revision. A text without digest is a name.
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

// Short returns the revision with the first digits of its digest.
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

// Cut shortens a revision to the given number of bytes. It cuts the name and keeps the digest, which identifies
// the revision, or drops the digest if there is no room.
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

// Matches returns whether the revision matches the wanted one: the first digits of its digest, and name and
// algorithm if wanted has them. Both names may be cut.
func (r Revision) Matches(wanted Revision) bool {
	return r.Digest != "" && strings.HasPrefix(r.Digest, wanted.Digest) &&
		(wanted.Name == "" || sameName(r.Name, wanted.Name)) && (wanted.Algorithm == "" || r.Algorithm == wanted.Algorithm)
}

// sameName compares names. Flux prefixes a branch with refs/heads/ if spec.ref.name does.
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
