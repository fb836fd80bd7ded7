// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package printer

import (
	"regexp"
	"slices"
	"strings"
)

// plainWord matches a word that no shell changes.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_][A-Za-z0-9_./+@-]*$`)

// mostCompletions limits the number of completions that a shell shows.
const mostCompletions = 1000

// Completions returns the sorted names that begin with a text. It leaves out names that are not plain words: a shell
// enters a completion as it is, and would run the command in a name of a branch such as x$(command).
func Completions(names []string, begun string) []string {
	var found []string
	for _, name := range names {
		if strings.HasPrefix(name, begun) && plainWord.MatchString(name) {
			found = append(found, name)
		}
	}
	slices.Sort(found)
	return found[:min(len(found), mostCompletions)]
}
