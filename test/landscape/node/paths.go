// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"maps"
	"slices"
	"strings"
)

// pathRewriter replaces paths in a container by those of the host, for containers without a root of their own. A nil
// pathRewriter changes nothing.
type pathRewriter struct {
	hosts map[string]string
	// paths are the keys of hosts, the deepest first.
	paths []string
}

// newPathRewriter takes the host's path for each path in the container.
func newPathRewriter(hosts map[string]string) *pathRewriter {
	r := &pathRewriter{hosts: map[string]string{}}
	for path, host := range hosts {
		r.hosts[strings.TrimRight(path, "/")] = host
	}
	r.paths = slices.SortedFunc(maps.Keys(r.hosts), func(a, b string) int { return len(b) - len(a) })
	return r
}

// rewrite works in one pass, because the host's path may itself begin with one of the container's, such as /tmp. It
// knows a path by what stands around it: the ends of the value and the usual separators.
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

// pathAt returns the deepest of the paths with which the string begins.
func (r *pathRewriter) pathAt(s, separators string) (string, bool) {
	for _, path := range r.paths {
		rest, ok := strings.CutPrefix(s, path)
		if ok && (rest == "" || strings.IndexByte("/"+separators, rest[0]) >= 0) {
			return path, true
		}
	}
	return "", false
}
