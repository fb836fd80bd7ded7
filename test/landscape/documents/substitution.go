// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package documents

import "strings"

// Substitutions are what stands for something else where a page is followed: names of hosts that do not exist, for example. The first one
// that fits is taken.
type Substitutions []Substitution

// Substitution is one of them.
type Substitution struct {
	// Written is what the page says.
	Written string
	// Real is what takes its place.
	Real string
}

// Apply returns what is run in the place of what is written.
func (s Substitutions) Apply(text string) string {
	pairs := make([]string, 0, 2*len(s))
	for _, one := range s {
		pairs = append(pairs, one.Written, one.Real)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}

// Undo returns what the page would show in the place of what was seen.
func (s Substitutions) Undo(text string) string {
	pairs := make([]string, 0, 2*len(s))
	for _, one := range s {
		pairs = append(pairs, one.Real, one.Written)
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
