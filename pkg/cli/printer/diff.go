// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package printer

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/pmezard/go-difflib/difflib"
)

// Text is a text that WriteDiff compares. The zero value is an absent text.
type Text struct {
	// Name is the name of a file in the header of the diff, because tools that read diffs expect one.
	Name    string
	Content string
}

// WriteDiff writes a unified diff between two texts. It writes nothing if they are equal.
func WriteDiff(out io.Writer, before, now Text) error {
	const absent = "/dev/null"
	unified := difflib.UnifiedDiff{
		A: slices.Collect(strings.Lines(before.Content)), FromFile: cmp.Or(before.Name, absent),
		B: slices.Collect(strings.Lines(now.Content)), ToFile: cmp.Or(now.Name, absent), Context: 3,
	}
	if isSlow(unified.A, unified.B) {
		_, err := fmt.Fprintf(out, "--- %s\n+++ %s\n# left out, because the comparison takes too long: %d lines before, and %d after\n", unified.FromFile, unified.ToFile, len(unified.A), len(unified.B))
		return err
	}
	return difflib.WriteUnifiedDiff(out, unified)
}

// isSlow reports whether the comparison of two texts may take longer than some seconds. For each part that is equal,
// the library compares each line of one text with all equal lines of the other one. The parts before the first and
// after the last difference are two parts, however long they are.
func isSlow(a, b []string) bool {
	const most = 1 << 28
	first := 0
	for first < min(len(a), len(b)) && a[first] == b[first] {
		first++
	}
	last := 0
	for last < min(len(a), len(b))-first && a[len(a)-1-last] == b[len(b)-1-last] {
		last++
	}
	times, pairs := map[string]int{}, 0
	for _, line := range b {
		times[line]++
	}
	for _, line := range a {
		// The library leaves out lines that a text has many times.
		const few, part = 200, 100
		if n := times[line]; len(b) < few || n <= len(b)/part+1 {
			pairs += n
		}
	}
	parts := min(len(a), len(b)) - first - last + 2
	return float64(pairs)*float64(parts) > most
}
