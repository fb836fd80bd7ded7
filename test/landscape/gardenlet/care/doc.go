// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package care keeps the one condition of Shoots that the stand-in for gardenlet keeps, of what their Extensions report.
package care
