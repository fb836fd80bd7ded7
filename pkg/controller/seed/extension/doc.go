// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package extension is the controller for Extensions of type shoot-flux: it installs Flux in a shoot and
// removes it again, as Gardener's extension contract asks for. A reconciliation gathers facts, decides, applies
// the plan, and reports. Package decision decides, which is pure, and names the facts that it needs; only these
// are read. Nothing waits for a shoot's workloads or for a Git server: the health controller reports the progress of a
// delivery. Package removal ends the management of a shoot. This package must not import another controller.
package extension
