// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package propagation is the controller that has Extensions reconciled when the configuration or the deploy key of their project changes, or what their labels select of it,
// without an operation of gardenlet. It decides which Extensions are due, and when; it renders and writes nothing.
package propagation
