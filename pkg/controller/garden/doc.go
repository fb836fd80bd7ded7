// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package garden adds the controllers that see all Shoots of the garden to the manager of the garden controller.
package garden
