// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package layers is a fixture for the test of the layer check.
package layers

// Upper uses the layer below.
func Upper() int { return Lower{}.Method() + helper() }

// Other is a method beside its type.
func (l Lower) Other() {}
