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

// Catalog provides the Flux versions that the extension carries or the operator supplies.
type Catalog interface {
	// Versions returns the Flux versions with a leading 'v'.
	Versions() []string
	// Supplied reports whether the version comes from the operator and not from the extension.
	Supplied(version string) bool
	// Components returns the components of a version.
	Components(version string) []fluxv1alpha1.Component
	// Resources returns the compute resources of a component in a version.
	Resources(version string, of fluxv1alpha1.Component) corev1.ResourceRequirements
	// OldestKubernetes returns the oldest minor version of Kubernetes, such as v1.33, that the Flux project supports with
	// a Flux version. It returns an empty string if the version is unknown.
	OldestKubernetes(version string) string
	// Validate validates a Flux object like the API server of a shoot with the Flux version, and also rejects fields that
	// the schema does not contain. The paths of errors are relative to the object. If the context is canceled, the result
	// is incomplete.
	Validate(ctx context.Context, version string, object *unstructured.Unstructured) field.ErrorList
	// ValidatePatches returns the first error in the patches of a configuration that is valid otherwise. The patches must
	// apply to the manifests of its Flux version, and change only allowed fields. If the context is canceled, the result
	// is incomplete.
	ValidatePatches(ctx context.Context, effective *resolved.Configuration) field.ErrorList
}
