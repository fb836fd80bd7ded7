// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// Placeholder is the value of a variable that is unknown. It is a valid name. Errors that it causes are not
// configuration errors.
const Placeholder = "not-known-yet"

// ShootInfo returns the shoot info variables of a Shoot. Labels with one of the prefixes also become variables: the
// name of the variable contains the rest of the key in upper case, with '_' in place of all characters except letters
// and digits. If two labels result in the same variable, the alphabetically first label is used.
func ShootInfo(shoot *gardencorev1beta1.Shoot, seedName, gardenIdentity string, labelPrefixes []string) fluxv1alpha1.ShootInfo {
	info := fluxv1alpha1.ShootInfo{
		fluxv1alpha1.ShootInfoClusterIdentity:       clusterIdentity(shoot, gardenIdentity),
		fluxv1alpha1.ShootInfoName:                  shoot.Name,
		fluxv1alpha1.ShootInfoTechnicalID:           shoot.Status.TechnicalID,
		fluxv1alpha1.ShootInfoGardenClusterIdentity: gardenIdentity,
		fluxv1alpha1.ShootInfoProjectName:           ProjectName(shoot.Status.TechnicalID, shoot.Name),
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
	for key, value := range ordered.Map(shoot.Labels) {
		for _, prefix := range labelPrefixes {
			rest, ok := strings.CutPrefix(key, prefix)
			if !ok || rest == "" {
				continue
			}
			name := fluxv1alpha1.ShootInfoLabelPrefix + notInVariable.ReplaceAllString(strings.ToUpper(rest), "_")
			if _, taken := info[name]; !taken {
				info[name] = value
			}
		}
	}
	return info
}

// clusterIdentity returns the cluster identity of the Shoot. Gardener does not set it for a self-hosted Shoot, so that
// it is computed like Gardener does for others (gardener: pkg/gardenlet/operation/botanist/clusteridentity.go).
func clusterIdentity(shoot *gardencorev1beta1.Shoot, gardenIdentity string) string {
	status := shoot.Status
	if status.ClusterIdentity == nil && v1beta1helper.IsShootSelfHosted(shoot.Spec.Provider.Workers) &&
		status.TechnicalID != "" && status.UID != "" && gardenIdentity != "" {
		return fmt.Sprintf("%s-%s-%s", status.TechnicalID, status.UID, gardenIdentity)
	}
	return ptr.Deref(status.ClusterIdentity, "")
}

// ProjectName derives the name of the project from the technical ID of a Shoot, shoot--<project>--<shoot> (gardener:
// pkg/utils/gardener.ComputeTechnicalID). It returns an empty string for another text.
func ProjectName(technicalID, shoot string) string {
	rest, ok := strings.CutPrefix(technicalID, v1beta1constants.TechnicalIDPrefix)
	if !ok {
		return ""
	}
	return strings.TrimPrefix(strings.TrimSuffix(rest, "--"+shoot), "-")
}

// notInVariable matches characters that '_' replaces in the name of a variable.
var notInVariable = regexp.MustCompile(`[^A-Z0-9]`)

// WithPlaceholders returns the shoot info variables with a placeholder for each empty variable. It must be used only to
// check a configuration with Shoot.Provisional.
func WithPlaceholders(info fluxv1alpha1.ShootInfo) fluxv1alpha1.ShootInfo {
	complete := maps.Clone(info)
	if complete == nil {
		complete = fluxv1alpha1.ShootInfo{}
	}
	for _, name := range fluxv1alpha1.ShootInfoNames() {
		if complete[name] == "" {
			complete[name] = Placeholder
		}
	}
	return complete
}

// PlaceholderKubernetesVersion is the placeholder for the Kubernetes version.
const PlaceholderKubernetesVersion = "v0.0.0"

// Placeholders returns shoot info variables with only placeholders.
func Placeholders() fluxv1alpha1.ShootInfo {
	return WithPlaceholders(fluxv1alpha1.ShootInfo{fluxv1alpha1.ShootInfoKubernetesVersion: strings.TrimPrefix(PlaceholderKubernetesVersion, "v")})
}

// MissingInfo returns an error if a variable that every delivery requires is unknown.
func MissingInfo(info fluxv1alpha1.ShootInfo) error {
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

// ClusterNetworks returns the networks of the shoot for noProxy. It also reads the status, because only the status
// contains networks that the infrastructure chose, and all networks of a dual-stack shoot.
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
