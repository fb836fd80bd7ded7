// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package documents

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// varying has patterns of values that differ between runs. A value matches any other value of the same pattern, so that
// pages can show real values.
var varying = []struct {
	what    string
	pattern *regexp.Regexp
}{
	{"<uid>", regexp.MustCompile(`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`)},
	{"<time>", regexp.MustCompile(`\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z`)},
	{"<time>", regexp.MustCompile(`\b\d\d:\d\d:\d\d\b`)},
	{"<fingerprint>", regexp.MustCompile(`\bSHA256:[0-9A-Za-z+/]{43}`)},
	{"<key>", regexp.MustCompile(`\b(AAAA[0-9A-Za-z+/]{20,}={0,2}|age1[0-9a-z]{50,})`)},
	{"<digest>", regexp.MustCompile(`\b(sha1|sha256):([0-9a-f]{7,64}\b|…)`)},
	{"<commit>", regexp.MustCompile(`\b([0-9a-f]{40}|[0-9a-f]{7})\b`)},
	// The number of restarts does not matter.
	{"1/1 Running <restarts>", regexp.MustCompile(`1/1 Running \d+( \(\d+[smhd] ago\))?`)},
	{"<age>", regexp.MustCompile(`(^|\s|\()(\d+(\.\d+)?(ms|s|m|h|d))+(\s|\)|,|$)`)},
	{"<flux version>", regexp.MustCompile(`\bv2\.\d+\.\d+\b`)},
	// Words do not match, because Kubernetes uses only these letters and digits for suffixes.
	{"<pod>", regexp.MustCompile(`-[bcdfghjklmnpqrstvwxz2456789]{8,10}-[bcdfghjklmnpqrstvwxz2456789]{5}\b`)},
}

// Compare returns an error if the output lacks a documented line. In documented lines, … matches any text. White space,
// digests, keys, times and ages may differ.
func Compare(shown, output string) error {
	seen := canonical(output)
	for _, line := range canonical(shown) {
		parts := strings.Split(line, "…")
		for i, part := range parts {
			parts[i] = regexp.QuoteMeta(part)
		}
		pattern, err := regexp.Compile("^" + strings.Join(parts, ".*") + "$")
		if err != nil {
			return fmt.Errorf("line %q: %w", line, err)
		}
		if !slices.ContainsFunc(seen, pattern.MatchString) {
			return fmt.Errorf("the output has no line like %q", line)
		}
	}
	return nil
}

// canonical returns the lines that are not empty, with placeholders for varying values.
func canonical(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.Join(strings.Fields(line), " ")
		for _, kind := range varying {
			line = kind.pattern.ReplaceAllStringFunc(line, func(found string) string {
				before, after := "", ""
				if kind.what == "<age>" {
					before, after = found[:len(found)-len(strings.TrimLeft(found, " ("))], found[len(strings.TrimRight(found, " ),")):]
				}
				return before + kind.what + after
			})
		}
		if line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
