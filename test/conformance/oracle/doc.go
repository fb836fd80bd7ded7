// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package oracle asks the real controllers of Flux what a commit does, and compares that with what plan says. Its table
// of commits is in the directory cases.
package oracle
