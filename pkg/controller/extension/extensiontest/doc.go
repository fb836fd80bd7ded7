// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package extensiontest has a shoot to which the controller for Extensions delivers, in memory. Only tests may import it.
package extensiontest
