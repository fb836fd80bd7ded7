// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package app has the flags and the wiring of the server program, and assembles the root command. It decides nothing that a part could
// decide, and no command for users is in it: those are in pkg/cli.
package app
