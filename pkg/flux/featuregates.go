// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"slices"
	"strings"

	appsv1 "k8s.io/api/apps/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// FeatureGates returns the feature gates that the controllers with patches are started with, by controller. All
// occurrences of the flag count, and the last one wins.
func (c *Catalog) FeatureGates(effective *resolved.Configuration) (map[fluxv1alpha1.Component]map[string]bool, error) {
	if len(effective.Flux.Patches) == 0 {
		return nil, nil //nolint:nilnil // Without patches, there are no gates.
	}
	objects, err := c.objects(effective.Version)
	if err != nil {
		return nil, err
	}
	settings, err := settingsWithPlaceholders(effective)
	if err != nil {
		return nil, err
	}
	gates := map[fluxv1alpha1.Component]map[string]bool{}
	for _, object := range objects {
		of := component(object)
		isPatched := func(p fluxv1alpha1.Patch) bool {
			return p.Target.Kind == fluxv1alpha1.PatchKindDeployment && p.Target.Name == of
		}
		if object.GetKind() != kindDeployment || !slices.ContainsFunc(effective.Flux.Patches, isPatched) {
			continue
		}
		patched, err := settings.controller(object)
		if err != nil {
			return nil, err
		}
		deployment, err := fromUnstructured[appsv1.Deployment](patched)
		if err != nil {
			return nil, err
		}
		gates[of] = map[string]bool{}
		for _, container := range deployment.Spec.Template.Spec.Containers {
			for _, argument := range container.Args {
				value, is := strings.CutPrefix(argument, flagFeatureGates+"=")
				for gate := range strings.SplitSeq(value, ",") {
					if name, enabled, _ := strings.Cut(gate, "="); is {
						gates[of][name] = enabled == "true"
					}
				}
			}
		}
	}
	return gates, nil
}
