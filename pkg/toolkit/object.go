// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"

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

// FluxObject reads one of Flux's objects in the version of its kind that the shoot has, and returns the name of the ManagedResource of this shoot
// for which gardener-resource-manager has created it; empty if it has not. The object is nil if there is none, or if it is being deleted.
func (s *Shoot) FluxObject(ctx context.Context, kind schema.GroupKind, name types.NamespacedName) (*unstructured.Unstructured, string, error) {
	kinds, err := s.kinds(ctx)
	if err != nil {
		return nil, "", err
	}
	for _, k := range kinds {
		if k.GroupKind() != kind {
			continue
		}
		object, err := s.Object(ctx, k.GroupVersionKind, name)
		if object == nil || err != nil {
			return nil, "", err
		}
		return object, s.origin(object), nil
	}
	return nil, "", nil
}
