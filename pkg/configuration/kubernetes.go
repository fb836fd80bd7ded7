// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"slices"

	"golang.org/x/mod/semver"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// checkKubernetes warns of a Flux version that the Flux project does not support on the shoot's version of Kubernetes. It is no mistake: Flux
// refuses nothing, and what of it does not work there is not known.
func (b *builder) checkKubernetes(path *field.Path) {
	if b.shoot == nil {
		return
	}
	oldest := b.resolver.catalog.OldestKubernetes(b.result.Version)
	runs := "v" + b.shoot.Info[fluxv1alpha1.ShootInfoKubernetesVersion]
	if oldest == "" || !semver.IsValid(runs) || runs == anyKubernetes || semver.Compare(semver.MajorMinor(runs), oldest) >= 0 {
		return
	}
	text := fmt.Sprintf("the Flux project supports %s on Kubernetes %s and newer, and this cluster has %s; update the cluster", b.result.Version, oldest, runs)
	for _, other := range slices.Backward(b.resolver.versions) {
		if supported := b.resolver.catalog.OldestKubernetes(other); supported != "" && semver.Compare(semver.MajorMinor(runs), supported) >= 0 {
			text += ", or set the Flux version to " + other
			break
		}
	}
	b.warn(path, text)
}
