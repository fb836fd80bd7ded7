// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package render has the command that shows what a Shoot would get. It asks no cluster, prints no value of a Secret, and decides nothing
// that the controller decides: it calls the same functions.
package render
