// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package tree reads all of Flux's objects in a shoot and the workloads that they have applied, and distinguishes ready
// objects, failing objects, and objects that wait for others. The results are condition FluxObjectsReady, and counts,
// first failures and the tree in the providerStatus.
//
// It sends only read requests. Judging is pure and uses no client, network, clock or environment.
package tree
