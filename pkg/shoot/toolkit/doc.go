// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package toolkit manages the objects of the GitOps Toolkit, Flux's own kinds, in a shoot that is not being deleted: it
// finds an existing Flux, migrates objects from removed API versions, suspends them, prunes the root Kustomization, and
// deletes leftovers of Flux. The caller decides on the order of the steps. Every step is repeatable, and reads from the
// shoot before it writes.
package toolkit
