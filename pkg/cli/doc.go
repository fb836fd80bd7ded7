// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package cli assembles the kubectl plugin from the commands in its subpackages. It contains no code of a controller.
package cli
