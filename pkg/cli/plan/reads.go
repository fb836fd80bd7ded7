// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"os"
	"path"
	"path/filepath"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/kustomizer"
)

// unaffected reports whether a build that has read these paths in one tree has the same result in another tree.
func unaffected(reads kustomizer.Reads, differing []string, a, b *tree) bool {
	for _, name := range differing {
		if reads.Files[name] {
			return false
		}
		for directory := path.Dir(name); ; directory = path.Dir(directory) {
			if reads.Lists[directory] || reads.Stats[directory] && kindOf(a, directory) != kindOf(b, directory) {
				return false
			}
			if directory == "." {
				break
			}
		}
		if reads.Stats[name] && kindOf(a, name) != kindOf(b, name) {
			return false
		}
	}
	return true
}

// kindOf returns 'f' for a file, 'd' for a directory, and 0 for neither.
func kindOf(t *tree, name string) rune {
	info, err := os.Lstat(filepath.Join(t.root, filepath.FromSlash(name)))
	switch {
	case err != nil:
		return 0
	case info.IsDir():
		return 'd'
	}
	return 'f'
}
