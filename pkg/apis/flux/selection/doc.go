// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package selection selects Shoots of a project, by their labels and purposes, for rings of a rollout and for overrides. It is pure.
package selection
