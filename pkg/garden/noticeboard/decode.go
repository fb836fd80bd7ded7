// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package noticeboard

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/versionrollout"
)

// Decode reads the data of the ConfigMap. It accepts everything: a line that is damaged is as one that is missing, a field that is damaged as one
// that is missing, and unknown fields are ignored. Of several lines for one project the last counts.
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
