// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/utils/lru"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// How many outputs are remembered. Hundreds of shoots differ in their Config and share the rest.
const (
	renderedCRDs        = 16
	renderedControllers = 64
)

// Renderer renders bundles and shares the output between equal inputs. It may be used by several goroutines.
type Renderer struct {
	library     *Library
	images      Images
	crds        *lru.Cache
	controllers *lru.Cache
}

// NewRenderer returns a renderer for the versions of the library with these images, with empty caches.
func NewRenderer(library *Library, images Images) *Renderer {
	return &Renderer{library: library, images: images, crds: lru.New(renderedCRDs), controllers: lru.New(renderedControllers)}
}

// Render renders the bundle for the input. Its bytes are shared and must not be changed. Beside a version that is not
// in the library, it fails for resources whose content is missing or not what it is needed for, and names them.
func (r *Renderer) Render(in Input) (Bundle, error) {
	objects, err := r.library.objects(in.Effective.Version)
	if err != nil {
		return Bundle{}, err
	}
	settings, err := newSettings(in, r.images)
	if err != nil {
		return Bundle{}, err
	}

	var bundle Bundle
	if bundle.Config, err = renderConfig(in, settings); err != nil || in.Stage == StageBootstrapped {
		return bundle, err
	}
	if bundle.CRDs, err = r.renderCRDs(objects, in); err != nil {
		return Bundle{}, err
	}
	bundle.Controllers, err = remember(r.controllers, settings, func() ([]byte, error) {
		return renderControllers(objects, settings)
	})
	if err != nil {
		return Bundle{}, err
	}
	return bundle, nil
}

func (r *Renderer) renderCRDs(objects []*unstructured.Unstructured, in Input) ([]byte, error) {
	components, namespaces := in.Effective.Components, in.Effective.Namespaces()
	key := struct {
		Version    string
		Components []fluxv1alpha1.Component
		Namespaces []string
		Stage      Stage
	}{in.Effective.Version, components, namespaces, in.Stage}
	return remember(r.crds, key, func() ([]byte, error) {
		return renderCRDs(objects, components, namespaces, in.Stage)
	})
}

// remember returns what the cache has for the key, or what render gives.
func remember(cache *lru.Cache, key any, render func() ([]byte, error)) ([]byte, error) {
	hash, err := fingerprint(key)
	if err != nil {
		return nil, err
	}
	if known, ok := cache.Get(hash); ok {
		if output, ok := known.([]byte); ok {
			return output, nil
		}
	}
	output, err := render()
	if err != nil {
		return nil, err
	}
	cache.Add(hash, output)
	return output, nil
}
