// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package size bounds what a configuration has delivered to a shoot, and names what is largest of it. It is pure, like the rendering.
package size
