// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package health turns observations of Flux in seed and shoot into conditions of the Extension with causes and fixes,
// damped against transient failures, and into the condition of the project's deploy key. Package observe reads the
// shoot. Package tree checks all of Flux's objects.
//
// Judging and damping are pure: they use no client, network, clock or environment.
package health
