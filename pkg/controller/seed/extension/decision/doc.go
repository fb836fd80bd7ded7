// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package decision makes the decision of a reconciliation. It must not read or write objects: it derives a Plan from
// Facts, or returns the Need for further facts. decide.go lists the steps of a decision. Each step is a function of the
// facts and of the target that the previous steps have built.
package decision
