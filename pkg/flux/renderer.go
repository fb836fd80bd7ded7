// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package flux renders the manifests of a shoot and knows the embedded and supplied Flux versions: their
// components, images, kinds and schemas, the rules for upgrades between them, and bounds for the project's
// content. It is pure: equal inputs render equal bytes, and it uses no client, network, clock, environment or
// randomness. It must not merge, default or validate configuration; its input is the effective one.
package flux

import (
	"golang.org/x/sync/singleflight"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/lru"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// Input has everything that the manifests of a shoot depend on. Rendering does not change the input.
type Input struct {
	// Effective is the effective configuration of the shoot.
	Effective *resolved.Configuration
	ShootInfo fluxv1alpha1.ShootInfo
	// Stage defines how much of Flux itself the shoot gets.
	Stage Stage
	// KeySecret is the Secret with the project's deploy key in a shoot of StageBootstrapped; empty without one.
	KeySecret types.NamespacedName
	// DeployKey is used if the source is read with the project's deploy key.
	DeployKey Credentials
	// SourceKeys has the deploy keys of additional sources by the names of the sources, without keys that do not
	// exist yet.
	SourceKeys map[string]Credentials
	// Resources has the Secrets and ConfigMaps of the project that Effective refers to, by the names of their
	// entries in Shoot.spec.resources.
	Resources map[string]Resource
	// ClusterNetworks has the networks and hosts of the shoot itself, which bypass the proxy.
	ClusterNetworks []string
}

// Credentials is the content of a Secret for reading a source over ssh.
type Credentials struct {
	// Identity is the private key as PEM.
	Identity string
	// PublicKey is the public key as a line of an authorized_keys file.
	PublicKey string
	// Passphrase decrypts Identity; may be empty.
	Passphrase string
	// KnownHosts are the lines of a known_hosts file for the host of the URL.
	KnownHosts string
}

// Bundle has the manifests of a shoot as YAML documents, in the order of their delivery. CRDs and Controllers
// are empty for StageBootstrapped.
type Bundle struct {
	// CRDs has the namespaces, Flux's CustomResourceDefinitions, and the claims for the volumes of
	// source-controllers.
	CRDs []byte
	// Controllers has Flux's controllers with everything they need to start.
	Controllers []byte
	// Config has the shoot info and the copies from the project, then the sources and the root Kustomization.
	Config []byte
}

// Numbers of cached outputs. Hundreds of shoots differ in their Config and share the rest.
const (
	renderedCRDs        = 16
	renderedControllers = 64
)

// Renderer renders bundles and shares outputs between equal inputs. It is safe for concurrent use.
type Renderer struct {
	*Library
	images      Images
	crds        *shared
	controllers *shared
}

// NewRenderer returns a renderer with empty caches for the versions of the library.
func NewRenderer(library *Library, images Images) *Renderer {
	return &Renderer{Library: library, images: images, crds: newShared(renderedCRDs), controllers: newShared(renderedControllers)}
}

// Render renders the bundle for the input. The bytes of the bundle are shared; callers must not change them. Render
// fails for an unknown version, and names resources whose content is missing or unsuitable.
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

// shared caches an output that many shoots share, by a hash of its input.
type shared struct {
	outputs *lru.Cache
	// flights has the outputs in progress. When hundreds of shoots get Flux at once, all workers need the same
	// output first.
	flights singleflight.Group
}

func newShared(limit int) *shared { return &shared{outputs: lru.New(limit)} }

// remember returns the cached output for the key, or renders it. Concurrent calls with the same key render once
// and share the error.
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
