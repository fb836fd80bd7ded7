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

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/versionrollout"
)

// Encode returns the data of the ConfigMap for the projects, by their namespaces, and for the last pushes of some of them. The same projects give the same
// data. The first lines for which there is room, by the names of the projects, are listed; of all others there is one checksum, so that a change of one of
// them is a notice for each. They have no push: their Shoots poll.
func Encode(projects map[string]Versions, pushes map[string]push.Notice) map[string]string {
	return encode(projects, pushes, maxBytes)
}

// Post puts what is released for the seed's Shoots on a board; nil if the operator has no rollout of the default Flux version.
func Post(data map[string]string, release *versionrollout.Release) {
	if release != nil {
		data[keyRelease] = release.Line()
	}
}

// Keep has a board keep what the present one has of a release.
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

// writable returns a version as it is, or the checksum of one that does not fit into a line. That is never equal to the version of what was
// read, and costs one read for each change.
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

// isVersion returns whether it can be written into a line, and was not cut or damaged there. It is otherwise opaque.
func isVersion(version string) bool {
	return version != "" && len(version) <= maxVersionLength && !strings.ContainsFunc(version, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && r != '-' && r != '.'
	})
}
