// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package keys has the commands for the deploy keys of projects. It prints no private key, stores none, and changes nothing but the
// annotation that requests a step of a rotation.
package keys
