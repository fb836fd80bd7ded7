// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package noticeboard

import (
	"strings"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// Encode returns the data of the ConfigMap for these projects and pushes, by project namespace. Some projects may have
// no push. The result depends only on the arguments. It lists as many projects as fit, in the order of their names.
// Seeds read the other projects periodically.
func Encode(projects map[string]Versions, pushes map[string]push.Notice) map[string]string {
	var lines strings.Builder
	for project, versions := range ordered.Map(projects) {
		line := project
		for _, f := range versions.fields() {
			if *f.version != "" {
				line += " " + f.name + "=" + *f.version
			}
		}
		if notice, ok := pushes[project]; ok {
			line += " " + fieldPush + "=" + notice.String()
		}
		if lines.Len()+len(line) >= maxBytes {
			break
		}
		lines.WriteString(line + "\n")
	}
	return map[string]string{keyProjects: lines.String()}
}

// Post sets the release for the seed's Shoots in the data of a board.
func Post(data map[string]string, release landscape.VersionRelease) {
	data[keyRelease] = release.Line()
}

// PostBaseline sets the release of the operator's baseline in the data of a board. It returns an error and changes
// nothing if the release is too large.
func PostBaseline(data map[string]string, release landscape.BaselineRelease) error {
	text, err := release.Encode()
	if err != nil {
		return err
	}
	data[keyBaseline] = text
	return nil
}

// Keep copies the release of the default Flux version from the data of the current board.
func Keep(data, current map[string]string) { keep(keyRelease, data, current) }

// KeepBaseline copies the release of the operator's baseline from the data of the current board.
func KeepBaseline(data, current map[string]string) { keep(keyBaseline, data, current) }

func keep(key string, data, current map[string]string) {
	if text, ok := current[key]; ok {
		data[key] = text
	}
}

// Decode decodes the data of the ConfigMap. It accepts any input: it ignores damaged lines, and damaged or unknown
// fields of a line, which only cause reads. If there are several lines for a project, it uses the last one. Releases
// with unknown fields are errors of the Board.
func Decode(data map[string]string) *Board {
	board := &Board{projects: map[string]Versions{}, pushes: map[string]push.Notice{}}
	board.release, board.unread = landscape.ReadVersionRelease(data[keyRelease])
	board.baseline, board.unreadBaseline = landscape.ReadBaselineRelease(data[keyBaseline])
	for line := range strings.Lines(data[keyProjects]) {
		words := strings.Fields(line)
		if len(words) == 0 {
			continue
		}
		project, versions := words[0], Versions{}
		delete(board.pushes, project)
		known := versions.fields()
		for _, word := range words[1:] {
			name, value, _ := strings.Cut(word, "=")
			if notice, is := push.ReadNotice(value); is && name == fieldPush {
				board.pushes[project] = notice
			}
			for _, f := range known {
				if f.name == name {
					*f.version = value
				}
			}
		}
		board.projects[project] = versions
	}
	return board
}
