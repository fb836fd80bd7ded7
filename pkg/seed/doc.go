// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package seed reads the objects of a seed that several controllers need: the Extensions and Clusters of a project by an index, and
// ManagedResources and kubeconfigs by watches for single names. It identifies the Extensions of type shoot-flux, and those in
// a control plane migration. It decides nothing about an object, and writes none but for others: for Gardener's library, with a client that begins a first
// operation with fewer writes, and Secrets, whose content it does not read back.
package seed
