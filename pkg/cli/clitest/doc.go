// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package clitest has what tests of several commands use. Nothing but tests may import it.
package clitest
