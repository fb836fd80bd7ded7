// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"slices"
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// ForFluxVersion returns a resolver for a preview that uses the given Flux version instead of the configured one. The
// error lists the available versions.
func (r *Resolver) ForFluxVersion(wanted string) (*Resolver, error) {
	version, err := r.allowedVersion(wanted)
	if err != nil {
		return nil, err
	}
	other := *r
	other.version = version
	return &other, nil
}

// WithDefaultVersion returns a resolver that uses the given Flux version instead of the version that the operator or
// the project sets. A version in a Shoot's providerConfig or in an override takes precedence. The resolver must carry
// the version. An empty version has no effect.
func (r *Resolver) WithDefaultVersion(version string) *Resolver {
	other := *r
	other.defaultVersion = version
	return &other
}

// DefaultVersion returns the Flux version of a Shoot if neither the project nor the Shoot sets a version.
func (r *Resolver) DefaultVersion() string { return r.ProjectVersion(&document.ConfigMap{}) }

// ProjectVersion returns the Flux version of Shoots of the project that set no version themselves, even if other
// settings of the project are invalid. It returns an empty string if the configuration cannot be read, or if the
// version is not carried or not allowed.
func (r *Resolver) ProjectVersion(project *document.ConfigMap) string {
	content := r.contentOf(project)
	value, given := strict.Lookup(content, "flux", "version")
	wanted, ok := value.(string)
	if content == nil || given && !ok {
		return ""
	}
	version, err := r.allowedVersion(wanted)
	if err != nil {
		return ""
	}
	return version
}

// contentOf returns the merged configuration of the operator and the project. It returns nil if the configuration of
// the project cannot be read.
func (r *Resolver) contentOf(project *document.ConfigMap) map[string]any {
	d, _, _ := project.Document()
	if d.Content == nil {
		return nil
	}
	return document.Stack{r.operator, d}.Merge()
}

// ProjectSource returns the template of the source that the Shoots of the project share, before variables are replaced.
// It returns nil if the project does not define a template. It ignores errors in other settings of the project.
func (r *Resolver) ProjectSource(project *document.ConfigMap) map[string]any {
	return strict.LookupObject(r.contentOf(project), "source", "template")
}

// Carries reports whether the exact Flux version is available and the operator allows it.
func (r *Resolver) Carries(version string) bool { return slices.Contains(r.versions, version) }

// allowedVersion returns the available and allowed version that the configured version resolves to.
func (r *Resolver) allowedVersion(wanted string) (string, error) {
	version, err := r.matchVersion(wanted, r.versions)
	if err == nil {
		return version, nil
	}
	if carried, carriedErr := r.matchVersion(wanted, r.catalog.Versions()); carriedErr == nil {
		return "", fmt.Errorf("the operator does not allow Flux %s; the allowed versions are %s", carried, strings.Join(r.versions, ", "))
	}
	return "", err
}

// matchVersion returns the version in the list that the configured version resolves to.
func (r *Resolver) matchVersion(wanted string, versions []string) (string, error) {
	var embedded, supplied []string
	for _, version := range versions {
		if r.catalog.Supplied(version) {
			supplied = append(supplied, version)
		} else {
			embedded = append(embedded, version)
		}
	}
	return fluxv1alpha1.ResolveFluxVersion(wanted, embedded, supplied)
}

// Versions returns the available Flux versions that the operator allows, beginning with the oldest.
func (r *Resolver) Versions() []string { return slices.Clone(r.versions) }
