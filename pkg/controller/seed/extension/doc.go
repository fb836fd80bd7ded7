// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package extension is the controller for Extensions of type shoot-flux: it installs Flux in a shoot and removes it again, as Gardener's
// extension contract asks for. A reconciliation observes, which only reads; decides, which is pure and happens once; and applies, which only
// writes. Nothing in it waits for a shoot's workloads or for a Git server, and what becomes of a delivery is reported by the health
// controller. What is decided is in package decision, and the end of the work for a shoot in package removal. It must not import another
// controller.
package extension
