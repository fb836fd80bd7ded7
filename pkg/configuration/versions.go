// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// ForFluxVersion returns a resolver that takes this Flux version whatever the documents specify, to preview what another version would
// change. The error lists the versions there are.
func (r *Resolver) ForFluxVersion(wanted string) (*Resolver, error) {
	version, err := r.allowedVersion(wanted)
	if err != nil {
		return nil, err
	}
	other := *r
	other.version = version
	return &other, nil
}

// WithDefaultVersion returns a resolver that takes this Flux version for a Shoot for which neither its own providerConfig nor an override names one, whatever operator and project
// want. It has to be one that the resolver Carries; empty is no such version.
func (r *Resolver) WithDefaultVersion(version string) *Resolver {
	other := *r
	other.defaultVersion = version
	return &other
}

// DefaultVersion returns the Flux version of a Shoot for which neither project nor Shoot names one.
func (r *Resolver) DefaultVersion() string { return r.ProjectVersion(&document.ConfigMap{}) }

// ProjectVersion returns the Flux version that the project's configuration leads to for a Shoot that names none, also if something else of it is invalid;
// empty if it cannot be read, or if the extension does not carry or the operator does not allow the version.
func (r *Resolver) ProjectVersion(project *document.ConfigMap) string {
	d, _, _ := project.Document()
	if d.Content == nil {
		return ""
	}
	wanted, is, err := unstructured.NestedString(d.Content, "flux", "version")
	if err != nil {
		return ""
	}
	if !is {
		// What the operator wants was checked at the start.
		wanted, _, _ = unstructured.NestedString(r.operator.Content, "flux", "version")
	}
	version, err := r.allowedVersion(wanted)
	if err != nil {
		return ""
	}
	return version
}

// ProjectSource returns the template of the source that the Shoots of the project share, as the operator and the project write it, also if something else of
// it is invalid; nil if there is none.
func (r *Resolver) ProjectSource(project *document.ConfigMap) map[string]any {
	d, _, _ := project.Document()
	if d.Content == nil {
		return nil
	}
	// Documents that were read can be merged.
	content, err := document.Stack{r.operator, d}.Merge()
	if err != nil {
		return nil
	}
	value, _ := strict.Lookup(content, "source", "template")
	template, _ := value.(map[string]any)
	return template
}

// Carries returns whether the extension carries this very Flux version and the operator allows it.
func (r *Resolver) Carries(version string) bool { return slices.Contains(r.versions, version) }

// allowedVersion returns the version that the extension carries and the operator allows for the wanted one.
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

// matchVersion returns the version for the wanted one, if these are all.
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

// Versions returns the Flux versions that the extension carries and the operator allows, the oldest first.
func (r *Resolver) Versions() []string { return slices.Clone(r.versions) }
