// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"slices"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
)

// annotationPrune keeps kustomize-controller from pruning the annotated object.
const annotationPrune = "kustomize.toolkit.fluxcd.io/prune"

// Protect keeps Flux from pruning its own objects, and the named objects, if Flux applied them from a
// source, as after 'flux bootstrap'. It has to run first: gardener-resource-manager may change
// the root before the CustomResourceDefinitions, and with another path kustomize-controller prunes everything
// that is not there.
func (s *Shoot) Protect(ctx context.Context, named ...client.Object) error {
	for _, kind := range shippedKinds() {
		unprotected := func(object *metav1.PartialObjectMetadata) (client.ObjectKey, bool) {
			return client.ObjectKeyFromObject(object), isPruned(object)
		}
		err := answers.Walk(ctx, s.client, answers.Metadata(kind, client.MatchingLabels{labelPartOf: partOfFlux}, client.HasLabels{labelOwner}), unprotected, func(name client.ObjectKey) error {
			return s.protect(ctx, metadataNamed(kind, name))
		})
		if err != nil {
			return err
		}
	}
	for _, wanted := range named {
		object := &metav1.PartialObjectMetadata{}
		object.SetGroupVersionKind(wanted.GetObjectKind().GroupVersionKind())
		found, err := s.get(ctx, client.ObjectKeyFromObject(wanted), object)
		if answers.IgnoreUnknownKind(err) != nil {
			return err
		}
		if found && isPruned(object) {
			if err := s.protect(ctx, object); err != nil {
				return err
			}
		}
	}
	return nil
}

// isPruned reports whether a Kustomization applied the object and would prune it.
func isPruned(object *metav1.PartialObjectMetadata) bool {
	return object.Labels[labelOwner] != "" && object.Annotations[annotationPrune] != kustomizev1.DisabledValue
}

func (s *Shoot) protect(ctx context.Context, object *metav1.PartialObjectMetadata) error {
	return s.patch(ctx, object, "protect", mergeMetadata(`"annotations":{%q:%q}`, annotationPrune, kustomizev1.DisabledValue))
}

// shippedKinds are the kinds that 'flux install' creates.
func shippedKinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{
		definitionKind(),
		corev1.SchemeGroupVersion.WithKind("Namespace"),
		corev1.SchemeGroupVersion.WithKind("ServiceAccount"),
		corev1.SchemeGroupVersion.WithKind("Service"),
		corev1.SchemeGroupVersion.WithKind("ResourceQuota"),
		appsv1.SchemeGroupVersion.WithKind("Deployment"),
		networkingv1.SchemeGroupVersion.WithKind("NetworkPolicy"),
		rbacv1.SchemeGroupVersion.WithKind("ClusterRole"),
		rbacv1.SchemeGroupVersion.WithKind("ClusterRoleBinding"),
	}
}

const kindDefinitionKind = "CustomResourceDefinition"

func definitionKind() schema.GroupVersionKind {
	return apiextensionsv1.SchemeGroupVersion.WithKind(kindDefinitionKind)
}

// AllowCleanup removes the label that exempts Flux from Gardener's cleanup when the shoot is deleted. Flux is
// then like a user's installation, which the extension does not suspend: with the label, it would continue to
// run and recreate the objects that the cleanup deletes (gardener/docs/usage/advanced/shoot_cleanup.md).
func (s *Shoot) AllowCleanup(ctx context.Context) error {
	for _, kind := range shippedKinds() {
		ours := func(object *metav1.PartialObjectMetadata) (client.ObjectKey, bool) {
			return client.ObjectKeyFromObject(object), isOurs(s.origin(object))
		}
		err := answers.Walk(ctx, s.client, answers.Metadata(kind, client.MatchingLabels{v1beta1constants.ShootNoCleanup: "true"}), ours, func(name client.ObjectKey) error {
			return s.patch(ctx, metadataNamed(kind, name), "remove label "+v1beta1constants.ShootNoCleanup+" from", mergeMetadata(`"labels":{%q:null}`, v1beta1constants.ShootNoCleanup))
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// isOurs reports whether a ManagedResource belongs to the extension.
func isOurs(name string) bool {
	return slices.Contains([]string{fluxv1alpha1.ManagedResourceCRDs, fluxv1alpha1.ManagedResourceControllers, fluxv1alpha1.ManagedResourceConfig}, name)
}
