// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package document reads the configurations of operator, project and Shoot as they were written, merges them, and reports each error in the
// document in which it has to be corrected.
package document
