// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package gardenlet is a stand-in for gardenlet, the only component of the landscape that is not the original. It
// simulates the parts of gardenlet that affect an extension, in gardenlet's order and, if possible, with gardenlet's
// own packages: technical namespaces, Cluster and Extension objects, the shoot's gardener-resource-manager, garden
// access tokens, and copies of referenced resources; the reconciliation, hibernation, deletion, force deletion and
// control plane migration of Shoots; the cleanup of users' objects in a shoot that is being deleted; and the Shoot
// condition ObservabilityComponentsHealthy, which it derives from Extensions. It also runs one controller of the seed's
// gardener-resource-manager, which applies ManagedResources.
//
// It must not do anything that gardenlet does not do. It omits everything else: DNS, infrastructure, etcd, networking,
// monitoring, all other conditions, maintenance and credentials rotation. ShootClusters provides the control planes and
// nodes of Shoots.
package gardenlet
