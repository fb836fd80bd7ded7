// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"golang.org/x/mod/semver"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// PositionOf returns the position of a Shoot in the order of releases of a version.
func PositionOf(shoot types.UID, version string) rollout.Position {
	sum := sha256.Sum256([]byte(version + "/" + string(shoot)))
	return rollout.Position(binary.BigEndian.Uint32(sum[:]))
}

// VersionRelease determines which Shoots on a seed may use the new default version. With the zero value, each Shoot
// keeps its version.
type VersionRelease struct {
	// Version is the new default version. From is the version that Shoots use until then; empty if it is unknown.
	Version, From string
	// Released is the position below which a Shoot may use the new version.
	Released rollout.Position
}

// VersionPermit is the Flux version that a seed may deliver to a Shoot, if neither the Shoot nor its project sets one.
type VersionPermit struct {
	// Version is the permitted Flux version; empty for the default of the extension on the seed.
	Version string
	// Staying is the reason why the seed leaves Flux unchanged; empty if Flux may change.
	Staying string
	// Note explains why the Shoot does not get the new version; empty if the Shoot gets it, or has no Flux yet.
	Note string
}

// Permit returns the permit of a Shoot. delivered is the currently delivered version; empty before the first delivery,
// which is never delayed. carries returns whether the seed can deliver a version.
func (r VersionRelease) Permit(shoot types.UID, delivered string, carries func(version string) bool) VersionPermit {
	p := VersionPermit{Version: cmp.Or(delivered, r.From)}
	// An operator may set an older version as the default again.
	isNewer := delivered != "" && semver.Compare(delivered, r.Version) > 0
	permitted := PositionOf(shoot, r.Version) < r.Released
	if permitted && !isNewer {
		p.Version = r.Version
	}
	switch {
	case p.Version == "" || carries(p.Version):
	case delivered == "":
		p.Version = ""
	case carries(delivered):
		p.Version = delivered
	default:
		p.Version, p.Staying = "", "the extension on this seed no longer has Flux "+delivered+", and a newer version is not released for this Shoot"
	}
	switch {
	case delivered == "" || p.Version == r.Version && p.Staying == "":
	case r.Version == "":
		p.Note = "No Flux version is released for this seed yet, so that Flux " + delivered + " stays"
	case isNewer:
		p.Note = "Flux " + delivered + " stays, because Flux cannot be downgraded to the default version " + r.Version
	case permitted:
		p.Note = "Flux " + r.Version + " waits for the extension on this seed to be updated"
	default:
		p.Note = "Flux " + r.Version + " is held until the operator's rollout reaches this Shoot"
	}
	return p
}

// Line encodes the release as a line of a notice board.
func (r VersionRelease) Line() string {
	line := r.Version + " released=" + strconv.FormatUint(uint64(min(r.Released, rollout.All)), 16)
	if r.From != "" {
		line += " from=" + r.From
	}
	return line
}

// ReadVersionRelease decodes a line of a notice board. An empty line results in a VersionRelease that releases no
// Shoot. ReadVersionRelease returns an error for a line without a valid version, and for one with a word that a newer
// version of the extension has written or that is damaged: a seed that ignored it could release Shoots that must keep
// their version.
func ReadVersionRelease(line string) (VersionRelease, error) {
	words := strings.Fields(line)
	if len(words) == 0 {
		return VersionRelease{}, nil
	}
	if !semver.IsValid(words[0]) {
		return VersionRelease{}, errors.New("the release of the default Flux version has no valid version")
	}
	r := VersionRelease{Version: words[0]}
	for _, word := range words[1:] {
		name, value, _ := strings.Cut(word, "=")
		released, err := strconv.ParseUint(value, 16, 64)
		switch {
		case name == "from" && semver.IsValid(value):
			r.From = value
		case name == "released" && err == nil && released <= uint64(rollout.All):
			r.Released = rollout.Position(released)
		default:
			return VersionRelease{}, fmt.Errorf("the release of the default Flux version has the unknown part %q", text.Line(word, longestWord))
		}
	}
	return r, nil
}

// longestWord is the maximum length of a word in an error.
const longestWord = 64
