// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package fleet decides what a project is reported on its Shoots on a seed: the status of each Shoot, from its Extension and Cluster, the entries
// of ConfigMap flux-status, within its size, and the Events about changes.
//
// It is pure: it must not read or write anything, and takes the current time as an argument. The controller is in pkg/controller/seed/projectstatus.
package fleet
