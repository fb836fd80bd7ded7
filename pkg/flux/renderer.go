// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package flux renders the manifests of a shoot. It provides the components, images, kinds and schemas of the embedded
// and supplied Flux versions, the rules for upgrades between these versions, and limits for the content of a project.
// The package is pure: equal inputs result in equal bytes, and it must not use a client, the network, a clock, the
// environment or randomness. It must not merge or default configuration; its input is the effective configuration.
package flux

import (
	"golang.org/x/sync/singleflight"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/lru"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// Input contains everything that the manifests of a shoot depend on. Rendering does not change it.
type Input struct {
	// Effective is the effective configuration of the shoot.
	Effective *resolved.Configuration
	ShootInfo fluxv1alpha1.ShootInfo
	// Stage defines how much of Flux itself the shoot gets.
	Stage Stage
	// KeySecret is the name of the Secret with the project's deploy key in a shoot of StageBootstrapped. It is empty if
	// the released source does not use the key.
	KeySecret types.NamespacedName
	// DeployKey is the project's deploy key, which is delivered if the source uses it.
	DeployKey Credentials
	// SourceKeys contains the existing deploy keys of additional sources by the name of the source.
	SourceKeys map[string]Credentials
	// Resources contains the Secrets and ConfigMaps of the project that Effective refers to, by the name of their entry in
	// Shoot.spec.resources.
	Resources map[string]Resource
	// ClusterNetworks contains the networks and hosts of the shoot itself, which bypass the proxy.
	ClusterNetworks []string
}

// Credentials contains the credentials for a source that is read over SSH.
type Credentials struct {
	// Identity is the PEM-encoded private key.
	Identity string
	// PublicKey is the public key as a line of an authorized_keys file.
	PublicKey string
	// Passphrase decrypts Identity. It is empty if the key is not encrypted.
	Passphrase string
	// KnownHosts are the lines of a known_hosts file for the host of the URL.
	KnownHosts string
}

// Bundle contains the manifests of a shoot as YAML documents, in the order of their delivery. CRDs and Controllers are
// empty for StageBootstrapped.
type Bundle struct {
	// CRDs contains the namespaces, Flux's CustomResourceDefinitions, and the claims for the volumes of
	// source-controllers.
	CRDs []byte
	// Controllers contains Flux's controllers and the objects that they need to start.
	Controllers []byte
	// Config contains the shoot info, the copies from the project, the sources and the root Kustomization.
	Config []byte
	// Delivery is the identifier of the delivery, which the source and the root Kustomization have as annotation. It is
	// empty without a source, and for StageBootstrapped.
	Delivery string
}

// Maximum numbers of cached outputs. Hundreds of shoots can share CRDs and Controllers, but each shoot has its own
// Config.
const (
	renderedCRDs        = 16
	renderedControllers = 64
)

// Renderer renders bundles. Equal inputs share a cached output. It is safe for concurrent use.
type Renderer struct {
	*Library
	images      Images
	crds        *shared
	controllers *shared
}

// NewRenderer returns a renderer for the Flux versions of the library.
func NewRenderer(library *Library, images Images) *Renderer {
	return &Renderer{Library: library, images: images, crds: newShared(renderedCRDs), controllers: newShared(renderedControllers)}
}

// Render renders the bundle for the input. Callers share the bytes of the bundle and must not change them. Render
// returns an error for an unknown version, and for resources with missing or unsuitable content.
func (r *Renderer) Render(in Input) (Bundle, error) {
	objects, err := r.objects(in.Effective.Version)
	if err != nil {
		return Bundle{}, err
	}
	settings, err := newSettings(in, r.images)
	if err != nil {
		return Bundle{}, err
	}

	var bundle Bundle
	if bundle.Config, bundle.Delivery, err = renderConfig(in, settings); err != nil || in.Stage == StageBootstrapped {
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

// shared caches outputs that many shoots share, by the hash of their input.
type shared struct {
	outputs *lru.Cache
	// flights avoids rendering the same output concurrently: when hundreds of shoots get Flux at once, all workers first
	// need the same output.
	flights singleflight.Group
}

func newShared(limit int) *shared { return &shared{outputs: lru.New(limit)} }

// remember returns the cached output for the key, or renders and caches it. Concurrent calls with the same key render
// once and share the output or error.
func (s *shared) remember(key any, render func() ([]byte, error)) ([]byte, error) {
	hash, err := fingerprint(key)
	if err != nil {
		return nil, err
	}
	output, err, _ := s.flights.Do(hash, func() (any, error) {
		if known, is := s.outputs.Get(hash); is {
			return known, nil
		}
		output, err := render()
		if err == nil {
			s.outputs.Add(hash, output)
		}
		return output, err
	})
	if err != nil {
		return nil, err
	}
	return output.([]byte), nil
}
