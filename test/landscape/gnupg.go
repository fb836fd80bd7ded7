// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"context"
	"os/exec"
	"regexp"
)

// gnupgFiles are the host's GnuPG, which kustomize-controller's image has too, with the libraries that it is linked to. A host without it
// has none, and its shoots decrypt nothing with OpenPGP.
func gnupgFiles(ctx context.Context) map[string]string {
	files := map[string]string{}
	for _, name := range []string{"gpg", "gpg-agent"} {
		executable, err := exec.LookPath(name)
		if err != nil {
			return map[string]string{}
		}
		linked, err := exec.CommandContext(ctx, "ldd", executable).Output() // #nosec G204 -- one of the two above
		if err != nil {
			return map[string]string{} // It is not linked as distributions do it.
		}
		// gpg looks for its agent where distributions have it.
		files["/usr/bin/"+name] = executable
		for _, library := range libraries(string(linked)) {
			files[library] = library
		}
	}
	return files
}

// libraries are the paths in the output of ldd.
func libraries(linked string) []string {
	var paths []string
	for _, found := range regexp.MustCompile(`(?m)(/\S+) \(0x[0-9a-f]+\)$`).FindAllStringSubmatch(linked, -1) {
		paths = append(paths, found[1])
	}
	return paths
}
