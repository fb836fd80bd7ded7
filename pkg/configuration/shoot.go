// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Shoot is the part of a Shoot that concerns Flux.
type Shoot struct {
	// Namespace and Name are those of the Shoot in the garden.
	Namespace, Name string
	// ProviderConfig is the FluxConfig of the Shoot as JSON or YAML; nil if it has none.
	ProviderConfig []byte
	// ProviderConfigPath is the path of ProviderConfig in the Shoot.
	ProviderConfigPath *field.Path
	// Resources are Shoot.spec.resources.
	Resources []gardencorev1beta1.NamedResourceReference
	// Labels are the labels of the Shoot by which overrides select it, and Purpose is its spec.purpose.
	Labels  map[string]string
	Purpose string
	// Adopted is what was found in the shoot.
	Adopted Adopted
	// Info is the shoot info.
	Info fluxv1alpha1.ShootInfo
	// PublicIssuer is whether the keys with which the shoot's tokens are signed are published, by Gardener or at an address that the Shoot names.
	PublicIssuer bool
	// Provisional is true if some of Info are placeholders (shootinfo.WithPlaceholders). An error because of one of these is no configuration error.
	Provisional bool
}

// ShootFrom returns the part of a Shoot that concerns Flux.
func ShootFrom(shoot *gardencorev1beta1.Shoot, info fluxv1alpha1.ShootInfo) *Shoot {
	s := &Shoot{
		Namespace: shoot.Namespace, Name: shoot.Name, Resources: shoot.Spec.Resources, Info: info,
		Labels: selection.SelectableLabels(shoot.Labels), Purpose: string(ptr.Deref(shoot.Spec.Purpose, "")),
		PublicIssuer: v1beta1helper.HasManagedIssuer(shoot),
	}
	if api := shoot.Spec.Kubernetes.KubeAPIServer; api != nil && api.ServiceAccountConfig != nil && api.ServiceAccountConfig.Issuer != nil {
		s.PublicIssuer = true
	}
	for i, extension := range shoot.Spec.Extensions {
		if extension.Type != fluxv1alpha1.ExtensionType {
			continue
		}
		s.ProviderConfigPath = field.NewPath("spec", "extensions").Index(i).Child("providerConfig")
		if extension.ProviderConfig != nil {
			s.ProviderConfig = extension.ProviderConfig.Raw
		}
	}
	return s
}
