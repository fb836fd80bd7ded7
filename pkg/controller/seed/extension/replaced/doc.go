// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package replaced reads what of the Flux in a shoot a takeover would replace. It decides nothing, and must not write to the shoot.
package replaced
