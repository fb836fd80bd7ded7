// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package overview reads and follows what the garden has on Flux in the Shoots of a project, or of all: the entries of the ConfigMaps flux-status, and
// the Shoots themselves where the user may read them. Members of a project may have written what is read: it is cut, and without control characters.
package overview
