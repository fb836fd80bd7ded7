// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package configuration resolves the configurations of operator, project and Shoot to the effective configuration of a
// shoot: it decodes strictly, merges, replaces variables, sets defaults and validates. The controllers, the admission
// and the CLI use the same resolver, so that they accept the same configurations. The package reads neither clusters
// nor files.
package configuration

import (
	"context"
	"slices"
	"sync/atomic"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/ptr"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

// Resolver resolves the effective configuration of shoots.
type Resolver struct {
	catalog  Catalog
	settings configv1alpha1.ControllerConfiguration
	limits   configv1alpha1.Limits
	versions []string
	operator *document.Document
	prefixes []string
	// baseline is the operator's baseline, or nil without a baseline.
	baseline *baseline
	// released is the baseline that the operator's rollout has released; nil without a rollout.
	released *atomic.Pointer[baseline]
	// anyGitHost disables the check against the operator's list of Git hosts.
	anyGitHost bool
	// registry is the registry of a shoot that does not configure one.
	registry string
	notes    []string
	// version overrides the Flux version in all documents if it is not empty.
	version string
	// defaultVersion overrides the Flux version that the operator or the project sets if it is not empty.
	defaultVersion string
}

// NewResolver returns a resolver for the operator's configuration. The configuration must be defaulted. The error
// contains the operator's configuration errors.
func NewResolver(catalog Catalog, operator configv1alpha1.ControllerConfiguration) (*Resolver, error) {
	r := &Resolver{
		catalog: catalog, settings: operator,
		limits:   ptr.Deref(operator.Limits, configv1alpha1.Limits{}),
		operator: &document.Document{Origin: document.OriginOperator, Name: document.OperatorName, Path: field.NewPath("defaults"), Content: map[string]any{}},
		prefixes: ptr.Deref(operator.ShootInfo, configv1alpha1.ShootInfo{}).LabelPrefixes,
	}
	configErrs := append(r.checkSettings(), r.readBaseline()...)
	if operator.Defaults != nil {
		own, _ := r.operator.Read(operator.Defaults.Raw)
		configErrs = append(configErrs, own...)
	}
	if len(configErrs) > 0 {
		return nil, configErrs.Limited()
	}
	for _, version := range catalog.Versions() {
		if r.allows(version) {
			r.versions = append(r.versions, version)
		}
	}
	// The operator's defaults must be valid for a shoot that configures nothing.
	effective, configErrs, err := r.resolve(context.Background(), nil, nil, nil) //nolint:forbidigo // resolves the operator's defaults once, at the start
	switch {
	case err != nil:
		return nil, err
	case len(configErrs) > 0:
		return nil, configErrs
	}
	if configErrs, err = r.checkBaselineTemplates(context.Background(), effective.Version); err != nil { //nolint:forbidigo // once, at the start
		return nil, err
	}
	if len(configErrs) > 0 {
		return nil, configErrs
	}
	r.registry = *effective.Flux.Registry
	return r, nil
}

// AnyGitHost returns a resolver that allows all Git hosts, for a process that connects to no Git host.
func (r *Resolver) AnyGitHost() *Resolver {
	other := *r
	other.anyGitHost = true
	return &other
}

// LabelPrefixes returns the prefixes of Shoot labels that become shoot info variables.
func (r *Resolver) LabelPrefixes() []string { return slices.Clone(r.prefixes) }

// DefaultRegistry returns the registry of a shoot that does not configure one.
func (r *Resolver) DefaultRegistry() string { return r.registry }

// Notes returns descriptions of the operator's settings that have no effect.
func (r *Resolver) Notes() []string { return slices.Clone(r.notes) }
