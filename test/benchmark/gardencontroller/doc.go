// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package gardencontroller measures the cost of the garden controller in a garden with many Shoots, and the times until
// seeds receive notices, rollouts are complete and a new process decides.
package gardencontroller
