// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package decision decides what a reconciliation does, from what it has observed. Nothing in it reads or writes: an Observation becomes a Plan.
package decision
