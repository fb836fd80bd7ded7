// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package fleet makes of what is known of shoots on a seed what their project is told of them. It is pure: it reads and writes
// nothing.
package fleet
