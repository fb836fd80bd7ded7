// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package knownhosts

import (
	"bytes"
	"fmt"
	"strings"
)

const (
	// mostWildcards bounds the wildcards in the names of known_hosts lines: the time that it takes to match a name grows exponentially with
	// those in one pattern (fluxcd/pkg/ssh/knownhosts: wildcardMatch).
	mostWildcards          = 100
	mostWildcardsInPattern = 2
	// longestAddress bounds a host with its port. A name in DNS has at most 253 characters.
	longestAddress = 253 + len(":65535")
)

// CheckWildcards returns an error if matching a host against known_hosts lines would take too long. It continues a sentence that begins
// with the lines, and repeats nothing of them.
func CheckWildcards(lines []byte) error {
	all := 0
	for line := range bytes.Lines(lines) {
		line = bytes.TrimSpace(line)
		if bytes.HasPrefix(line, []byte("#")) {
			continue
		}
		// Before the names there may be a marker.
		for range 2 {
			end := bytes.IndexAny(line, " \t")
			if end < 0 {
				end = len(line)
			}
			for pattern := range strings.SplitSeq(string(line[:end]), ",") {
				wildcards := strings.Count(pattern, "*")
				if all += wildcards; wildcards > mostWildcardsInPattern || all > mostWildcards {
					return fmt.Errorf("has more wildcards than Flux could match in time: at most %d * are allowed in a name, and %d in all lines", mostWildcardsInPattern, mostWildcards)
				}
			}
			line = bytes.TrimSpace(line[end:])
		}
	}
	return nil
}
