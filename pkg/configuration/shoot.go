// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/selection"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Shoot is the part of a Shoot that concerns Flux.
type Shoot struct {
	// Namespace and Name are the Shoot's in the garden.
	Namespace, Name string
	// ProviderConfig is the FluxConfig of the Shoot as JSON or YAML; nil if it has none.
	ProviderConfig []byte
	// ProviderConfigPath is the path of ProviderConfig in the Shoot.
	ProviderConfigPath *field.Path
	// Resources are Shoot.spec.resources.
	Resources []gardencorev1beta1.NamedResourceReference
	// Labels and Purpose are the Shoot's. Overrides select by them.
	Labels  map[string]string
	Purpose string
	// Adopted is the Flux installation found in the shoot.
	Adopted Adopted
	// Info holds the shoot info variables.
	Info fluxv1alpha1.ShootInfo
	// PublicIssuer is set if Gardener, or an address in the Shoot, publishes the keys that sign the shoot's
	// tokens.
	PublicIssuer bool
	// Provisional is set if Info has placeholders (shootinfo.WithPlaceholders). They cause no configuration
	// errors.
	Provisional bool
}

// Adopted describes the Flux installation that was in the shoot before the first delivery, and that the
// extension now manages. It applies to settings without a configured value: a second root Kustomization would
// conflict with the first, and another path or another target namespace would prune the objects of the first.
type Adopted struct {
	// Source and Root are the namespace and name of the source and of the root Kustomization; empty if none was
	// found.
	Source string `json:"source,omitempty"`
	Root   string `json:"root,omitempty"`
	// Secret is the name of the Secret with the source's credentials.
	Secret string `json:"secret,omitempty"`
	// Path and TargetNamespace are the root Kustomization's.
	Path            string `json:"path,omitempty"`
	TargetNamespace string `json:"targetNamespace,omitempty"`
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

// document names the Shoot in messages.
func (s *Shoot) document() string { return fmt.Sprintf("Shoot %s/%s", s.Namespace, s.Name) }
