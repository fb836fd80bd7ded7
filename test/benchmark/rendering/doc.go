// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package rendering measures the cost of rendering Flux for a shoot. See README.md.
//
// It must not measure anything that needs a cluster. The other packages in test/benchmark do this.
package rendering
