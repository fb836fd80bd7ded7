// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package controller wires the controllers of a seed, which are in the packages below it, and does nothing else.
package controller
