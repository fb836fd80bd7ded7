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

// Catalog provides the Flux versions of the extension and of the operator.
type Catalog interface {
	// Versions returns the Flux versions with a leading 'v'.
	Versions() []string
	// Supplied returns whether the operator supplies the version, instead of the extension.
	Supplied(version string) bool
	// Components returns the controllers of a version.
	Components(version string) []fluxv1alpha1.Component
	// Resources returns the compute resources of a controller in a version.
	Resources(version string, of fluxv1alpha1.Component) corev1.ResourceRequirements
	// OldestKubernetes returns the oldest minor version of Kubernetes that the Flux project supports with a
	// version, such as v1.33. It is empty if this is unknown.
	OldestKubernetes(version string) string
	// Validate checks an object of a Flux kind as the API server of a shoot with the version would, and refuses
	// fields outside the kind's schema. The paths are relative to the object. If the context ends early, the
	// result is meaningless.
	Validate(ctx context.Context, version string, object *unstructured.Unstructured) field.ErrorList
	// ValidatePatches returns the first error in the patches of an otherwise valid configuration. The patches
	// must apply to its Flux version and change only allowed fields. If the context ends early, the result is
	// meaningless.
	ValidatePatches(ctx context.Context, effective *resolved.Configuration) field.ErrorList
}
