// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package health observes Flux in a shoot, with read-only requests, and judges what was observed in seed and shoot: the conditions of the
// Extension, with causes and suggested fixes, damped against failures that pass by themselves.
//
// It must not write anything anywhere. What judges and damps is pure: without client, network, clock and environment.
package health
