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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
)

// SweepControllers deletes leftovers of Flux's controllers, with their RBAC and Secrets, after their
// ManagedResource was deleted. Objects are left if the ManagedResource was never fully applied, because
// gardener-resource-manager records the objects only then, or if it was deleted with keepObjects. It returns
// the objects that are not gone yet; a controller counts until its pods are gone.
func (s *Shoot) SweepControllers(ctx context.Context, namespaces []string) (string, error) {
	kinds := slices.DeleteFunc(shippedKinds(), func(kind schema.GroupVersionKind) bool {
		return kind.Kind == "CustomResourceDefinition" || kind.Kind == "Namespace"
	})
	return s.sweep(ctx, fluxv1alpha1.ManagedResourceControllers, append(kinds, corev1.SchemeGroupVersion.WithKind("Secret")), namespaces)
}

// SweepConfig does the same for credentials, copies, ServiceAccounts and the shoot info variables. The source
// and the root Kustomization are deleted with their kinds.
func (s *Shoot) SweepConfig(ctx context.Context, namespaces []string) (string, error) {
	var kinds []schema.GroupVersionKind
	for _, kind := range []string{"Secret", "ConfigMap", "ServiceAccount"} {
		kinds = append(kinds, corev1.SchemeGroupVersion.WithKind(kind))
	}
	return s.sweep(ctx, fluxv1alpha1.ManagedResourceConfig, kinds, namespaces)
}

// sweep deletes the objects that gardener-resource-manager created for the ManagedResource, and no others of
// the same name. Like gardener-resource-manager, it keeps objects with the keep annotation.
func (s *Shoot) sweep(ctx context.Context, origin string, kinds []schema.GroupVersionKind, namespaces []string) (string, error) {
	var left Names
	ofOrigin := func(object *metav1.PartialObjectMetadata) (*metav1.PartialObjectMetadata, bool) {
		return withIdentity(object), s.origin(object) == origin && object.Annotations[resourcesv1alpha1.KeepObject] != "true"
	}
	for _, kind := range kinds {
		in := namespaces
		if kind.Group == rbacv1.GroupName {
			in = []string{metav1.NamespaceAll}
		}
		for _, namespace := range in {
			err := answers.Walk(ctx, s.client, answers.Metadata(kind, client.InNamespace(namespace)), ofOrigin, func(object *metav1.PartialObjectMetadata) error {
				left.Add(DescribeObject(object))
				return s.deleteLeftover(ctx, object)
			})
			if err != nil {
				return "", err
			}
		}
	}
	return left.String(), nil
}

// withIdentity copies the metadata that is needed to delete exactly this object.
func withIdentity(object *metav1.PartialObjectMetadata) *metav1.PartialObjectMetadata {
	return &metav1.PartialObjectMetadata{TypeMeta: object.TypeMeta, ObjectMeta: metav1.ObjectMeta{
		Namespace: object.Namespace, Name: object.Name, UID: object.UID, DeletionTimestamp: object.DeletionTimestamp,
	}}
}

func (s *Shoot) deleteLeftover(ctx context.Context, object *metav1.PartialObjectMetadata) error {
	if object.DeletionTimestamp != nil {
		return nil
	}
	var options []client.DeleteOption
	if object.GroupVersionKind().Group == appsv1.GroupName {
		// The Deployment exists until its pods are gone.
		options = append(options, client.PropagationPolicy(metav1.DeletePropagationForeground))
	}
	return s.delete(ctx, object, options...)
}

// delete deletes an object, but not a later one of the same name.
func (s *Shoot) delete(ctx context.Context, object client.Object, options ...client.DeleteOption) error {
	if uid := object.GetUID(); uid != "" {
		options = append(options, client.Preconditions{UID: &uid})
	}
	if err := s.client.Delete(ctx, object, options...); client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to delete %s in the shoot: %w", DescribeObject(object), answers.Brief(err))
	}
	return nil
}
