// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package controllertest has what the tests of several controllers need: a garden and a seed with one Shoot in memory. Only tests may
// import it.
package controllertest
