// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"slices"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	appsv1 "k8s.io/api/apps/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Taken says who has made Flux his own that the extension has brought: whoever applies its controllers or CustomResourceDefinitions,
// as Flux does from a source after 'flux bootstrap', and as 'flux install' does. It is empty if nobody does. Who has only changed something
// by hand has not. gardener-resource-manager applies nothing in this sense: it updates.
func (s *Shoot) Taken(ctx context.Context) (string, error) {
	for _, kind := range []schema.GroupVersionKind{
		appsv1.SchemeGroupVersion.WithKind("Deployment"), apiextensionsv1.SchemeGroupVersion.WithKind("CustomResourceDefinition"),
	} {
		objects := &metav1.PartialObjectMetadataList{}
		objects.SetGroupVersionKind(kind.GroupVersion().WithKind(kind.Kind + "List"))
		if err := s.client.List(ctx, objects); err != nil {
			return "", fmt.Errorf("failed to list what there is of Flux in the shoot: %w", err)
		}
		for i := range objects.Items {
			object := &objects.Items[i]
			if !isOurs(s.origin(object)) {
				continue
			}
			if applier := applierOf(object); applier != "" {
				object.SetGroupVersionKind(kind)
				return fmt.Sprintf("%s applies %s", applier, describe(object)), nil
			}
		}
	}
	return "", nil
}

func applierOf(object client.Object) string {
	for _, fields := range object.GetManagedFields() {
		if fields.Operation == metav1.ManagedFieldsOperationApply && fields.Subresource == "" {
			return fields.Manager
		}
	}
	return ""
}

// IsOwn tells whether there is a root Kustomization of that name, and whether the extension has brought it.
func (s *Shoot) IsOwn(ctx context.Context, root types.NamespacedName) (found, own bool, err error) {
	object := &metav1.PartialObjectMetadata{}
	object.SetGroupVersionKind(kustomizev1.GroupVersion.WithKind(kustomizev1.KustomizationKind))
	if err := s.client.Get(ctx, root, object); err != nil {
		if apierrors.IsNotFound(err) || meta.IsNoMatchError(err) {
			return false, false, nil
		}
		return false, false, fmt.Errorf("failed to read Kustomization %s of the shoot: %w", root, err)
	}
	return true, isOurs(s.origin(object)), nil
}

// Prunes tells whether there is a kustomize-controller, which deletes what a Kustomization has brought, and which nobody has deleted.
func (s *Shoot) Prunes(ctx context.Context, namespace string) (bool, error) {
	controllers := &metav1.PartialObjectMetadataList{}
	controllers.SetGroupVersionKind(appsv1.SchemeGroupVersion.WithKind("DeploymentList"))
	if err := s.client.List(ctx, controllers, client.InNamespace(namespace)); err != nil {
		return false, fmt.Errorf("failed to list Flux's controllers in the shoot: %w", err)
	}
	return slices.ContainsFunc(controllers.Items, func(o metav1.PartialObjectMetadata) bool {
		return o.Name == string(fluxv1alpha1.ComponentKustomize) && o.DeletionTimestamp == nil
	}), nil
}
