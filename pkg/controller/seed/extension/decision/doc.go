// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package decision decides on a reconciliation. It neither reads nor writes: Facts become a Plan, or the Need
// for further facts. decide.go lists the steps of a decision; each is a function of the facts and of the target
// that the steps before it have built.
package decision
