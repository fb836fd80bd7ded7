// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import "strings"

// Image maps a container image to files of the host.
type Image struct {
	// Command is the entry point with paths in the container.
	Command []string
	// Args precede the pod's arguments, so that the pod can override them. They are omitted if the pod starts a different
	// command. $(POD_IP) in Args is replaced with the listen address of the pod.
	Args []string
	// FallbackArgs follow the pod's arguments if containers have no namespaces.
	FallbackArgs []string
	// Env is the image's environment. The pod may override it.
	Env map[string]string
	// Files maps paths in the container to files or directories of the host, which are mounted read-only.
	Files map[string]string
	// User is the default UID and GID of the container.
	User int64
}

// image resolves the reference, or its repository if the full reference is unknown.
func (n *Node) image(ref string) (Image, bool) {
	if image, ok := n.options.Images(ref); ok {
		return image, true
	}
	return n.options.Images(repository(ref))
}

// repository returns the image reference without tag and digest.
func repository(ref string) string {
	ref, _, _ = strings.Cut(ref, "@")
	if colon := strings.LastIndex(ref, ":"); colon > strings.LastIndex(ref, "/") {
		return ref[:colon]
	}
	return ref
}
