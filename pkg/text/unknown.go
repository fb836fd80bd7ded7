// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package text

import (
	"slices"
	"strings"
)

// Unknown returns a message about an unknown name. It lists the known names and suggests the nearest one. noun is the
// word for a name, such as field.
func Unknown(noun, name string, known []string) string {
	if meant := Nearest(name, known); meant != "" {
		return "unknown " + noun + "; did you mean " + meant + "? The known " + noun + "s are " + strings.Join(known, ", ")
	}
	return "unknown " + noun + "; the known " + noun + "s are " + strings.Join(known, ", ")
}

// Nearest returns the known name that differs least from a mistyped name, or an empty string if no name is near or
// several are equally near. Case counts as no difference. At most a third of the characters may be wrong, and no more
// than three.
func Nearest(name string, known []string) string {
	const mostWrong, charactersPerWrong = 3, 3
	nearest, least := "", mostWrong+1
	for _, candidate := range known {
		most := min(mostWrong, len(candidate)/charactersPerWrong)
		// The comparison is not made for names of another length, which can be long.
		if length := len(name) - len(candidate); length > most || -length > most {
			continue
		}
		switch wrong := typos(strings.ToLower(name), strings.ToLower(candidate)); {
		case wrong > most || wrong > least:
		case wrong == least:
			nearest = ""
		default:
			nearest, least = candidate, wrong
		}
	}
	return nearest
}

// typos returns the number of inserted, missing, replaced and exchanged neighbouring bytes: the optimal string
// alignment distance.
func typos(a, b string) int {
	var before []int
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		next := make([]int, len(b)+1)
		next[0] = i + 1
		for j := range len(b) {
			replaced := row[j]
			if a[i] != b[j] {
				replaced++
			}
			next[j+1] = slices.Min([]int{replaced, row[j+1] + 1, next[j] + 1})
			if i > 0 && j > 0 && a[i] == b[j-1] && a[i-1] == b[j] {
				next[j+1] = min(next[j+1], before[j-1]+1)
			}
		}
		before, row = row, next
	}
	return row[len(b)]
}
