// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package dashboard measures how soon the page of the command dashboard shows many Shoots, and a change of one of
// them, in a real browser. The garden is the local landscape's. The Shoots have no clusters, and the benchmark writes
// their status instead of seeds.
package dashboard
