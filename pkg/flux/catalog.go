// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/mod/semver"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/utils/lru"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

var _ configuration.Catalog = (*Catalog)(nil)

// Catalog describes the Flux versions of a library. It is safe for concurrent use.
type Catalog struct {
	*Library
	// kubernetes maps minor versions of Flux to the oldest minor version of Kubernetes that they support.
	kubernetes map[string]string

	mutex   sync.Mutex
	schemas map[schemaKey]*Schema
	// valid caches the hashes of valid objects, because hundreds of shoots may have the same source.
	valid *lru.Cache
}

// validObjects is the maximum number of cached hashes. Each hash has 32 bytes.
const validObjects = 4096

type schemaKey struct {
	fluxVersion string
	kind        schema.GroupVersionKind
}

// NewCatalog returns a catalog that compiles schemas on demand.
func NewCatalog(library *Library) *Catalog {
	return &Catalog{Library: library, kubernetes: distributions.OldestKubernetes(), schemas: map[schemaKey]*Schema{}, valid: lru.New(validObjects)}
}

// OldestKubernetes returns the oldest minor version of Kubernetes, such as v1.33, that the Flux project supports for a
// Flux version, or an empty string if it is unknown.
func (c *Catalog) OldestKubernetes(version string) string {
	return c.kubernetes[semver.MajorMinor(version)]
}

// Components returns the controllers of a Flux version in the order of its manifests, or nil for an unknown version.
func (c *Catalog) Components(version string) []fluxv1alpha1.Component {
	var components []fluxv1alpha1.Component
	objects, err := c.objects(version)
	if err != nil {
		return nil
	}
	for _, object := range objects {
		if object.GetKind() == kindDeployment {
			components = append(components, component(object))
		}
	}
	return components
}

// Resources returns the default compute resources of a controller in a Flux version. They are empty if the version does
// not have the controller.
func (c *Catalog) Resources(version string, of fluxv1alpha1.Component) corev1.ResourceRequirements {
	return c.container(version, of).Resources
}

// Image returns the image of a controller in the distribution of a Flux version, or an empty string if the version does
// not have the controller.
func (c *Catalog) Image(version string, of fluxv1alpha1.Component) string {
	return c.container(version, of).Image
}

// container returns the container of a controller in the distribution of a Flux version, or an empty container if the
// version does not have the controller.
func (c *Catalog) container(version string, of fluxv1alpha1.Component) corev1.Container {
	object, err := c.find(version, func(object *unstructured.Unstructured) bool {
		return object.GetKind() == kindDeployment && component(object) == of
	})
	if err != nil || object == nil {
		return corev1.Container{}
	}
	deployment, err := fromUnstructured[appsv1.Deployment](object)
	if err != nil {
		return corev1.Container{}
	}
	for _, container := range deployment.Spec.Template.Spec.Containers {
		if container.Name == containerName {
			return container
		}
	}
	return corev1.Container{}
}

// Validate validates an object like the API server of a shoot with the given Flux version. Field paths are relative to
// the object. Errors do not contain values that may be credentials. Validate returns only the first errors of each list
// or map. It stops when the context is done; callers must then discard its result.
func (c *Catalog) Validate(ctx context.Context, version string, object *unstructured.Unstructured) field.ErrorList {
	compiled, err := c.schema(version, object.GroupVersionKind())
	if err != nil {
		return field.ErrorList{err}
	}
	sum, failure := fingerprint([]any{version, object.Object})
	if _, known := c.valid.Get(sum); known && failure == nil {
		return nil
	}
	errs := compiled.Validate(ctx, object)
	if len(errs) == 0 && ctx.Err() == nil && failure == nil {
		c.valid.Add(sum, nil)
	}
	return errs
}

// UnknownFields returns an error for each of the first fields that the schema of a Flux version does not contain.
// Values do not matter.
func (c *Catalog) UnknownFields(version string, object *unstructured.Unstructured) field.ErrorList {
	compiled, err := c.schema(version, object.GroupVersionKind())
	if err != nil {
		return field.ErrorList{err}
	}
	content, failure := Normalize(object.Object)
	if failure != nil {
		return nil // Validate describes it.
	}
	errs, failure := compiled.unknownFields(content)
	if failure != nil {
		return nil // Validate describes it.
	}
	return errs
}

// Serves returns an error unless a Flux version serves the kind.
func (c *Catalog) Serves(version string, kind schema.GroupVersionKind) *field.Error {
	_, err := c.schema(version, kind)
	return err
}

// schema returns the compiled schema of a kind. It compiles each schema only once.
func (c *Catalog) schema(version string, kind schema.GroupVersionKind) (*Schema, *field.Error) {
	c.mutex.Lock()
	defer c.mutex.Unlock()

	key := schemaKey{fluxVersion: version, kind: kind}
	if known, ok := c.schemas[key]; ok {
		return known, nil
	}
	crd, err := c.crd(version, kind.GroupKind())
	if err != nil {
		return nil, field.InternalError(field.NewPath("kind"), err)
	}
	if crd == nil {
		return nil, field.Invalid(field.NewPath("kind"), kind.Kind, fmt.Sprintf("Flux %s has no such kind in API group %q%s", version, kind.Group, c.fix(kind)))
	}
	i := servedAs(crd, kind.Version)
	if i < 0 {
		var served []string
		for _, candidate := range crd.Spec.Versions {
			if candidate.Served {
				served = append(served, kind.Group+"/"+candidate.Name)
			}
		}
		return nil, field.Invalid(field.NewPath("apiVersion"), kind.GroupVersion().String(),
			fmt.Sprintf("Flux %s serves %s as %s%s", version, kind.Kind, strings.Join(served, ", "), c.fix(kind)))
	}
	compiled, err := newCRDSchema(version, crd.Spec.Versions[i])
	if err != nil {
		return nil, field.InternalError(field.NewPath("kind"), err)
	}
	c.schemas[key] = compiled
	return compiled, nil
}

// servedAs returns the index of the version in the CustomResourceDefinition, or -1 if the version is not served.
func servedAs(crd *apiextensionsv1.CustomResourceDefinition, version string) int {
	return slices.IndexFunc(crd.Spec.Versions, func(v apiextensionsv1.CustomResourceDefinitionVersion) bool {
		return v.Served && v.Name == version
	})
}

// fix returns the suggested fix for a kind that a Flux version does not serve, or an empty string if the newest Flux
// version does not serve it either.
func (c *Catalog) fix(kind schema.GroupVersionKind) string {
	versions := c.Versions()
	newest := versions[len(versions)-1]
	crd, err := c.crd(newest, kind.GroupKind())
	if err != nil || crd == nil || servedAs(crd, kind.Version) < 0 {
		return ""
	}
	return fmt.Sprintf("; set flux.version to a newer version that serves it, such as %s", newest)
}

// Kinds returns the kinds of a Flux version, each with its storage version.
func (c *Catalog) Kinds(version string) ([]schema.GroupVersionKind, error) {
	apis, err := c.APIs(version, fluxv1alpha1.AllComponents())
	if err != nil {
		return nil, err
	}
	var kinds []schema.GroupVersionKind
	for _, api := range ordered.Map(apis) {
		kinds = append(kinds, api.WithVersion(api.Storage))
	}
	return kinds, nil
}

// crd returns the CustomResourceDefinition of a kind, or nil if the Flux version does not have the kind.
func (c *Catalog) crd(version string, kind schema.GroupKind) (*apiextensionsv1.CustomResourceDefinition, error) {
	object, err := c.find(version, func(object *unstructured.Unstructured) bool {
		return object.GetKind() == kindCRD && GroupKindOf(object) == kind
	})
	if err != nil || object == nil {
		return nil, err
	}
	crd, err := fromUnstructured[apiextensionsv1.CustomResourceDefinition](object)
	if err != nil {
		return nil, fmt.Errorf("Flux distribution %s: %s: %w", version, NameOf(object), err)
	}
	return crd, nil
}
