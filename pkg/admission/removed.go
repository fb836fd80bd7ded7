// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package admission

import (
	"fmt"

	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
)

// warnOfRemoval says of an update that removes something that it takes nothing away from a shoot: what was made of it stays,
// and the condition FluxConfigured asks for it. The document itself is more than what it names.
func warnOfRemoval(response admission.Response, document string, before, effective *configuration.Effective) admission.Response {
	switch {
	case !response.Allowed:
		return response
	case document != "":
		return response.WithWarnings(document)
	case before != nil && effective != nil && before.Source != nil && effective.Source == nil:
		return response.WithWarnings("no source is named any more: nothing changes by that where Flux reconciles from it; name the source again to go on")
	}
	return response
}

// removedProviderConfig is the warning for a Shoot whose providerConfig goes; empty if none does.
func removedProviderConfig(old, shoot *configuration.Shoot) string {
	if old.ProviderConfig == nil || shoot.ProviderConfig != nil {
		return ""
	}
	return fmt.Sprintf("Shoot %s/%s: the providerConfig is removed: nothing in the shoot changes by that; to let the project's configuration hold, set a providerConfig with nothing but apiVersion and kind of a FluxConfig", shoot.Namespace, shoot.Name)
}

// emptiedProject is the warning for a ConfigMap in which nothing is left; empty if something is.
func emptiedProject(old, now *configuration.ConfigMap) string {
	if old.IsEmpty() || !now.IsEmpty() {
		return ""
	}
	return fmt.Sprintf("ConfigMap %s/%s is emptied: nothing in the project's shoots changes by that; to let what is left hold, write a FluxConfig with nothing but apiVersion and kind into key %s", now.Namespace, fluxv1alpha1.ConfigMapName, fluxv1alpha1.KeyConfig)
}
