// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"slices"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// SweepControllers deletes what is left of Flux's controllers, with their rights and Secrets, when their ManagedResource is gone.
// Something is left if gardener-resource-manager could not apply all of it, because it records only then what it would have to
// delete; and if the ManagedResource was deleted such that everything stayed. It returns what is not gone yet: a
// controller is as long as its pods are there.
func (s *Shoot) SweepControllers(ctx context.Context, namespaces []string) (string, error) {
	kinds := slices.DeleteFunc(shippedKinds(), func(kind schema.GroupVersionKind) bool {
		return kind.Kind == "CustomResourceDefinition" || kind.Kind == "Namespace"
	})
	return s.sweep(ctx, fluxv1alpha1.ManagedResourceControllers, append(kinds, corev1.SchemeGroupVersion.WithKind("Secret")), namespaces)
}

// SweepConfig does the same to credentials, copies and the shoot info variables. The source and the root Kustomization go with
// their kinds.
func (s *Shoot) SweepConfig(ctx context.Context, namespaces []string) (string, error) {
	kinds := []schema.GroupVersionKind{corev1.SchemeGroupVersion.WithKind("Secret"), corev1.SchemeGroupVersion.WithKind("ConfigMap")}
	return s.sweep(ctx, fluxv1alpha1.ManagedResourceConfig, kinds, namespaces)
}

// sweep deletes what gardener-resource-manager has created for the ManagedResource, and nothing that only has the same name. Like that,
// it leaves what is annotated to be kept.
func (s *Shoot) sweep(ctx context.Context, origin string, kinds []schema.GroupVersionKind, namespaces []string) (string, error) {
	var left []string
	for _, kind := range kinds {
		objects, err := s.objectsOf(ctx, kind, namespaces)
		if err != nil {
			return "", err
		}
		for i := range objects {
			object := &objects[i]
			if s.origin(object) != origin || object.Annotations[resourcesv1alpha1.KeepObject] == "true" {
				continue
			}
			object.SetGroupVersionKind(kind)
			if err := s.deleteLeftover(ctx, object); err != nil {
				return "", err
			}
			left = append(left, describe(object))
		}
	}
	return enumerate(left), nil
}

// objectsOf lists the objects of a kind that Flux is installed with. Those that are in a namespace are in one of the given.
func (s *Shoot) objectsOf(ctx context.Context, kind schema.GroupVersionKind, namespaces []string) ([]metav1.PartialObjectMetadata, error) {
	if kind.Group == rbacv1.GroupName {
		namespaces = []string{metav1.NamespaceAll}
	}
	var found []metav1.PartialObjectMetadata
	for _, namespace := range namespaces {
		objects := &metav1.PartialObjectMetadataList{}
		objects.SetGroupVersionKind(kind.GroupVersion().WithKind(kind.Kind + "List"))
		if err := s.client.List(ctx, objects, client.InNamespace(namespace)); err != nil {
			return nil, fmt.Errorf("failed to list objects of kind %s in the shoot: %w", kind.Kind, err)
		}
		found = append(found, objects.Items...)
	}
	return found, nil
}

func (s *Shoot) deleteLeftover(ctx context.Context, object *metav1.PartialObjectMetadata) error {
	if object.DeletionTimestamp != nil {
		return nil
	}
	options := []client.DeleteOption{client.Preconditions{UID: &object.UID}}
	if object.GroupVersionKind().Group == appsv1.GroupName {
		// It is there until its pods are gone.
		options = append(options, client.PropagationPolicy(metav1.DeletePropagationForeground))
	}
	if err := s.client.Delete(ctx, object, options...); client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to delete %s in the shoot: %w", describe(object), err)
	}
	return nil
}
