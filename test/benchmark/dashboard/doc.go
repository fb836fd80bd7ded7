// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package dashboard measures how soon the page of the command dashboard shows many Shoots, and a change of one of them, in a real browser. The garden is
// that of the local landscape; the Shoots are on paper, and their status is written as their seeds would.
package dashboard
