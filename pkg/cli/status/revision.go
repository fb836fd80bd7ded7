// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"fmt"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/revision"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// shortDigest is how many digits of a digest are shown, and how many name a revision at least.
const shortDigest = 7

// parseWantedRevision refuses what does not identify a revision.
func parseWantedRevision(text string) (revision.Revision, error) {
	wanted := revision.Parse(text)
	if wanted.Digest == "" {
		return revision.Revision{}, fmt.Errorf("%q is no revision: give the whole one, such as main@sha1:<digits>, or the digits of the commit or digest, at least %d of them", printer.OneLine(text), shortDigest)
	}
	return wanted, nil
}

// revisionsOf writes what was applied, and what was tried since, in short, with names of at most so many bytes. Digits are always
// there: they can be waited for.
func revisionsOf(applied, attempted string, longestName int) string {
	short := func(r revision.Revision) string {
		text := r.Short(shortDigest).String()
		return revision.Cut(text, longestName+len(text)-len(r.Name))
	}
	from, to := revision.Parse(applied), revision.Parse(attempted)
	switch {
	case applied == "" && attempted == "":
		return ""
	case attempted == "" || applied == attempted:
		return short(from)
	case applied == "":
		return "none -> " + short(to)
	case from.Name == to.Name && from.Algorithm == to.Algorithm && to.Digest != "":
		to = revision.Revision{Digest: to.Digest}
	}
	return short(from) + " -> " + short(to)
}
