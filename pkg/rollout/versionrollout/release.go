// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package versionrollout

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"strconv"
	"strings"

	"golang.org/x/mod/semver"
	"k8s.io/apimachinery/pkg/types"
)

// Position is that of a Shoot in the order in which Shoots get a version: by chance, and another for each version.
type Position uint64

// All is the position behind all Shoots.
const All Position = 1 << 32

// PositionOf returns the position of a Shoot.
func PositionOf(shoot types.UID, version string) Position {
	sum := sha256.Sum256([]byte(version + "/" + string(shoot)))
	return Position(binary.BigEndian.Uint32(sum[:]))
}

// Release is what is released for the Shoots of a seed. Its zero value is that nothing is known: each Shoot keeps the version that it has.
type Release struct {
	// Version is the Flux version that is rolled out, and From the one before; empty if that is not known.
	Version, From string
	// Released is the position below which a Shoot may have the version.
	Released Position
}

// Passage is what a seed delivers to a Shoot for which neither project nor Shoot names a version.
type Passage struct {
	// Version is the Flux version; empty for the default of the extension on the seed.
	Version string
	// Staying says why Flux itself stays as it is; empty if it does not.
	Staying string
	// Note says why the Shoot does not have the version that is rolled out; empty if it has it, or has no Flux yet.
	Note string
}

// Pass decides what a Shoot gets that has the delivered version; empty if it has none. carries returns whether the seed can deliver a version. A Shoot
// without Flux is never kept waiting.
func (r Release) Pass(shoot types.UID, delivered string, carries func(version string) bool) Passage {
	p := Passage{Version: cmp.Or(delivered, r.From)}
	permitted := PositionOf(shoot, r.Version) < r.Released
	if permitted {
		p.Version = r.Version
	}
	switch {
	case p.Version == "" || carries(p.Version):
	case delivered == "":
		p.Version = ""
	case carries(delivered):
		p.Version = delivered
	default:
		p.Version, p.Staying = "", "the extension on this seed does not have Flux "+delivered+" any more, and a newer one is not released for this Shoot"
	}
	switch {
	case delivered == "" || p.Version == r.Version && p.Staying == "":
	case r.Version == "":
		p.Note = "No Flux version is released for this seed yet, so that Flux " + delivered + " stays"
	case permitted:
		p.Note = "Flux " + r.Version + " waits for the extension on this seed to be updated"
	default:
		p.Note = "Flux " + r.Version + " is held until the operator's rollout reaches this Shoot"
	}
	return p
}

// Line returns the release as it stands on a notice board.
func (r Release) Line() string {
	line := r.Version + " released=" + strconv.FormatUint(uint64(min(r.Released, All)), 16)
	if r.From != "" {
		line += " from=" + r.From
	}
	return line
}

// ReadLine reads a line of a notice board. What is damaged is as what is missing: nothing is released.
func ReadLine(line string) Release {
	words := strings.Fields(line)
	if len(words) == 0 || !semver.IsValid(words[0]) {
		return Release{}
	}
	r := Release{Version: words[0]}
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, "=")
		switch name {
		case "from":
			if semver.IsValid(value) {
				r.From = value
			}
		case "released":
			if released, err := strconv.ParseUint(value, 16, 64); err == nil && released <= uint64(All) {
				r.Released = Position(released)
			}
		}
	}
	return r
}
