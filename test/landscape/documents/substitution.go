// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package documents

import "strings"

// Substitutions replace text of pages before it is run, such as names of hosts that do not exist. The first match
// applies.
type Substitutions []Substitution

// Substitution replaces one text.
type Substitution struct {
	// Written is the text of the page.
	Written string
	// Real is its replacement.
	Real string
}

// Apply returns the commands to run for the commands of a page.
func (s Substitutions) Apply(text string) string {
	pairs := make([]string, 0, 2*len(s))
	for _, one := range s {
		pairs = append(pairs, one.Written, one.Real)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Undo returns the output with the text of the page.
func (s Substitutions) Undo(text string) string {
	pairs := make([]string, 0, 2*len(s))
	for _, one := range s {
		pairs = append(pairs, one.Real, one.Written)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
