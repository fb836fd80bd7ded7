// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package validation checks the parts of a FluxConfig and the Flux objects that its templates become. It is pure: it reads
// no cluster and changes nothing, so that every caller comes to the same verdict. Every error names what is wrong and what
// to do; what Flux's own schemas demand is left to them.
package validation
