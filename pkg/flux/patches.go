// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"context"
	"errors"
	"slices"

	"golang.org/x/mod/semver"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/patch"
)

func patchesPath() *field.Path { return field.NewPath("flux", "patches") }

// ValidatePatches applies the patches of a valid configuration to the manifests of its Flux version. It returns an
// error for the first patch that cannot be applied or makes a forbidden change. It also validates patches for
// controllers that are not installed, because a different document may add these controllers.
func (c *Catalog) ValidatePatches(ctx context.Context, effective *resolved.Configuration) field.ErrorList {
	objects, err := c.objects(effective.Version)
	if err != nil || len(effective.Flux.Patches) == 0 {
		return nil // An unknown version is reported elsewhere.
	}
	settings, err := settingsWithPlaceholders(effective)
	if err != nil {
		return field.ErrorList{field.InternalError(patchesPath(), err)}
	}
	for _, object := range objects {
		isTarget := func(p fluxv1alpha1.Patch) bool {
			return string(p.Target.Kind) == object.GetKind() && string(p.Target.Name) == object.GetName()
		}
		if ctx.Err() != nil || !slices.ContainsFunc(effective.Flux.Patches, isTarget) {
			continue
		}
		if _, err := settings.controller(object); err != nil {
			if refused, is := errors.AsType[*field.Error](err); is {
				return field.ErrorList{refused}
			}
			return field.ErrorList{field.InternalError(patchesPath(), err)}
		}
	}
	return nil
}

// settingsWithPlaceholders returns the settings with placeholders for the content of the project's Secrets. For the
// validation, only the existence of the Secrets is relevant.
func settingsWithPlaceholders(effective *resolved.Configuration) (*settings, error) {
	resources := map[string]Resource{}
	for _, name := range effective.ResourceNames() {
		resources[name] = Placeholder(effective, name, "placeholder")
	}
	return newSettings(Input{Effective: effective, Resources: resources}, Images{})
}

// Lost returns the names of the customizations that a Deployment in the shoot would lose with the configuration. It
// detects customizations by comparison with the manifests of a known Flux version with the same minor version, or of
// the configured version if no such version is known.
func (r *Renderer) Lost(effective *resolved.Configuration, found *unstructured.Unstructured) ([]string, error) {
	flux := defaultInstallation()
	flux.Namespace, flux.Sharding = effective.Flux.Namespace, effective.Flux.Sharding
	shipped, err := r.controllerOf(&settings{Version: r.alike(found.GetLabels()[labelVersion], effective.Version), Flux: flux, Components: effective.Components}, found)
	if err != nil || shipped == nil {
		return nil, err
	}
	settings, err := settingsWithPlaceholders(effective)
	if err != nil {
		return nil, err
	}
	delivered, err := r.controllerOf(settings, found)
	if err != nil || delivered == nil {
		return nil, err
	}
	return patch.Lost(shipped, delivered, found)
}

// controllerOf renders the object with the same kind and name as the given object. It returns nil if the settings do
// not result in such an object.
func (r *Renderer) controllerOf(settings *settings, other *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	of := fluxv1alpha1.Component(other.GetName())
	if sharded, _, is := fluxv1alpha1.ShardedController(other.GetName()); is {
		of = sharded
	}
	shipped, err := r.find(settings.Version, func(object *unstructured.Unstructured) bool {
		return object.GetKind() == other.GetKind() && object.GetName() == string(of)
	})
	if err != nil || shipped == nil || !slices.Contains(settings.Components, of) {
		return nil, err
	}
	all, err := settings.withShards(shipped)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(all, func(object *unstructured.Unstructured) bool { return object.GetName() == other.GetName() }); i >= 0 {
		return all[i], nil
	}
	return nil, nil //nolint:nilnil // none is no error
}

// alike returns the newest known Flux version with the same minor version, or the fallback if no such version is known.
func (r *Renderer) alike(version, fallback string) string {
	for _, known := range slices.Backward(r.Versions()) {
		if version != "" && semver.MajorMinor(known) == semver.MajorMinor(version) {
			return known
		}
	}
	return fallback
}
