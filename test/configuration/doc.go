// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package configuration tests what becomes of configurations as a whole, with the Flux versions that the extension carries and
// with the renderer: what is refused and with which words, what is accepted, and that what is accepted can be rendered. It has
// tests only.
package configuration
