// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package binaries builds the landscape's components from the Go modules that the landscape's go.mod pins and go.sum
// verifies, once, into a cache in the user's home.
//
// It must download only Go modules, and must not repeat versions: only go.mod contains them.
package binaries
