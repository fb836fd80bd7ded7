// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package layers

// Lower is a type.
type Lower struct{}

// Method is a method.
func (Lower) Method() int { return helper() }

func helper() int { return 1 }
