// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"slices"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Object reads an object of the shoot; nil if there is none, or if it is being deleted. The kind must exist.
func (s *Shoot) Object(ctx context.Context, kind schema.GroupVersionKind, name types.NamespacedName) (*unstructured.Unstructured, error) {
	object := &unstructured.Unstructured{}
	object.SetGroupVersionKind(kind)
	err := s.client.Get(ctx, name, object)
	if client.IgnoreNotFound(err) != nil {
		return nil, fmt.Errorf("failed to read %s %s of the shoot: %w", kind.Kind, name, err)
	}
	if apierrors.IsNotFound(err) || object.GetDeletionTimestamp() != nil {
		return nil, nil //nolint:nilnil // none is no error
	}
	return object, nil
}

// Reference names one of Flux's objects, in whichever version of its kind.
type Reference struct {
	schema.GroupKind
	types.NamespacedName
}

// Found is an object of the shoot.
type Found struct {
	*unstructured.Unstructured
	// Origin is the name of the ManagedResource of this shoot for which gardener-resource-manager has created it; empty if it has not.
	Origin string
}

// FluxObjects reads Flux's objects in the versions of their kinds that the shoot has. Those that there are not, or that are being deleted, are left
// out.
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
