// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package removal ends the work for a shoot: it takes Flux out of one that lives on, or leaves it there, and lets go of the ManagedResources.
// How far it is is never recorded; each attempt reads what is there.
package removal
