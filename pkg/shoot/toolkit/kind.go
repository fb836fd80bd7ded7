// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
)

// isFluxGroup reports whether the group belongs to Flux's API in any carried version.
func isFluxGroup(group string) bool {
	return slices.Contains([]string{
		"source.toolkit.fluxcd.io", "kustomize.toolkit.fluxcd.io", "helm.toolkit.fluxcd.io", "notification.toolkit.fluxcd.io", "image.toolkit.fluxcd.io",
		"source.extensions.fluxcd.io",
	}, group)
}

// isFlux reports whether a CustomResourceDefinition belongs to Flux: it is in a known group, or in a group of
// a later Flux that the extension has delivered.
func (s *Shoot) isFlux(crd *metav1.PartialObjectMetadata) bool {
	_, group, _ := strings.Cut(crd.Name, ".")
	return isFluxGroup(group) || s.origin(crd) == fluxv1alpha1.ManagedResourceCRDs && strings.HasSuffix(group, ".fluxcd.io")
}

// kind is one of Flux's kinds in the shoot.
type kind struct {
	schema.GroupVersionKind
	// CRD is the name of its CustomResourceDefinition.
	CRD string
	// Stored are the possible versions of stored objects, and Storage is the version for writes.
	Stored  []string
	Storage string
	// ResourceVersion of the CustomResourceDefinition.
	ResourceVersion string
	identity        crdIdentity
	// suspendable is true if its objects have spec.suspend.
	suspendable bool
	// component is the controller of the kind; empty if the CustomResourceDefinition lacks Flux's label.
	component string
	// delivered is true if gardener-resource-manager created the CustomResourceDefinition for the extension.
	delivered bool
	// kept is true if gardener-resource-manager must not delete it.
	kept bool
	// standing ranks the CustomResourceDefinition among others of the kind. named is true if it is named
	// after its resource.
	standing standing
	named    bool
	scope    meta.RESTScope
}

// crdIdentity identifies a CustomResourceDefinition with its current versions.
type crdIdentity struct {
	uid        types.UID
	generation int64
}

// isKustomization reports whether it is Flux's Kustomization, and not a kind of that name in another group.
func (k kind) isKustomization() bool {
	return k.GroupKind() == kustomizev1.GroupVersion.WithKind(kustomizev1.KustomizationKind).GroupKind()
}

// kinds reads Flux's kinds, each once, Kustomizations and HelmReleases first: these create other objects.
func (s *Shoot) kinds(ctx context.Context) ([]kind, error) {
	definitions, err := s.definitions(ctx)
	if err != nil {
		return nil, err
	}
	return s.kindsOf(definitions), nil
}

// kindsOf returns the kinds of these definitions.
func (s *Shoot) kindsOf(definitions []kind) []kind {
	kinds := distinct(definitions)
	for _, k := range kinds {
		// A definition is named after its resource and group.
		resource, _, _ := strings.Cut(k.CRD, ".")
		s.learn(k.GroupVersionKind, resource, k.scope)
	}
	slices.SortStableFunc(kinds, func(a, b kind) int { return rank(a) - rank(b) })
	return kinds
}

// definitions reads the definitions in Flux's groups. Several may name the same kind.
func (s *Shoot) definitions(ctx context.Context) ([]kind, error) {
	var all []kind
	read := 0
	listed := answers.Metadata(definitionKind())
	ofFlux := func(crd *metav1.PartialObjectMetadata) (string, bool) { return crd.Name, s.isFlux(crd) }
	err := answers.Walk(ctx, s.client, listed, ofFlux, func(name string) error {
		if read++; read > mostKinds {
			return fmt.Errorf("the shoot has more than %d CustomResourceDefinitions in Flux's groups; delete those that are not Flux's", mostKinds)
		}
		k, served, err := s.kindNamed(ctx, name)
		if served {
			all = append(all, k)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// kindNamed returns the kind of a CustomResourceDefinition, and whether it exists and is served.
func (s *Shoot) kindNamed(ctx context.Context, name string) (kind, bool, error) {
	ctx, release := answers.Hold(ctx)
	defer release()
	// The typed schema would take hundreds of times the memory of its text.
	crd := &unstructured.Unstructured{}
	crd.SetGroupVersionKind(definitionKind())
	if found, err := s.get(ctx, client.ObjectKey{Name: name}, crd); err != nil || !found {
		return kind{}, false, err
	}
	content := &kindDefinition{}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(crd.Object, content); err != nil {
		return kind{}, false, fmt.Errorf("failed to read CustomResourceDefinition %s of the shoot: %w", name, err)
	}
	if err := content.check(crd); err != nil {
		return kind{}, false, err
	}
	k, served := kindOf(crd, content)
	k.delivered = s.origin(crd) == fluxv1alpha1.ManagedResourceCRDs
	return k, served, nil
}

func rank(k kind) int {
	switch k.Kind {
	case "Kustomization":
		return 0
	case "HelmRelease":
		return 1
	}
	return 2
}

// kindOf describes the kind in its storage version, which is always a writable one.
func kindOf(crd *unstructured.Unstructured, content *kindDefinition) (kind, bool) {
	spec := content.Spec
	scope := meta.RESTScopeNamespace
	if spec.Scope == string(apiextensionsv1.ClusterScoped) {
		scope = meta.RESTScopeRoot
	}
	for _, version := range spec.Versions {
		if !version.Served || !version.Storage && len(spec.Versions) > 1 && hasServedStorage(spec.Versions) {
			continue
		}
		return kind{
			GroupVersionKind: schema.GroupVersionKind{Group: spec.Group, Version: version.Name, Kind: spec.Names.Kind},

			CRD: crd.GetName(), ResourceVersion: crd.GetResourceVersion(), identity: crdIdentity{crd.GetUID(), crd.GetGeneration()},
			Stored: content.Status.StoredVersions, Storage: storageOf(spec.Versions),

			component:   crd.GetLabels()[labelComponent],
			suspendable: version.hasSuspend(),
			kept:        crd.GetAnnotations()[resourcesv1alpha1.KeepObject] == "true",
			standing:    content.standing(),
			named:       crd.GetName() == spec.Names.Plural+"."+spec.Group,
			scope:       scope,
		}, true
	}
	return kind{}, false
}

// metadataNamed returns an object with only kind and name, to patch or delete it.
func metadataNamed(of schema.GroupVersionKind, name client.ObjectKey) *metav1.PartialObjectMetadata {
	object := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: name.Namespace, Name: name.Name}}
	object.SetGroupVersionKind(of)
	return object
}
