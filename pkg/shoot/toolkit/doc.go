// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package toolkit acts on Flux's own objects, those of the GitOps Toolkit, in a shoot that is not being deleted: it finds what a
// predecessor has left, migrates what is stored in API versions that go (package storage), suspends them, has the root Kustomization pruned, and deletes what
// Flux leaves behind. It knows nothing of ManagedResources and of policies; what is to be done in which order is decided elsewhere. Every step can
// be repeated, and reads from the shoot before it acts.
package toolkit
