// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package garden reads the Shoots of a garden for the garden controller: which of them use Flux, on which seeds their control planes are,
// and what of a Shoot is kept in a cache that holds all of them. It has no client, and does not decide what is done with a Shoot.
package garden
