// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
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
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/responses"
)

const (
	// annotationApplied is written by a client-side apply.
	annotationApplied = "kubectl.kubernetes.io/last-applied-configuration"
	// annotationRelease is set on objects of a Helm release.
	annotationRelease = "meta.helm.sh/release-name"
)

// Taken returns the manager that has taken over the Flux of this version from the extension. It is empty if there is
// none. A manager has taken over Flux if it applies a controller or CustomResourceDefinition as a whole, or has
// installed another version. Examples are Flux itself after 'flux bootstrap', 'flux install', 'kubectl apply' and Helm.
// Manual changes of single fields and updates by gardener-resource-manager do not count. If version is empty, Taken
// does not compare versions.
func (s *Shoot) Taken(ctx context.Context, version string) (string, error) {
	for _, kind := range []schema.GroupVersionKind{
		appsv1.SchemeGroupVersion.WithKind("Deployment"), definitionKind(),
	} {
		taken := ""
		err := responses.Scan(ctx, s.client, responses.Metadata(kind), func(object *metadata) error {
			if taken == "" && isOurs(s.origin(object)) {
				taken = takerOf(object, version)
			}
			return nil
		})
		if err != nil || taken != "" {
			return taken, err
		}
	}
	return "", nil
}

// takerOf returns the manager that has taken over an object of this version. The result is empty if no manager has
// taken it over.
func takerOf(object *metadata, version string) string {
	if applier := applierOf(object); applier != "" {
		return fmt.Sprintf("%s applies %s", applier, DescribeObject(object))
	}
	if is := object.Labels[labelVersion]; version != "" && is != "" && is != version {
		return fmt.Sprintf("%s belongs to Flux %s instead of %s, which the extension has installed", DescribeObject(object), is, version)
	}
	return ""
}

// applierOf returns the manager that applies the object as a whole. The result is empty if no manager does this.
// kubectl and Helm may update objects instead of using server-side apply.
func applierOf(object client.Object) string {
	for _, fields := range object.GetManagedFields() {
		if fields.Subresource != "" {
			continue
		}
		if fields.Operation == metav1.ManagedFieldsOperationApply || slices.Contains([]string{"kubectl-client-side-apply", "helm", "helm-controller"}, fields.Manager) {
			return fields.Manager
		}
	}
	annotations := object.GetAnnotations()
	if release := annotations[annotationRelease]; release != "" {
		return fmt.Sprintf("release %s of Helm", release)
	}
	if annotations[annotationApplied] != "" {
		return "an unknown manager (annotation " + annotationApplied + ")"
	}
	return ""
}

// IsOwn returns whether the root Kustomization exists, and whether the extension created it.
func (s *Shoot) IsOwn(ctx context.Context, root types.NamespacedName) (found, own bool, err error) {
	object := metadataNamed(kustomizev1.GroupVersion.WithKind(kustomizev1.KustomizationKind), root)
	found, err = s.get(ctx, root, object)
	return found, found && isOurs(s.origin(object)), responses.IgnoreUnknownKind(err)
}

// Prunes reports whether the Deployment of kustomize-controller exists, so that kustomize-controller can delete the
// objects of a Kustomization.
func (s *Shoot) Prunes(ctx context.Context, namespace string) (bool, error) {
	controller := metadataNamed(appsv1.SchemeGroupVersion.WithKind("Deployment"), client.ObjectKey{Namespace: namespace, Name: string(fluxv1alpha1.ComponentKustomize)})
	found, err := s.get(ctx, client.ObjectKeyFromObject(controller), controller)
	return found && controller.DeletionTimestamp == nil, err
}

// annotationPrune keeps kustomize-controller from pruning an object.
const annotationPrune = "kustomize.toolkit.fluxcd.io/prune"

// Protect keeps Flux from pruning its own objects and the named objects if Flux applied them from a source, as after
// 'flux bootstrap'. Call it before the delivery: otherwise, gardener-resource-manager may change the path of the root
// Kustomization first, and kustomize-controller prunes everything outside the new path.
func (s *Shoot) Protect(ctx context.Context, named ...client.Object) error {
	err := s.eachShipped(ctx, isPruned, s.protect, client.MatchingLabels{labelPartOf: partOfFlux}, client.HasLabels{labelOwner})
	if err != nil {
		return err
	}
	for _, wanted := range named {
		object := metadataNamed(wanted.GetObjectKind().GroupVersionKind(), client.ObjectKeyFromObject(wanted))
		found, err := s.get(ctx, client.ObjectKeyFromObject(wanted), object)
		if responses.IgnoreUnknownKind(err) != nil {
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
func isPruned(object *metadata) bool {
	return object.Labels[labelOwner] != "" && object.Annotations[annotationPrune] != kustomizev1.DisabledValue
}

func (s *Shoot) protect(ctx context.Context, object *metadata) error {
	return s.patch(ctx, object, "protect", mergeMetadata("annotations", annotationPrune, kustomizev1.DisabledValue))
}

// eachShipped calls act for the wanted objects of the kinds that 'flux install' creates.
func (s *Shoot) eachShipped(ctx context.Context, wanted func(*metadata) bool, act func(context.Context, *metadata) error, options ...client.ListOption) error {
	for _, kind := range shippedKinds() {
		err := s.each(ctx, responses.Metadata(kind, options...), wanted, func(object *metadata) error { return act(ctx, object) })
		if responses.IgnoreUnknownKind(err) != nil {
			return err
		}
	}
	return nil
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

// AllowCleanup removes the label that exempts Flux from Gardener's cleanup when the shoot is deleted. After a release,
// the extension does not suspend this Flux when the shoot is deleted. With the label, Flux would continue to run and
// recreate the objects that the cleanup deletes (gardener/docs/usage/advanced/shoot_cleanup.md).
func (s *Shoot) AllowCleanup(ctx context.Context) error {
	ours := func(object *metadata) bool { return isOurs(s.origin(object)) }
	return s.eachShipped(ctx, ours, func(ctx context.Context, object *metadata) error {
		return s.patch(ctx, object, "remove label "+v1beta1constants.ShootNoCleanup+" from", mergeMetadata("labels", v1beta1constants.ShootNoCleanup, nil))
	}, client.MatchingLabels{v1beta1constants.ShootNoCleanup: "true"})
}

// isOurs reports whether a ManagedResource belongs to the extension.
func isOurs(name string) bool {
	return slices.Contains([]string{fluxv1alpha1.ManagedResourceCRDs, fluxv1alpha1.ManagedResourceControllers, fluxv1alpha1.ManagedResourceConfig, fluxv1alpha1.ManagedResourceBaseline}, name)
}
