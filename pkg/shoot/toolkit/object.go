// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"slices"
	"strings"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Object reads an object of the shoot. It returns nil if the object does not exist or is being deleted. The kind must
// exist.
func (s *Shoot) Object(ctx context.Context, kind schema.GroupVersionKind, name types.NamespacedName) (*unstructured.Unstructured, error) {
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(kind)
	found, err := s.get(ctx, name, object)
	if err != nil || !found || object.GetDeletionTimestamp() != nil {
		return nil, err
	}
	return object, nil
}

// Reference identifies a Flux object in any version of its kind.
type Reference struct {
	schema.GroupKind
	types.NamespacedName
}

// Found is an object of the shoot.
type Found struct {
	*unstructured.Unstructured
	// Origin is the ManagedResource of this shoot that contains the object. It is empty if no ManagedResource contains the
	// object.
	Origin string
}

// FluxObjects reads Flux's objects in the served versions of their kinds. It omits missing objects and those
// being deleted.
func (s *Shoot) FluxObjects(ctx context.Context, wanted []Reference) (map[Reference]Found, error) {
	kinds, err := s.kinds(ctx)
	if err != nil {
		return nil, err
	}
	found := map[Reference]Found{}
	for _, reference := range wanted {
		i := slices.IndexFunc(kinds, func(k kind) bool { return k.GroupKind() == reference.GroupKind })
		if i < 0 {
			continue
		}
		object, err := s.Object(ctx, kinds[i].GroupVersionKind, reference.NamespacedName)
		if err != nil {
			return nil, err
		}
		if object != nil {
			found[reference] = Found{Unstructured: object, Origin: s.origin(object)}
		}
	}
	return found, nil
}

// Find reads an object of the shoot, and reports whether it exists. origin is the ManagedResource that contains the
// object, possibly one of another component. It is empty if no ManagedResource contains the object.
func (s *Shoot) Find(ctx context.Context, name types.NamespacedName, object client.Object) (found bool, origin string, err error) {
	if found, err = s.get(ctx, name, object); err != nil || !found {
		return false, "", err
	}
	return true, s.origin(object), nil
}

// origin returns the ManagedResource of this shoot according to the object's origin annotation. It is empty if there is
// none. If the annotation names another shoot, the object is a copy, for example from a backup, and origin is empty.
// The seed before the colon is ignored, because a shoot may migrate to another seed.
func (s *Shoot) origin(object client.Object) string {
	origin := object.GetAnnotations()[resourcesv1alpha1.OriginAnnotation]
	if _, key, found := strings.Cut(origin, ":"); found {
		origin = key
	}
	technicalID, name, _ := strings.Cut(origin, "/")
	if technicalID != s.technicalID {
		return ""
	}
	return name
}
