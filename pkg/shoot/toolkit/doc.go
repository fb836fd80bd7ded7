// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package toolkit manages the objects of the GitOps Toolkit, which are Flux's own kinds, in a shoot that is not being
// deleted. It finds an existing Flux, migrates objects from removed API versions, suspends objects, prunes the root
// Kustomization, and deletes leftovers of Flux. The caller decides on the order of these steps. Each step can be
// repeated, and reads from the shoot before it writes.
package toolkit
