// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package projectstatus keeps in ConfigMaps flux-status what no seed can: it removes the entries of Shoots that are gone and whose seed has not
// removed them, and adds entries with state NotReported for Shoots with Flux that no seed reports.
//
// It must not change what a seed reports on a Shoot that exists. Nothing is removed because a cache does not have a Shoot: the API server has to
// answer that there is none, or one with another UID.
package projectstatus
