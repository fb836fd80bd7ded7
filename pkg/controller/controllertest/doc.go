// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package controllertest has a garden, a seed and shoots in memory, for the tests of the controllers. It must not import a controller, and only
// tests may import it.
package controllertest
