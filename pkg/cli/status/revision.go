// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"fmt"
	"regexp"
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// shortDigest is how many digits of a digest are shown, and how many name a revision at least.
const shortDigest = 7

// revision is one of a source as Flux writes it, such as main@sha1:<digits>, v1.0@sha256:<digits> or sha256:<digits>.
type revision struct {
	// name is the branch or tag, algorithm that of the digest. Either may be empty.
	name, algorithm, digest string
}

// digits recognizes a digest, or the first digits of one.
var digits = regexp.MustCompile(`^[0-9a-f]{7,128}$`)

// parseRevision takes what has no digest as a name.
func parseRevision(text string) revision {
	name, digest := "", text
	if at := strings.LastIndex(text, "@"); at >= 0 {
		name, digest = text[:at], text[at+1:]
	}
	algorithm := ""
	if before, after, found := strings.Cut(digest, ":"); found {
		algorithm, digest = before, after
	}
	digest = strings.ToLower(digest)
	if !digits.MatchString(digest) {
		return revision{name: text}
	}
	return revision{name: name, algorithm: algorithm, digest: digest}
}

// short returns the revision with the first digits of its digest.
func (r revision) short() string {
	text := r.digest[:min(shortDigest, len(r.digest))]
	if r.algorithm != "" {
		text = r.algorithm + ":" + text
	}
	switch {
	case r.digest == "":
		return r.name
	case r.name == "":
		return text
	}
	return r.name + "@" + text
}

// matches returns whether the revision is the wanted one, as far as that is specified.
func (r revision) matches(wanted revision) bool {
	return r.digest != "" && strings.HasPrefix(r.digest, wanted.digest) &&
		(wanted.name == "" || r.name == wanted.name) && (wanted.algorithm == "" || r.algorithm == wanted.algorithm)
}

// parseWantedRevision refuses what does not identify a revision.
func parseWantedRevision(text string) (revision, error) {
	wanted := parseRevision(text)
	if wanted.digest == "" {
		return revision{}, fmt.Errorf("%q is no revision: give the whole one, such as main@sha1:<digits>, or the digits of the commit or digest, at least %d of them", printer.OneLine(text), shortDigest)
	}
	return wanted, nil
}

// revisionsOf writes what was applied, and what was tried since, in short.
func revisionsOf(applied, attempted string) string {
	from, to := parseRevision(applied), parseRevision(attempted)
	switch {
	case applied == "" && attempted == "":
		return ""
	case attempted == "" || applied == attempted:
		return from.short()
	case applied == "":
		return "none -> " + to.short()
	case from.name == to.name && from.algorithm == to.algorithm && to.digest != "":
		to = revision{digest: to.digest}
	}
	return from.short() + " -> " + to.short()
}
