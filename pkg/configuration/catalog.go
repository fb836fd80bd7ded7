// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// Catalog has the Flux versions that the extension carries, and the versions that the operator supplies.
type Catalog interface {
	// Versions returns the Flux versions, each with leading 'v'.
	Versions() []string
	// Supplied returns whether a version is supplied by the operator, and not embedded in the extension.
	Supplied(version string) bool
	// Components returns the controllers that a version has.
	Components(version string) []fluxv1alpha1.Component
	// Resources returns the compute resources of a controller in a version.
	Resources(version string, of fluxv1alpha1.Component) corev1.ResourceRequirements
	// OldestKubernetes returns the oldest minor version of Kubernetes that the Flux project supports with a
	// version, such as v1.33; empty if it is unknown.
	OldestKubernetes(version string) string
	// Validate checks an object of Flux's kinds as the API server of a shoot with the version would, and refuses
	// fields that are not in the kind's schema. The paths begin at the object. A context that is done ends the
	// validation; the result has no meaning then.
	Validate(ctx context.Context, version string, object *unstructured.Unstructured) field.ErrorList
	// ValidatePatches returns the first error of the patches of an otherwise valid configuration: they must
	// apply to its version of Flux, and only change the allowed fields. A context that is done ends the
	// validation.
	ValidatePatches(ctx context.Context, effective *resolved.Configuration) field.ErrorList
}
