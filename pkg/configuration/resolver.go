// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"slices"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

// Resolver resolves the configuration that is effective for a shoot.
type Resolver struct {
	catalog  Catalog
	limits   configv1alpha1.Limits
	versions []string
	operator *document.Document
	prefixes []string
	gitHosts []string
	// anyGitHost is set if the list of Git hosts does not matter.
	anyGitHost bool
	// offersPush is whether the operator offers projects a webhook.
	offersPush bool
	// offersNotifications is whether the operator allows hosts of receivers of messages.
	offersNotifications bool
	// registry is that of a shoot without any other configuration.
	registry string
	notes    []string
	// version is the Flux version that holds whatever the documents want; empty if they are asked.
	version string
	// defaultVersion is the Flux version of Shoots that name none; empty if operator and project are asked.
	defaultVersion string
}

// AnyGitHost returns a resolver without the operator's list of Git hosts, for a process that connects to none.
func (r *Resolver) AnyGitHost() *Resolver {
	other := *r
	other.anyGitHost = true
	return &other
}

// LabelPrefixes are the prefixes of labels of Shoots that become shoot info variables.
func (r *Resolver) LabelPrefixes() []string { return slices.Clone(r.prefixes) }

// DefaultRegistry is the registry of a shoot for which only the operator's defaults are set.
func (r *Resolver) DefaultRegistry() string { return r.registry }

// Notes are about settings of the operator that are allowed but have no effect.
func (r *Resolver) Notes() []string { return slices.Clone(r.notes) }
