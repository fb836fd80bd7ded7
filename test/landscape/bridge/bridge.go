// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package bridge describes the network for a landscape with the real gardenlet: a network namespace with a bridge for
// pods, and with all ClusterIPs as local addresses. The script setup creates it, and changes nothing outside of the
// network namespace.
package bridge

import (
	"fmt"
	"net/netip"
)

// Addresses and names of the network.
const (
	// Host is the address on which kube-apiservers, kubelets and hosts of sources listen.
	Host = "10.2.0.1"
	// Name is the name of the bridge.
	Name = "pods"
)

// Gateway returns the address of the bridge with the length of its prefix.
func Gateway() netip.Prefix { return netip.MustParsePrefix("10.3.0.1/16") }

// LoadBalancer returns the address of all load balancers of a cluster.
func LoadBalancer(cluster int) string { return fmt.Sprintf("10.2.1.%d", cluster) }

// ServiceCIDR returns the range of ClusterIPs of a cluster. Clusters have the numbers 1 to 30.
func ServiceCIDR(cluster int) string { return fmt.Sprintf("10.%d.0.0/16", 96+cluster) }

// PodIP returns the address of a pod of a cluster.
func PodIP(cluster, pod int) string { return fmt.Sprintf("10.3.%d.%d", cluster, pod) }
