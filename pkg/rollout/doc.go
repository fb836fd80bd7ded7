// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package rollout decides which revision of a project's configuration each of its Shoots is to have, ring by ring. The garden controller decides
// and stores the State in ConfigMap flux-rollout; a seed asks that State what a Shoot is to have. All of it is pure: times, statuses and
// configurations are arguments.
package rollout
