// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package health judges what was observed of Flux in seed and shoot: the conditions of the Extension, damped against failures that pass by
// themselves, and the condition of the project's deploy key. What was observed in the shoot is read in package observe; why it is so, and what
// to do about it, is said in package diagnosis.
//
// It must not write anything anywhere. What judges and damps is pure: without client, network, clock and environment.
package health
