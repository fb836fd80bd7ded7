// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package tree reads all of Flux's objects in a shoot, and the workloads that these have applied, with read-only requests, and judges them:
// which are ready, which fail by themselves, and which only wait for one that fails. What it comes to is condition FluxObjectsReady, and the
// counts, the first failures and the tree in the providerStatus.
//
// It must not write anything anywhere. What judges is pure: without client, network, clock and environment.
package tree
