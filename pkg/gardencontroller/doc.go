// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package gardencontroller wires the controllers that see all Shoots of the garden, which are in the packages below it, and does nothing else.
package gardencontroller
