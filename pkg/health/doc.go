// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package health judges the observations of Flux in seed and shoot: the conditions of the Extension with causes and
// fixes, damped against transient failures, and the condition of the project's deploy key. Package observe reads the
// shoot, package tree checks all of Flux's objects.
//
// Judging and damping are pure and use no client, network, clock or environment.
package health
