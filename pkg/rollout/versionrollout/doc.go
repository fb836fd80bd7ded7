// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package versionrollout decides which Shoots may have the operator's default Flux version: the garden controller in rings of seeds, and a seed for each
// of its Shoots. It is pure: it reads no cluster, and has no clock. Rollouts of projects are in package rollout.
package versionrollout
