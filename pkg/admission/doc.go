// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package admission is the porter in the garden: it refuses what a user writes wrong about Flux in a Shoot or in the
// project's ConfigMap flux-config, with the messages of the package configuration, at the moment it is written.
//
// It must never stand in the way of anything else: deletions, changes of a Shoot that have nothing to do with Flux and all
// other ConfigMaps are not even asked about, and a mistake that the writer did not make is a warning. It must not call
// anything beyond the garden's API server, and reads there one ConfigMap by name.
package admission
