// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package gardenlet is a stand-in for gardenlet, the only part of the landscape that is not the real thing. It does what
// an extension sees of gardenlet, in gardenlet's order and, where they can be imported, with gardenlet's own packages:
// technical namespaces, Cluster and Extension objects, the shoot's gardener-resource-manager, garden access tokens, copies
// of referenced resources, and the reconciliation, hibernation, deletion, force deletion and control plane migration of
// Shoots, with the cleanup of users' objects in a shoot that is deleted, and the Shoots' condition
// ObservabilityComponentsHealthy, of what Extensions report. Of the seed's gardener-resource-manager, the controller that
// applies ManagedResources runs with it.
//
// It must not do anything that gardenlet does not do, and it leaves out everything else: DNS, infrastructure, etcd,
// networking, monitoring, all other conditions, maintenance and credentials rotation. Shoots' control planes and nodes are not
// deployed but brought by ShootClusters.
package gardenlet
