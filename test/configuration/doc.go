// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package configuration tests configuration from validation to rendering, with the Flux versions that the extension carries: invalid
// configuration is refused with exact messages, and valid configuration is accepted and can be rendered. It has tests only.
package configuration
