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
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
)

const (
	// annotationApplied is left by a client-side apply.
	annotationApplied = "kubectl.kubernetes.io/last-applied-configuration"
	// annotationRelease is on objects of a Helm release.
	annotationRelease = "meta.helm.sh/release-name"
)

// Taken returns the manager that has taken over the Flux of the given version from the extension; empty
// without one. Such a manager applies controllers or CustomResourceDefinitions as a whole, as Flux does from
// a source after 'flux bootstrap', and as 'flux install', 'kubectl apply' and Helm do, or has installed
// another version of them. Manual changes of single fields do not count. gardener-resource-manager updates
// objects, and does not apply them in this sense. Without a version, versions are not compared.
func (s *Shoot) Taken(ctx context.Context, version string) (string, error) {
	for _, kind := range []schema.GroupVersionKind{
		appsv1.SchemeGroupVersion.WithKind("Deployment"), definitionKind(),
	} {
		taken := ""
		err := answers.Scan(ctx, s.client, answers.Metadata(kind), func(object *metav1.PartialObjectMetadata) error {
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

// takerOf returns the manager that has taken over an object of the given version.
func takerOf(object *metav1.PartialObjectMetadata, version string) string {
	if applier := applierOf(object); applier != "" {
		return fmt.Sprintf("%s applies %s", applier, DescribeObject(object))
	}
	if is := object.Labels[labelVersion]; version != "" && is != "" && is != version {
		return fmt.Sprintf("%s is of Flux %s, and not of %s, which the extension has installed", DescribeObject(object), is, version)
	}
	return ""
}

// applierOf returns the manager that applies the object as a whole. kubectl and Helm may do so with an update
// instead of a server-side apply.
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
	return found, found && isOurs(s.origin(object)), answers.IgnoreUnknownKind(err)
}

// Prunes reports whether a kustomize-controller runs that can delete the objects of a Kustomization, and is
// not being deleted itself.
func (s *Shoot) Prunes(ctx context.Context, namespace string) (bool, error) {
	controller := metadataNamed(appsv1.SchemeGroupVersion.WithKind("Deployment"), client.ObjectKey{Namespace: namespace, Name: string(fluxv1alpha1.ComponentKustomize)})
	found, err := s.get(ctx, client.ObjectKeyFromObject(controller), controller)
	return found && controller.DeletionTimestamp == nil, err
}
