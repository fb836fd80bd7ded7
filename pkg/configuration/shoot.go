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

// Shoot contains the parts of a Shoot that affect Flux.
type Shoot struct {
	// Namespace and Name identify the Shoot in the garden.
	Namespace, Name string
	// ProviderConfig is the FluxConfig of the Shoot as JSON or YAML. It is nil if the Shoot has none.
	ProviderConfig []byte
	// ProviderConfigPath is the path of ProviderConfig in the Shoot. It is nil if the Shoot does not list the extension,
	// because the registration enables it.
	ProviderConfigPath *field.Path
	// Resources contains Shoot.spec.resources.
	Resources []gardencorev1beta1.NamedResourceReference
	// Labels and Purpose are compared with the selectors of overrides.
	Labels  map[string]string
	Purpose string
	// SeedLabels are the labels of the Shoot's seed, or nil if they are unknown.
	SeedLabels map[string]string
	// Adopted describes the Flux installation that was found in the shoot.
	Adopted Adopted
	// Info contains the shoot info variables.
	Info fluxv1alpha1.ShootInfo
	// PublicIssuer is true if the service account issuer of the shoot is public: either Gardener manages it, or the Shoot
	// sets its address.
	PublicIssuer bool
	// Provisional is true if Info contains placeholders (shootinfo.WithPlaceholders). Placeholders cause no configuration
	// errors.
	Provisional bool
}

// Adopted describes a Flux installation that existed before the first delivery and that the extension now manages. Its
// values are defaults: a second root Kustomization would conflict with the first one, and a different path or target
// namespace would prune the objects of the first one.
type Adopted struct {
	// Source and Root are the namespaces and names of the source and the root Kustomization. They are empty if unknown.
	Source string `json:"source,omitempty"`
	Root   string `json:"root,omitempty"`
	// Secret is the name of the Secret with the credentials of the source.
	Secret string `json:"secret,omitempty"`
	// Path and TargetNamespace are fields of the root Kustomization.
	Path            string `json:"path,omitempty"`
	TargetNamespace string `json:"targetNamespace,omitempty"`
}

// ShootFrom returns the parts of a Shoot that affect Flux.
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

// document returns the name of the Shoot in messages.
func (s *Shoot) document() string { return fmt.Sprintf("Shoot %s/%s", s.Namespace, s.Name) }
