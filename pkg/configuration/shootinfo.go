// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// placeholder replaces a variable that is not known yet. It is valid wherever a name is; where it is not valid, that is no error
// (see placeholderUse).
const placeholder = "not-known-yet"

// ShootInfoFor returns the shoot info. Labels whose keys begin with one of the prefixes are variables too: the rest of
// the key in capitals, with '_' for what is no letter or digit; of two labels that become the same name, the first in
// alphabetical order counts.
func ShootInfoFor(shoot *gardencorev1beta1.Shoot, seedName, gardenIdentity string, labelPrefixes []string) fluxv1alpha1.ShootInfo {
	info := fluxv1alpha1.ShootInfo{
		fluxv1alpha1.ShootInfoClusterIdentity:       ptr.Deref(shoot.Status.ClusterIdentity, ""),
		fluxv1alpha1.ShootInfoName:                  shoot.Name,
		fluxv1alpha1.ShootInfoTechnicalID:           shoot.Status.TechnicalID,
		fluxv1alpha1.ShootInfoGardenClusterIdentity: gardenIdentity,
		fluxv1alpha1.ShootInfoProjectName:           projectName(shoot),
		fluxv1alpha1.ShootInfoProjectNamespace:      shoot.Namespace,
		fluxv1alpha1.ShootInfoRegion:                shoot.Spec.Region,
		fluxv1alpha1.ShootInfoProvider:              shoot.Spec.Provider.Type,
		fluxv1alpha1.ShootInfoKubernetesVersion:     strings.TrimPrefix(shoot.Spec.Kubernetes.Version, "v"),
		fluxv1alpha1.ShootInfoDomain:                "",
		fluxv1alpha1.ShootInfoPurpose:               string(v1beta1helper.GetPurpose(shoot)),
		fluxv1alpha1.ShootInfoSeed:                  seedName,
	}
	if shoot.Spec.DNS != nil {
		info[fluxv1alpha1.ShootInfoDomain] = ptr.Deref(shoot.Spec.DNS.Domain, "")
	}
	for _, key := range slices.Sorted(maps.Keys(shoot.Labels)) {
		for _, prefix := range labelPrefixes {
			rest, ok := strings.CutPrefix(key, prefix)
			if !ok || rest == "" {
				continue
			}
			name := fluxv1alpha1.ShootInfoLabelPrefix + variableName(rest)
			if _, taken := info[name]; !taken {
				info[name] = shoot.Labels[key]
			}
		}
	}
	return info
}

// projectName reads the project's name from the technical ID, shoot--<project>--<shoot>
// (gardener: pkg/utils/gardener.ComputeTechnicalID).
func projectName(shoot *gardencorev1beta1.Shoot) string {
	rest, ok := strings.CutPrefix(shoot.Status.TechnicalID, v1beta1constants.TechnicalIDPrefix)
	if !ok {
		return ""
	}
	return strings.TrimPrefix(strings.TrimSuffix(rest, "--"+shoot.Name), "-")
}

func variableName(label string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z':
			return r - 'a' + 'A'
		case r >= 'A' && r <= 'Z' || r >= '0' && r <= '9':
			return r
		}
		return '_'
	}, label)
}

// WithPlaceholders returns the shoot info with a placeholder for each variable that is not known before the shoot exists, such as its
// technical ID. It serves to check a configuration, never to deliver one; set Shoot.Provisional with them.
func WithPlaceholders(info fluxv1alpha1.ShootInfo) fluxv1alpha1.ShootInfo {
	complete := maps.Clone(info)
	if complete == nil {
		complete = fluxv1alpha1.ShootInfo{}
	}
	for _, name := range fluxv1alpha1.ShootInfoNames() {
		if complete[name] == "" {
			complete[name] = placeholder
		}
	}
	return complete
}

// anyKubernetes is the placeholder for the Kubernetes version.
const anyKubernetes = "v0.0.0"

// anyShoot returns a shoot info of placeholders.
func anyShoot() fluxv1alpha1.ShootInfo {
	return WithPlaceholders(fluxv1alpha1.ShootInfo{fluxv1alpha1.ShootInfoKubernetesVersion: strings.TrimPrefix(anyKubernetes, "v")})
}

// MissingFacts returns an error with the names of variables that are required before anything can be delivered to the shoot.
func MissingFacts(info fluxv1alpha1.ShootInfo) error {
	var missing []string
	for _, name := range []string{fluxv1alpha1.ShootInfoClusterIdentity, fluxv1alpha1.ShootInfoTechnicalID, fluxv1alpha1.ShootInfoName} {
		if info[name] == "" {
			missing = append(missing, name)
		}
	}
	if len(missing) > 0 {
		return fmt.Errorf("the shoot has no %s yet", strings.Join(missing, ", "))
	}
	return nil
}
