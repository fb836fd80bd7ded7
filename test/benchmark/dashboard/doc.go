// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package dashboard measures in a real browser how soon the page of command dashboard shows many Shoots, and a change
// of one Shoot. The garden is the garden of the local landscape. The Shoots have no clusters. The benchmark writes
// their status in place of seeds.
package dashboard
