// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package gardentest has a garden for tests of commands. Nothing but tests may import it.
package gardentest
