// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package shootinfo

import (
	"slices"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"k8s.io/utils/ptr"
)

// ClusterNetworks returns the networks of the shoot, which are reached without a proxy. The status has those that the
// infrastructure has chosen, and all of a shoot with two IP families.
func ClusterNetworks(shoot *gardencorev1beta1.Shoot) []string {
	var networks []string
	if spec := shoot.Spec.Networking; spec != nil {
		networks = append(networks, ptr.Deref(spec.Services, ""), ptr.Deref(spec.Pods, ""), ptr.Deref(spec.Nodes, ""))
	}
	if status := shoot.Status.Networking; status != nil {
		networks = slices.Concat(networks, status.Services, status.Pods, status.Nodes)
	}
	var distinct []string
	for _, network := range networks {
		if network != "" && !slices.Contains(distinct, network) {
			distinct = append(distinct, network)
		}
	}
	return distinct
}
