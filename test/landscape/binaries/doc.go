// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package binaries builds the landscape's components from the Go modules that the landscape's go.mod pins and go.sum
// verifies, once, into a cache in the user's home.
//
// It must not download anything but Go modules, and never repeats a version: go.mod is the only place that names one.
package binaries
