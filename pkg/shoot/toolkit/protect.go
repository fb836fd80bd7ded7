// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
)

// annotationPrune keeps kustomize-controller from pruning an object that has it in the cluster.
const annotationPrune = "kustomize.toolkit.fluxcd.io/prune"

// Protect keeps Flux from pruning the objects of Flux, and the objects of those kinds and names, in a shoot in which
// Flux itself has applied them from a source, as it is after 'flux bootstrap'. It has to be done before anything else: it is not
// known whether gardener-resource-manager changes the root or the CustomResourceDefinitions first, and once the root is pointed
// elsewhere, kustomize-controller prunes what it does not find there any more.
func (s *Shoot) Protect(ctx context.Context, named ...client.Object) error {
	for _, kind := range shippedKinds() {
		unprotected := func(object *metav1.PartialObjectMetadata) (client.ObjectKey, bool, error) {
			return client.ObjectKeyFromObject(object), isPruned(object), nil
		}
		err := answers.Walk(ctx, s.client, answers.Metadata(kind, client.MatchingLabels{labelPartOf: partOfFlux}, client.HasLabels{labelOwner}), unprotected, answers.OneByOne(func(name client.ObjectKey) error {
			return s.protect(ctx, metadataNamed(kind, name))
		}))
		if err != nil {
			return err
		}
	}
	for _, wanted := range named {
		object := &metav1.PartialObjectMetadata{}
		object.SetGroupVersionKind(wanted.GetObjectKind().GroupVersionKind())
		if err := s.client.Get(ctx, client.ObjectKeyFromObject(wanted), object); err != nil {
			if apierrors.IsNotFound(err) || meta.IsNoMatchError(err) {
				continue
			}
			return fmt.Errorf("failed to read %s of the shoot: %w", DescribeObject(wanted), err)
		}
		if isPruned(object) {
			if err := s.protect(ctx, object); err != nil {
				return err
			}
		}
	}
	return nil
}

// isPruned reports whether a Kustomization has applied the object, and would prune it.
func isPruned(object *metav1.PartialObjectMetadata) bool {
	return object.Labels[labelOwner] != "" && object.Annotations[annotationPrune] != kustomizev1.DisabledValue
}

func (s *Shoot) protect(ctx context.Context, object *metav1.PartialObjectMetadata) error {
	patch := client.RawPatch(client.Merge.Type(), fmt.Appendf(nil, `{"metadata":{"annotations":{%q:%q}}}`, annotationPrune, kustomizev1.DisabledValue))
	if err := s.client.Patch(ctx, object, patch, fieldOwner); client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to protect %s of the shoot: %w", DescribeObject(object), err)
	}
	return nil
}

// shippedKinds are the kinds of what 'flux install' creates.
func shippedKinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{
		apiextensionsv1.SchemeGroupVersion.WithKind("CustomResourceDefinition"),
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
