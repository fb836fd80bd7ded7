// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package cli has the commands for users: the plugin of kubectl, and for one release, the same below the program of the controllers. It has no code of a
// controller.
package cli
