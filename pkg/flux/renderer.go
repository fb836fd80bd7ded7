// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"sync"

	"k8s.io/utils/lru"
)

// renderedSyncs is how many rendered syncs are remembered: one per project with a repository, about 3 KiB each.
const renderedSyncs = 1024

// Renderer renders bundles and shares the output between equal inputs: hundreds of shoots have the same Flux version.
type Renderer struct {
	mutex         sync.Mutex
	distributions map[string]Bundle
	syncs         *lru.Cache
}

// NewRenderer returns a renderer that has rendered nothing yet.
func NewRenderer() *Renderer {
	return &Renderer{distributions: map[string]Bundle{}, syncs: lru.New(renderedSyncs)}
}

// Render renders the bundle for the input. Its bytes are shared and must not be changed. It fails for a version that is
// not embedded only.
func (r *Renderer) Render(in Input) (Bundle, error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()

	bundle, ok := r.distributions[in.Version]
	if !ok {
		crds, controllers, err := renderDistribution(in.Version)
		if err != nil {
			return Bundle{}, err
		}
		bundle = Bundle{CRDs: crds, Controllers: controllers}
		r.distributions[in.Version] = bundle
	}
	if in.Sync.URL == "" {
		return bundle, nil
	}

	if config, ok := r.syncs.Get(in.Sync); ok {
		bundle.Config = config.([]byte)
		return bundle, nil
	}
	config, err := renderSync(in.Sync)
	if err != nil {
		return Bundle{}, err
	}
	r.syncs.Add(in.Sync, config)
	bundle.Config = config
	return bundle, nil
}
