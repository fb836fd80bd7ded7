// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package neighbour measures what the shoots of one project notice of another project that does its worst.
package neighbour
