// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"context"
	"os/exec"
	"regexp"
)

// gnupgFiles returns the executables and libraries of the host's GnuPG by their paths in the image of
// kustomize-controller. On a host without GnuPG, it returns no files, and shoots cannot decrypt with OpenPGP.
func gnupgFiles(ctx context.Context) map[string]string {
	files := map[string]string{}
	for _, name := range []string{"gpg", "gpg-agent"} {
		executable, err := exec.LookPath(name)
		if err != nil {
			return map[string]string{}
		}
		linked, err := exec.CommandContext(ctx, "ldd", executable).Output() // #nosec G204 -- one of the two above
		if err != nil {
			return map[string]string{} // ldd fails for a statically linked program
		}
		// gpg expects gpg-agent in /usr/bin.
		files["/usr/bin/"+name] = executable
		for _, library := range libraries(string(linked)) {
			files[library] = library
		}
	}
	return files
}

// libraries returns the paths of the libraries in the output of ldd.
func libraries(linked string) []string {
	var paths []string
	for _, found := range regexp.MustCompile(`(?m)(/\S+) \(0x[0-9a-f]+\)$`).FindAllStringSubmatch(linked, -1) {
		paths = append(paths, found[1])
	}
	return paths
}
