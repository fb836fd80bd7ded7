// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package predecessor decides what of a Flux that others have installed in a shoot goes on under the control of the extension, and what is left
// alone (docs/decisions/0013). It is pure: it gets what a survey of the shoot has found.
package predecessor
