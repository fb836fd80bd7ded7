// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package node

import "strings"

// Image says what stands for a container image on this host.
type Image struct {
	// Command is the entry point, as paths in the container.
	Command []string
	// Args come before the pod's own arguments, which therefore win, as long as the pod starts the image's own command.
	// $(POD_IP) in them is the address the pod has to listen on.
	Args []string
	// FallbackArgs come after the pod's arguments, where containers have no namespaces.
	FallbackArgs []string
	// Env is the image's environment, which the pod may override.
	Env map[string]string
	// Files maps paths in the container to the files or directories of the host that appear there, read-only.
	Files map[string]string
	// User is the uid and gid the image runs as, unless the pod says otherwise.
	User int64
}

// image resolves the reference as it is or, failing that, its repository.
func (n *Node) image(ref string) (Image, bool) {
	if image, ok := n.options.Images(ref); ok {
		return image, true
	}
	return n.options.Images(repository(ref))
}

// repository is the image reference without tag and digest.
func repository(ref string) string {
	ref, _, _ = strings.Cut(ref, "@")
	if colon := strings.LastIndex(ref, ":"); colon > strings.LastIndex(ref, "/") {
		return ref[:colon]
	}
	return ref
}
