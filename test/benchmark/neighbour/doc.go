// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package neighbour measures the effect of a hostile project on the shoots of another one.
package neighbour
