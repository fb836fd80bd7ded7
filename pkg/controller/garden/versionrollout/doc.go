// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package versionrollout has the operator's rollout of the default Flux version go on. What it decides is in pkg/rollout/versionrollout; it reaches the seeds on
// their notice boards.
package versionrollout
