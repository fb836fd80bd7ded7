// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package tree reads all of Flux's objects in a shoot and the workloads that they have applied. It distinguishes ready
// objects, failing objects, and objects that wait for others. The results are condition FluxObjectsReady, and the
// counts, first failures and tree in the providerStatus.
//
// It only reads from the shoot. Judging is pure and uses no client, network, clock or environment.
package tree
