// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package binaries builds the landscape's components once, into a cache in the user's home. It builds them from the Go
// modules that the landscape's go.mod pins and go.sum verifies.
//
// It must download only Go modules, and must not repeat versions: only go.mod contains them.
package binaries
