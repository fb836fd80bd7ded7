// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package noticeboard

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/versionrollout"
)

// Encode returns the data of the ConfigMap for the projects, by namespace, and the last pushes of some of them.
// The result depends only on the arguments. It lists as many projects as fit, in the order of their names. The
// others share one checksum, so that a change of one of them is a notice for all of them, and have no push: their
// Shoots poll.
func Encode(projects map[string]Versions, pushes map[string]push.Notice) map[string]string {
	return encode(projects, pushes, maxBytes)
}

// Post adds the release for the seed's Shoots to a board; nil if the operator does not roll out the default Flux
// version.
func Post(data map[string]string, release *versionrollout.Release) {
	if release != nil {
		data[keyRelease] = release.Line()
	}
}

// Keep copies the release of the present board.
func Keep(data, present map[string]string) {
	if line, has := present[keyRelease]; has {
		data[keyRelease] = line
	}
}

func encode(projects map[string]Versions, pushes map[string]push.Notice, room int) map[string]string {
	var listed, others strings.Builder
	for _, project := range slices.Sorted(maps.Keys(projects)) {
		line := lineOf(project, projects[project])
		pushed := line
		if notice, has := pushes[project]; has {
			pushed += " " + fieldPush + "=" + notice.String()
		}
		if others.Len() == 0 && listed.Len()+len(pushed) < room {
			listed.WriteString(pushed + "\n")
		} else {
			others.WriteString(line + "\n")
		}
	}
	data := map[string]string{keyProjects: listed.String()}
	if others.Len() > 0 {
		data[keyOthers] = checksum(others.String())
	}
	return data
}

func lineOf(project string, versions Versions) string {
	line := project
	for _, f := range versions.fields() {
		if *f.version != "" {
			line += " " + f.name + "=" + writable(*f.version)
		}
	}
	return line
}

// writable returns a version, or the checksum of a version that does not fit into a line. The checksum never
// equals the version of a read, and so costs one read per change.
func writable(version string) string {
	if isVersion(version) {
		return version
	}
	return checksum(version)
}

func checksum(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:8])
}

// isVersion returns whether a version can be written into a line, and was not cut or damaged there. A version is
// otherwise opaque.
func isVersion(version string) bool {
	return version != "" && len(version) <= maxVersionLength && !strings.ContainsFunc(version, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '-' && r != '.'
	})
}

// Decode reads the data of the ConfigMap. It accepts any input, and ignores damaged lines and damaged or unknown
// fields. The last of several lines for a project counts.
func Decode(data map[string]string) *Board {
	board := &Board{projects: map[string]Versions{}, pushes: map[string]push.Notice{}, release: versionrollout.ReadLine(data[keyRelease])}
	if others := data[keyOthers]; isVersion(others) {
		board.others = others
	}
	for line := range strings.Lines(data[keyProjects]) {
		words := strings.Fields(line)
		if len(words) == 0 || len(validation.IsDNS1123Label(words[0])) > 0 {
			continue
		}
		board.projects[words[0]] = versionsIn(words[1:])
		delete(board.pushes, words[0])
		for _, word := range words[1:] {
			name, value, _ := strings.Cut(word, "=")
			if notice, is := push.ReadNotice(value); is && name == fieldPush {
				board.pushes[words[0]] = notice
			}
		}
	}
	return board
}

func versionsIn(words []string) Versions {
	var versions Versions
	known := versions.fields()
	for _, word := range words {
		name, version, _ := strings.Cut(word, "=")
		for _, f := range known {
			if f.name == name && isVersion(version) {
				*f.version = version
			}
		}
	}
	return versions
}
