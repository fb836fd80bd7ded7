// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"slices"

	"golang.org/x/mod/semver"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/patch"
)

// Lost returns the names of what a Deployment of another Flux has of its own and would not have any more with the configuration: arguments, volumes and so
// on. What its version of Flux ships is not its own; if that version is not known, the one that is configured counts.
func (r *Renderer) Lost(effective *resolved.Configuration, found *unstructured.Unstructured) ([]string, error) {
	flux := defaultInstallation()
	flux.Namespace, flux.Sharding = effective.Flux.Namespace, effective.Flux.Sharding
	shipped, err := r.controllerOf(&settings{Version: r.alike(found.GetLabels()[labelVersion], effective.Version), Flux: flux, Components: effective.Components, images: ShippedImages{}}, found)
	if err != nil || shipped == nil {
		return nil, err
	}
	// What the project's Secrets hold is in no Deployment, but whether there are any is.
	resources := map[string]Resource{}
	for _, name := range effective.ResourceNames() {
		resources[name] = Placeholder(effective, name, "placeholder")
	}
	settings, err := newSettings(Input{Effective: effective, Resources: resources}, ShippedImages{})
	if err != nil {
		return nil, err
	}
	delivered, err := r.controllerOf(settings, found)
	if err != nil || delivered == nil {
		return nil, err
	}
	return patch.Lost(effective.Version, shipped, delivered, found)
}

// controllerOf returns the object of these settings that has kind and name of another; nil if there is none.
func (r *Renderer) controllerOf(settings *settings, other *unstructured.Unstructured) (*unstructured.Unstructured, error) {
	objects, err := r.library.objects(settings.Version)
	if err != nil {
		return nil, err
	}
	of := fluxv1alpha1.Component(other.GetName())
	if sharded, _, is := fluxv1alpha1.ShardedController(other.GetName()); is {
		of = sharded
	}
	i := slices.IndexFunc(objects, func(object *unstructured.Unstructured) bool {
		return object.GetKind() == other.GetKind() && object.GetName() == string(of)
	})
	if i < 0 || !slices.Contains(settings.Components, of) {
		return nil, nil //nolint:nilnil // none is no error
	}
	all, err := settings.withShards(objects[i])
	if err != nil {
		return nil, err
	}
	for _, object := range all {
		if object.GetName() == other.GetName() {
			return object, nil
		}
	}
	return nil, nil //nolint:nilnil // none is no error
}

// alike returns the version that is known of the same minor version; the other one if there is none.
func (r *Renderer) alike(version, other string) string {
	versions := r.Versions()
	for _, known := range slices.Backward(versions) {
		if version != "" && semver.MajorMinor(known) == semver.MajorMinor(version) {
			return known
		}
	}
	return other
}
