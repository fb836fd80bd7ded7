// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package seed reads the objects of a seed that several controllers need: Extensions and Clusters of a
// project with an index, and ManagedResources and kubeconfigs with watches for single names. It identifies
// Extensions of type shoot-flux, and those in a control plane migration. It decides nothing. It writes only
// on behalf of others: Extensions for Gardener's library, and Secrets without reading back their content.
package seed
