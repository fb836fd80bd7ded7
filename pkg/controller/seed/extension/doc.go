// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package extension is the controller for Extensions of type shoot-flux: it installs Flux in a shoot and removes it,
// according to Gardener's extension contract. A reconciliation gathers facts, decides, applies the plan, and reports
// the result. Package decision requests the facts that it needs; package extension reads only these. The controller
// waits neither for a shoot's workloads nor for a Git server: the health controller reports the progress of a delivery.
// This package must not import another controller.
package extension
