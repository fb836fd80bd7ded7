// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"fmt"
	"slices"
	"strings"

	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// warnOfRemoval adds a warning to an update that removes configuration: it removes nothing from a shoot, and the condition FluxConfigured
// reports what is missing. The warning for a removed document takes precedence over that for a removed source.
func warnOfRemoval(response admission.Response, document string, before, effective *resolved.Configuration) admission.Response {
	switch {
	case !response.Allowed:
		return response
	case document != "":
		return response.WithWarnings(document)
	case before == nil || effective == nil:
		return response
	case before.Source != nil && effective.Source == nil:
		return response.WithWarnings("no source is configured any more: this changes nothing where Flux reconciles from it; configure the source again to continue")
	}
	if names := unlisted(before, effective); len(names) > 0 {
		return response.WithWarnings(fmt.Sprintf("additionalSources does not list %s any more: with its next reconciliation, a shoot loses what is not listed, and the Kustomizations and HelmReleases that "+
			"refer to it keep what they have applied and get no updates", strings.Join(names, ", ")))
	}
	return response
}

// unlisted returns the additional sources that were configured before, and are not now.
func unlisted(before, effective *resolved.Configuration) []string {
	names := func(sources []resolved.AdditionalSource) []string {
		var names []string
		for _, source := range sources {
			names = append(names, source.Object.GetKind()+" "+source.Object.GetName())
		}
		return names
	}
	listed := names(effective.AdditionalSources)
	return slices.DeleteFunc(names(before.AdditionalSources), func(name string) bool { return slices.Contains(listed, name) })
}

// removedProviderConfig returns the warning for a Shoot whose providerConfig is removed; empty if it is not.
func removedProviderConfig(old, shoot *configuration.Shoot) string {
	if old.ProviderConfig == nil || shoot.ProviderConfig != nil {
		return ""
	}
	return fmt.Sprintf("Shoot %s/%s: the providerConfig is removed: this changes nothing in the shoot; to apply the project's configuration, set a providerConfig with only apiVersion and kind of a FluxConfig", shoot.Namespace, shoot.Name)
}

// emptiedProject returns the warning for a ConfigMap that is emptied; empty if it is not.
func emptiedProject(old, now *document.ConfigMap) string {
	if old.IsEmpty() || !now.IsEmpty() {
		return ""
	}
	return fmt.Sprintf("ConfigMap %s/%s is emptied: this changes nothing in the project's shoots; to apply the remaining configuration, write a FluxConfig with only apiVersion and kind into key %s", now.Namespace, fluxv1alpha1.ConfigMapName, fluxv1alpha1.KeyConfig)
}
