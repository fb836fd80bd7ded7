// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"maps"
	"slices"
	"strings"
)

// pathRewriter replaces container paths with host paths, for containers that have no root directory of their own. A nil
// pathRewriter changes nothing.
type pathRewriter struct {
	hosts map[string]string
	// paths are the keys of hosts, longest first.
	paths []string
}

// newPathRewriter returns a pathRewriter for a map from container paths to host paths.
func newPathRewriter(hosts map[string]string) *pathRewriter {
	r := &pathRewriter{hosts: map[string]string{}}
	for path, host := range hosts {
		r.hosts[strings.TrimRight(path, "/")] = host
	}
	r.paths = slices.SortedFunc(maps.Keys(r.hosts), func(a, b string) int { return len(b) - len(a) })
	return r
}

// rewrite replaces all container paths in a single pass, because a host path may itself start with a container path
// such as /tmp. A path must be delimited by the ends of the string or the usual separators.
func (r *pathRewriter) rewrite(s string) string {
	if r == nil {
		return s
	}
	const separators = "=,:;\"' \t\n"
	var out strings.Builder
	for i := 0; i < len(s); {
		if path, ok := r.pathAt(s[i:], separators); ok && (i == 0 || strings.IndexByte(separators, s[i-1]) >= 0) {
			out.WriteString(r.hosts[path])
			i += len(path)
			continue
		}
		out.WriteByte(s[i])
		i++
	}
	return out.String()
}

// pathAt returns the longest path that is a prefix of the string.
func (r *pathRewriter) pathAt(s, separators string) (string, bool) {
	for _, path := range r.paths {
		rest, ok := strings.CutPrefix(s, path)
		if ok && (rest == "" || strings.IndexByte("/"+separators, rest[0]) >= 0) {
			return path, true
		}
	}
	return "", false
}
