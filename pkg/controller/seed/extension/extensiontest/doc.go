// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package extensiontest has an actuator with a garden, a seed and a shoot in memory, for tests that need the result of an operation. Only tests
// may import it.
package extensiontest
