// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package documents

import "strings"

// Substitutions replace text of pages before it is run, for example names of hosts that do not exist. The first match
// takes precedence.
type Substitutions []Substitution

// Substitution replaces one text.
type Substitution struct {
	// Written is the text in the page.
	Written string
	// Real is the text that replaces Written.
	Real string
}

// Apply replaces the text of a page, and returns the commands to run.
func (s Substitutions) Apply(text string) string {
	pairs := make([]string, 0, 2*len(s))
	for _, one := range s {
		pairs = append(pairs, one.Written, one.Real)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Undo reverses the substitutions in the output of commands.
func (s Substitutions) Undo(text string) string {
	pairs := make([]string, 0, 2*len(s))
	for _, one := range s {
		pairs = append(pairs, one.Real, one.Written)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
