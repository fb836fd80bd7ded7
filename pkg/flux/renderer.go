// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"golang.org/x/sync/singleflight"
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
	crds        *shared
	controllers *shared
}

// NewRenderer returns a renderer for the versions of the library with these images, with empty caches.
func NewRenderer(library *Library, images Images) *Renderer {
	return &Renderer{library: library, images: images, crds: newShared(renderedCRDs), controllers: newShared(renderedControllers)}
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
	bundle.Controllers, err = r.controllers.remember(settings, func() ([]byte, error) {
		return renderControllers(objects, settings)
	})
	if err != nil {
		return Bundle{}, err
	}
	return bundle, nil
}

func (r *Renderer) renderCRDs(objects []*unstructured.Unstructured, in Input) ([]byte, error) {
	components, namespaces, volumes := in.Effective.Components, in.Effective.Namespaces(), storesOf(in.Effective.Flux)
	key := struct {
		Version    string
		Components []fluxv1alpha1.Component
		Namespaces []string
		Stores     stores
		Stage      Stage
	}{in.Effective.Version, components, namespaces, volumes, in.Stage}
	return r.crds.remember(key, func() ([]byte, error) {
		return renderCRDs(objects, components, namespaces, volumes, in.Stage)
	})
}

// shared are outputs that are the same for many shoots, by what they are rendered from.
type shared struct {
	outputs *lru.Cache
	// flights are the outputs that are being rendered. When hundreds of shoots get Flux at a time, all workers want the same first.
	flights singleflight.Group
}

func newShared(limit int) *shared { return &shared{outputs: lru.New(limit)} }

// remember returns the output for the key, or what render returns. What is being rendered for the same key already is waited for, and an error
// is that of all who wait.
func (s *shared) remember(key any, render func() ([]byte, error)) ([]byte, error) {
	hash, err := fingerprint(key)
	if err != nil {
		return nil, err
	}
	if known, is := s.known(hash); is {
		return known, nil
	}
	output, err, _ := s.flights.Do(hash, func() (any, error) {
		// The one before may have ended between the two.
		if known, is := s.known(hash); is {
			return known, nil
		}
		output, err := render()
		if err != nil {
			return nil, err
		}
		s.outputs.Add(hash, output)
		return output, nil
	})
	if err != nil {
		return nil, err
	}
	return output.([]byte), nil
}

func (s *shared) known(hash string) ([]byte, bool) {
	known, found := s.outputs.Get(hash)
	if !found {
		return nil, false
	}
	output, is := known.([]byte)
	return output, is
}
