// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package volume deletes the persistent volume of source-controller in a shoot, and takes it off the controller. It knows a claim by the label that the
// extension sets, and must not touch any other one.
package volume
