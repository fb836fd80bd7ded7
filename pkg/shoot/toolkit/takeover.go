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
	// annotationRelease is on what belongs to a release of Helm.
	annotationRelease = "meta.helm.sh/release-name"
)

// Taken returns which manager has taken over the Flux that the extension has installed in that version: one that applies its controllers or
// CustomResourceDefinitions as a whole, as Flux does from a source after 'flux bootstrap', and as 'flux install', 'kubectl apply' and Helm
// do, or one that has installed another version of them. It is empty if there is none. A change by hand of single fields does not count.
// gardener-resource-manager applies nothing in this sense: it updates. Without a version, versions are not compared.
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

// takerOf returns who has taken over an object that the extension has installed in that version.
func takerOf(object *metav1.PartialObjectMetadata, version string) string {
	if applier := applierOf(object); applier != "" {
		return fmt.Sprintf("%s applies %s", applier, DescribeObject(object))
	}
	if is := object.Labels[labelVersion]; version != "" && is != "" && is != version {
		return fmt.Sprintf("%s is of Flux %s, and not of %s, which the extension has installed", DescribeObject(object), is, version)
	}
	return ""
}

// applierOf returns the manager that applies the object as a whole. Not all of them do so on the server: kubectl and Helm may update.
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

// IsOwn returns whether there is a root Kustomization of that name, and whether the extension has created it.
func (s *Shoot) IsOwn(ctx context.Context, root types.NamespacedName) (found, own bool, err error) {
	object := metadataNamed(kustomizev1.GroupVersion.WithKind(kustomizev1.KustomizationKind), root)
	found, err = s.get(ctx, root, object)
	return found, found && isOurs(s.origin(object)), answers.IgnoreUnknownKind(err)
}

// Prunes reports whether there is a kustomize-controller, which deletes what a Kustomization has applied, and which is not being deleted.
func (s *Shoot) Prunes(ctx context.Context, namespace string) (bool, error) {
	controller := metadataNamed(appsv1.SchemeGroupVersion.WithKind("Deployment"), client.ObjectKey{Namespace: namespace, Name: string(fluxv1alpha1.ComponentKustomize)})
	found, err := s.get(ctx, client.ObjectKeyFromObject(controller), controller)
	return found && controller.DeletionTimestamp == nil, err
}
