// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package gardencontroller measures the cost of the garden controller in a garden with many Shoots, and the time until
// seeds receive notices.
package gardencontroller
