// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/shootinfo"
)

// checkKubernetes warns of a Flux version that the Flux project does not support on the shoot's version of Kubernetes. It is no error: Flux
// runs there, and it is not known what of it does not work.
func (b *builder) checkKubernetes(path *field.Path) {
	if b.shoot == nil {
		return
	}
	oldest := b.resolver.catalog.OldestKubernetes(b.result.Version)
	runs := "v" + b.shoot.Info[fluxv1alpha1.ShootInfoKubernetesVersion]
	if oldest == "" || !semver.IsValid(runs) || runs == shootinfo.PlaceholderKubernetesVersion || semver.Compare(semver.MajorMinor(runs), oldest) >= 0 {
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

// carried returns what the extension carries of the version.
func (b *builder) carried() validation.Carried {
	version, catalog := b.result.Version, b.resolver.catalog
	if version == "" {
		return validation.Carried{}
	}
	return validation.Carried{
		Version:    version,
		Components: catalog.Components(version),
		Resources: func(component fluxv1alpha1.Component) corev1.ResourceRequirements {
			return sized(catalog.Resources(version, component), b.config.Flux.Size, component)
		},
	}
}

func (b *builder) resolveVersion() {
	wanted := b.resolver.version
	if wanted == "" && !b.overrides.NameFluxVersion() && (b.shoot == nil || !document.NamesFluxVersion(b.shoot.ProviderConfig)) {
		wanted = b.resolver.defaultVersion
	}
	wanted = cmp.Or(wanted, ptr.Deref(b.config.Flux.Version, ""))
	path := field.NewPath("flux", "version")
	version, err := b.resolver.allowedVersion(wanted)
	if err != nil {
		b.refuse(field.Invalid(path, wanted, err.Error()))
		return
	}
	b.result.Version = version
	b.checkKubernetes(path)
	b.result.Components = slices.Compact(slices.Sorted(slices.Values(slices.Concat(b.config.Flux.Components, b.config.Flux.ComponentsExtra))))
	if wanted != "" && strings.Count(wanted, ".") == 2 && strings.TrimPrefix(wanted, "v") != strings.TrimPrefix(version, "v") {
		b.warn(path, fmt.Sprintf("%s is answered with %s, the patch of this minor version that the extension carries", wanted, version))
	}
}

// warnResources warns of resources of a component that is not installed, if the document that sets them also determines the components.
// Another document may choose the components without knowing of the resources; the operator sets them for all that do.
func (b *builder) warnResources() {
	chooses := max(b.stack.Last("flux", "components"), b.stack.Last("flux", "componentsExtra"))
	for _, component := range slices.Sorted(maps.Keys(b.config.Flux.Resources)) {
		sets := b.stack.Last("flux", "resources", string(component))
		if slices.Contains(b.result.Components, component) || sets < 0 || b.stack[sets].Origin == document.OriginOperator || chooses >= 0 && chooses != sets {
			continue
		}
		b.warn(field.NewPath("flux", "resources", string(component)), fmt.Sprintf("has no effect, because %s is not installed; add it to flux.componentsExtra, or remove its resources", component))
	}
}
