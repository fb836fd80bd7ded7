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

// ForFluxVersion returns a resolver for this Flux version instead of the documents' version, to preview another
// version. The error lists the available versions.
func (r *Resolver) ForFluxVersion(wanted string) (*Resolver, error) {
	version, err := r.allowedVersion(wanted)
	if err != nil {
		return nil, err
	}
	other := *r
	other.version = version
	return &other, nil
}

// WithDefaultVersion returns a resolver for this Flux version, unless a Shoot's providerConfig or an override
// sets one. It has precedence over operator and project. The resolver must carry the version; an empty
// version has no effect.
func (r *Resolver) WithDefaultVersion(version string) *Resolver {
	other := *r
	other.defaultVersion = version
	return &other
}

// DefaultVersion returns the Flux version of a Shoot if neither project nor Shoot sets one.
func (r *Resolver) DefaultVersion() string { return r.ProjectVersion(&document.ConfigMap{}) }

// ProjectVersion returns the Flux version of the project's Shoots that set none, even if other settings of
// the project are invalid. It is empty if the project's configuration cannot be read, or if the version is
// not carried or not allowed.
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
		// NewResolver has checked the operator's version.
		wanted, _, _ = unstructured.NestedString(r.operator.Content, "flux", "version")
	}
	version, err := r.allowedVersion(wanted)
	if err != nil {
		return ""
	}
	return version
}

// ProjectSource returns the template of the source that the Shoots of the project share, before variables are
// replaced, even if other settings of the project are invalid, or nil.
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

// Carries returns whether the extension carries exactly this Flux version and the operator allows it.
func (r *Resolver) Carries(version string) bool { return slices.Contains(r.versions, version) }

// allowedVersion returns the carried and allowed version for the wanted one.
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

// matchVersion returns the one of the versions for the wanted one.
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

// Versions returns the carried and allowed Flux versions, the oldest first.
func (r *Resolver) Versions() []string { return slices.Clone(r.versions) }
