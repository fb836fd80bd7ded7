// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import (
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
)

// commandLine returns the command line of the container with container paths. The pod's command overrides the image's.
// The image's arguments precede the pod's, and are omitted if the pod sets a different command.
func commandLine(image Image, spec corev1.Container, expand func(string) string) ([]string, error) {
	command := image.Command
	args := image.Args
	if len(spec.Command) > 0 {
		command = spec.Command
		if len(image.Command) == 0 || path.Base(image.Command[0]) != path.Base(spec.Command[0]) {
			args = nil
		}
	}
	if len(command) == 0 {
		return nil, fmt.Errorf("neither the container nor the image %s has a command", spec.Image)
	}
	argv := slices.Concat(command, args, spec.Args)
	for i := range argv {
		argv[i] = expand(argv[i])
	}
	return argv, nil
}

// rewriteListenFlags replaces the wildcard address in flags such as --metrics-addr=:8080 or --bind-address 0.0.0.0 with
// the pod's address. Without network namespaces, all pods share the wildcard address.
func rewriteListenFlags(argv []string, ip string) []string {
	const wildcard = `(?:(?:0\.0\.0\.0|\[::\])?(:\d+)|0\.0\.0\.0|::)`
	flag := `--?[\w-]*(?i:addr|bind|listen)[\w-]*`
	joined := regexp.MustCompile(`^(` + flag + `=)` + wildcard + `$`)
	name, value := regexp.MustCompile(`^`+flag+`$`), regexp.MustCompile(`^`+wildcard+`$`)
	rewritten := slices.Clone(argv)
	for i, arg := range argv {
		if joined.MatchString(arg) {
			rewritten[i] = joined.ReplaceAllString(arg, "${1}"+ip+"${2}")
		} else if i > 0 && name.MatchString(argv[i-1]) && value.MatchString(arg) {
			rewritten[i] = value.ReplaceAllString(arg, ip+"${1}")
		}
	}
	return rewritten
}

// hostExecutable returns the host's file for a command in a container that has no root directory of its own. If the
// image maps no file to the command, it returns the command unchanged.
func hostExecutable(image Image, command string) string {
	candidates := []string{command}
	if !strings.Contains(command, "/") {
		candidates = nil
		for _, dir := range strings.Split(containerPath, ":") {
			candidates = append(candidates, path.Join(dir, command))
		}
		candidates = append(candidates, "/"+command)
	}
	for _, candidate := range candidates {
		if host := newPathRewriter(image.Files).rewrite(candidate); host != candidate {
			if _, err := os.Stat(host); err == nil {
				return host
			}
		}
	}
	return command
}
