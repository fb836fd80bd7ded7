// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package care derives a Shoot condition from the conditions of the Shoot's Extensions. It is the only Shoot condition
// that the stand-in for gardenlet maintains.
package care
