// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package refusal decides which objects the API server of a Shoot refuses when Flux applies them, as far as this
// follows from schemas: the CRDs of the Shoot's Flux version, the schemas of the built-in kinds, and the
// CustomResourceDefinitions in the source. It sends no requests to API servers, and does not consider admission
// webhooks.
package refusal

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/managedfields"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/client-go/applyconfigurations"
	"k8s.io/client-go/kubernetes/scheme"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// API groups.
const (
	groupCRD  = "apiextensions.k8s.io"
	groupRBAC = "rbac.authorization.k8s.io"
	// groupsFlux is the suffix of Flux's API groups.
	groupsFlux = ".toolkit.fluxcd.io"
)

// Server contains the versions of Kubernetes and Flux, which serve the kinds in a Shoot.
type Server struct {
	// Kubernetes is the version of Kubernetes, or empty if it is not known.
	Kubernetes string
	// Flux is the version of Flux.
	Flux string
}

// Judge judges objects. It is safe for concurrent use.
type Judge struct {
	catalog *flux.Catalog
	types   managedfields.TypeConverter
}

// NewJudge returns a judge with the Flux versions of a catalog.
func NewJudge(catalog *flux.Catalog) *Judge {
	return &Judge{catalog: catalog, types: applyconfigurations.NewTypeConverter(scheme.Scheme)}
}

// Knows reports whether the judge knows the schema of a kind without a CustomResourceDefinition of the source.
func Knows(group string) bool { return isBuiltIn(group) || strings.HasSuffix(group, groupsFlux) }

// Judge returns an error if the API server refuses an object of a kind that the judge knows. The error contains field
// and fix. Only kind, namespace and the names of fields of Flux's kinds are judged if some values are not known. When
// the context is done, callers must discard the result.
func (j *Judge) Judge(ctx context.Context, server Server, object *unstructured.Unstructured, valuesKnown bool) error {
	kind := object.GroupVersionKind()
	if strings.HasSuffix(kind.Group, groupsFlux) {
		return j.flux(ctx, server.Flux, object, valuesKnown)
	}
	if err := served(server.Kubernetes, kind); err != nil {
		return err
	}
	if !isClusterScoped(kind.GroupKind()) && scheme.Scheme.Recognizes(kind) {
		if err := Namespaced(object); err != nil {
			return err
		}
	}
	if !valuesKnown {
		return nil
	}
	return j.builtIn(object)
}

// flux returns an error if the API server refuses an object of Flux.
func (j *Judge) flux(ctx context.Context, version string, object *unstructured.Unstructured, valuesKnown bool) error {
	if err := j.catalog.Serves(version, object.GroupVersionKind()); err != nil {
		return err
	}
	if err := Namespaced(object); err != nil {
		return err
	}
	object = object.DeepCopy()
	unstructured.RemoveNestedField(object.Object, "status")
	if !valuesKnown {
		unstructured.RemoveNestedField(object.Object, "sops")
		unknown := j.catalog.UnknownFields(version, object)
		// The name of a field may contain a variable, too.
		return describe(slices.DeleteFunc(unknown, func(err *field.Error) bool { return strings.Contains(err.Field, "$") }))
	}
	return describe(j.catalog.Validate(ctx, version, object))
}

// Namespaced returns an error if an object has no namespace.
func Namespaced(object *unstructured.Unstructured) error {
	if object.GetNamespace() == "" {
		return errors.New("metadata.namespace is missing; set it, or spec.targetNamespace of the Kustomization")
	}
	return nil
}

// mostFields is the maximum number of fields in an error.
const mostFields = 3

func listed(texts []string) string { return text.List(texts, mostFields) }

// describe returns an error with the first of several errors, or nil.
func describe(errs field.ErrorList) error {
	if len(errs) == 0 {
		return nil
	}
	// A message may repeat a value of any length.
	const longest = 500
	var texts []string
	for _, err := range errs {
		texts = append(texts, text.Cut(err.Error(), longest))
	}
	return errors.New(listed(texts))
}

// Definition is a CustomResourceDefinition of a source, as far as it can be judged without its schemas.
type Definition struct {
	Kind schema.GroupKind
	// Namespaced is true if the objects have a namespace.
	Namespaced bool
	// Served contains the served versions.
	Served []string
}

// DefinitionOf returns the definition in a CustomResourceDefinition.
func DefinitionOf(crd *unstructured.Unstructured) *Definition {
	scope, _, _ := unstructured.NestedString(crd.Object, "spec", "scope")
	d := &Definition{Kind: flux.GroupKindOf(crd), Namespaced: scope == "Namespaced"}
	versions, _, _ := unstructured.NestedSlice(crd.Object, "spec", "versions")
	for _, version := range versions {
		own, _ := version.(map[string]any)
		name, _, _ := unstructured.NestedString(own, "name")
		if is, _, _ := unstructured.NestedBool(own, "served"); is && name != "" {
			d.Served = append(d.Served, name)
		}
	}
	return d
}

// Judge returns an error if the API server refuses the version or namespace of an object. A definition without versions
// is itself invalid.
func (d *Definition) Judge(object *unstructured.Unstructured) error {
	if len(d.Served) == 0 {
		return nil
	}
	version := object.GroupVersionKind().Version
	for _, served := range d.Served {
		if served != version {
			continue
		}
		if d.Namespaced {
			return Namespaced(object)
		}
		return nil
	}
	var versions []string
	for _, served := range d.Served {
		versions = append(versions, d.Kind.Group+"/"+served)
	}
	return fmt.Errorf("its CustomResourceDefinition in the source does not serve %s; change apiVersion to %s", object.GetAPIVersion(), listed(versions))
}
