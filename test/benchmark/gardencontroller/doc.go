// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package gardencontroller measures what the garden controller costs in a garden with many Shoots, and how soon seeds are notified of changes.
package gardencontroller
