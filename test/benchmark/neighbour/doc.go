// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package neighbour measures how a hostile project affects the shoots of another project.
package neighbour
