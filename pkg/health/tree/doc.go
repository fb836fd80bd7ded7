// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package tree reads all of Flux's objects in a shoot and the workloads that they have applied, with
// read-only requests, and judges them: which are ready, which fail by themselves, and which wait for others.
// The results are condition FluxObjectsReady, and counts, first failures and the tree in the providerStatus.
//
// It writes nothing. Judging is pure: no client, network, clock or environment.
package tree
