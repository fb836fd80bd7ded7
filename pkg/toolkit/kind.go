// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// isFlux reports whether a CustomResourceDefinition is one of Flux's own. Other projects have groups below fluxcd.io too.
func isFlux(crd string) bool {
	return isFluxGroup(crd)
}

// isFluxGroup reports the same for a group.
func isFluxGroup(group string) bool {
	return strings.HasSuffix(group, ".toolkit.fluxcd.io") || strings.HasSuffix(group, ".extensions.fluxcd.io")
}

// kind is one of Flux's kinds, as the shoot has it.
type kind struct {
	// crd is the name of its CustomResourceDefinition.
	crd string
	schema.GroupVersionKind
	// stored are the versions in which objects are, or may still be, stored, and storage is the one in which they are written.
	stored  []string
	storage string
	// resourceVersion is that of the CustomResourceDefinition, and definition identifies it.
	resourceVersion string
	definition      definition
	// suspendable is set if its objects have spec.suspend.
	suspendable bool
	// delivered is set if gardener-resource-manager has created the CustomResourceDefinition on behalf of the extension.
	delivered bool
	// kept is set if gardener-resource-manager must not delete it.
	kept bool
}

// kinds reads Flux's kinds from the shoot, Kustomizations and HelmReleases first: these create others.
func (s *Shoot) kinds(ctx context.Context) ([]kind, error) {
	var kinds []kind
	definitions := metadataOf(apiextensionsv1.SchemeGroupVersion.WithKind("CustomResourceDefinition"))
	ofFlux := func(crd *metav1.PartialObjectMetadata) (string, bool, error) { return crd.Name, isFlux(crd.Name), nil }
	err := walk(ctx, s, definitions, ofFlux, oneByOne(func(name string) error {
		k, served, err := s.kindNamed(ctx, name)
		if served {
			kinds = append(kinds, k)
		}
		return err
	}))
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(kinds, func(a, b kind) int { return rank(a) - rank(b) })
	return kinds, nil
}

// kindNamed returns the kind whose CustomResourceDefinition has the name, and whether it is there and served.
func (s *Shoot) kindNamed(ctx context.Context, name string) (kind, bool, error) {
	crd := &apiextensionsv1.CustomResourceDefinition{}
	if err := s.client.Get(ctx, client.ObjectKey{Name: name}, crd); err != nil {
		if client.IgnoreNotFound(err) == nil {
			return kind{}, false, nil
		}
		return kind{}, false, fmt.Errorf("failed to read CustomResourceDefinition %s of the shoot: %w", name, err)
	}
	k, served := kindOf(crd)
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

// kindOf describes the kind in the version in which its objects are stored, which is always one that can be written.
func kindOf(crd *apiextensionsv1.CustomResourceDefinition) (kind, bool) {
	for _, version := range crd.Spec.Versions {
		if !version.Served || !version.Storage && len(crd.Spec.Versions) > 1 && hasServedStorage(crd) {
			continue
		}
		return kind{
			crd:              crd.Name,
			resourceVersion:  crd.ResourceVersion,
			definition:       definition{crd.UID, crd.Generation},
			GroupVersionKind: schema.GroupVersionKind{Group: crd.Spec.Group, Version: version.Name, Kind: crd.Spec.Names.Kind},
			stored:           crd.Status.StoredVersions,
			storage:          storageOf(crd),
			suspendable:      hasSuspend(version.Schema),
			kept:             crd.Annotations[resourcesv1alpha1.KeepObject] == "true",
		}, true
	}
	return kind{}, false
}

func storageOf(crd *apiextensionsv1.CustomResourceDefinition) string {
	i := slices.IndexFunc(crd.Spec.Versions, func(v apiextensionsv1.CustomResourceDefinitionVersion) bool { return v.Storage })
	if i < 0 {
		return ""
	}
	return crd.Spec.Versions[i].Name
}

func hasServedStorage(crd *apiextensionsv1.CustomResourceDefinition) bool {
	return slices.ContainsFunc(crd.Spec.Versions, func(v apiextensionsv1.CustomResourceDefinitionVersion) bool { return v.Served && v.Storage })
}

func hasSuspend(validation *apiextensionsv1.CustomResourceValidation) bool {
	if validation == nil || validation.OpenAPIV3Schema == nil {
		return false
	}
	_, found := validation.OpenAPIV3Schema.Properties["spec"].Properties["suspend"]
	return found
}

// metadataNamed is an object of which no more is known than its kind and name, to be patched or deleted.
func metadataNamed(of schema.GroupVersionKind, name client.ObjectKey) *metav1.PartialObjectMetadata {
	object := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: name.Namespace, Name: name.Name}}
	object.SetGroupVersionKind(of)
	return object
}

// describe names an object for a reader.
func describe(object client.Object) string {
	return object.GetObjectKind().GroupVersionKind().Kind + " " + client.ObjectKeyFromObject(object).String()
}
