// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/responses"
)

// SweepControllers deletes leftover controllers of Flux, with their RBAC and Secrets, after their ManagedResource was
// deleted. gardener-resource-manager leaves objects behind if the ManagedResource was never fully applied or was
// deleted with keepObjects. SweepControllers names the remaining objects. A controller remains until its pods are gone.
func (s *Shoot) SweepControllers(ctx context.Context, namespaces []string) (string, error) {
	kinds := slices.DeleteFunc(shippedKinds(), func(kind schema.GroupVersionKind) bool {
		return kind.Kind == "CustomResourceDefinition" || kind.Kind == "Namespace"
	})
	return s.sweep(ctx, fluxv1alpha1.ManagedResourceControllers, append(kinds, corev1.SchemeGroupVersion.WithKind("Secret")), namespaces)
}

// SweepConfig deletes leftover credentials, copies, ServiceAccounts and shoot info variables, and names the remaining
// ones. It skips the source and the root Kustomization, which are deleted with their CustomResourceDefinitions.
func (s *Shoot) SweepConfig(ctx context.Context, namespaces []string) (string, error) {
	return s.sweep(ctx, fluxv1alpha1.ManagedResourceConfig, neededKinds(), namespaces)
}

// SweepBaseline deletes leftover credentials and permissions of the operator's baseline, after its ManagedResource was
// deleted. It names the remaining objects.
func (s *Shoot) SweepBaseline(ctx context.Context, namespace string) (string, error) {
	kinds := append(neededKinds(), rbacv1.SchemeGroupVersion.WithKind("ClusterRoleBinding"), rbacv1.SchemeGroupVersion.WithKind("ClusterRole"))
	return s.sweep(ctx, fluxv1alpha1.ManagedResourceBaseline, kinds, []string{namespace})
}

// neededKinds returns the kinds of objects that a source and a Kustomization need.
func neededKinds() []schema.GroupVersionKind {
	return []schema.GroupVersionKind{
		corev1.SchemeGroupVersion.WithKind("Secret"), corev1.SchemeGroupVersion.WithKind("ConfigMap"), corev1.SchemeGroupVersion.WithKind("ServiceAccount"),
	}
}

// sweep deletes the objects that gardener-resource-manager created for the ManagedResource, but not other objects with
// the same names. Like gardener-resource-manager, it keeps objects with the keep annotation.
func (s *Shoot) sweep(ctx context.Context, origin string, kinds []schema.GroupVersionKind, namespaces []string) (string, error) {
	var left Names
	ofOrigin := func(object *metadata) bool { return s.origin(object) == origin }
	for _, kind := range kinds {
		in := namespaces
		if kind.Group == rbacv1.GroupName {
			in = []string{metav1.NamespaceAll}
		}
		for _, namespace := range in {
			if err := s.deleteEach(ctx, responses.Metadata(kind, client.InNamespace(namespace)), ofOrigin, &left); err != nil {
				return "", err
			}
		}
	}
	return left.String(), nil
}

// deleteEach deletes the wanted objects of a list and adds them to left. Like gardener-resource-manager, it keeps
// objects with the keep annotation.
func (s *Shoot) deleteEach(ctx context.Context, listing responses.Listing[metadata], wanted func(*metadata) bool, left *Names) error {
	isLeft := func(object *metadata) bool {
		return wanted(object) && object.Annotations[resourcesv1alpha1.KeepObject] != "true"
	}
	return s.each(ctx, listing, isLeft, func(object *metadata) error {
		left.Add(DescribeObject(object))
		if object.DeletionTimestamp != nil {
			return nil
		}
		var options []client.DeleteOption
		if object.GroupVersionKind().Group == appsv1.GroupName {
			// Foreground deletion keeps the Deployment until its pods are gone.
			options = append(options, client.PropagationPolicy(metav1.DeletePropagationForeground))
		}
		return s.delete(ctx, object, options...)
	})
}

// delete deletes an object, but not a recreated object with the same name.
func (s *Shoot) delete(ctx context.Context, object client.Object, options ...client.DeleteOption) error {
	if uid := object.GetUID(); uid != "" {
		options = append(options, client.Preconditions{UID: &uid})
	}
	if err := s.client.Delete(ctx, object, options...); client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to delete %s in the shoot: %w", DescribeObject(object), responses.Brief(err))
	}
	return nil
}

// isFinalizer reports whether a controller of Flux uses the finalizer. All controllers use the same finalizer except
// source-watcher, which uses one with the API group of its kind. A test checks this for all carried versions of Flux.
func isFinalizer(name string) bool {
	domain, _, named := strings.Cut(name, "/")
	return name == "finalizers.fluxcd.io" || named && isFluxGroup(domain)
}

// Remaining names the objects that remain after UnblockDeletion. A field is empty if no such objects remain.
type Remaining struct {
	// Definitions are CustomResourceDefinitions that have no ManagedResource and are being deleted.
	Definitions string
	// Blocked are objects with finalizers of other controllers. Each name is followed by its finalizers. These objects
	// also block the deletion of their CustomResourceDefinitions.
	Blocked string
}

// UnblockDeletion allows the deletion of the extension's CustomResourceDefinitions without Flux's controllers. It
// removes Flux's finalizers from the objects, as 'flux uninstall' does, and then the annotation that keeps
// gardener-resource-manager from deleting the definitions. It deletes the definitions that are not in known: their
// controller is no longer configured, or their ManagedResource is gone or was never fully applied. Flux's controllers
// must be gone before the call.
func (s *Shoot) UnblockDeletion(ctx context.Context, known []string) (Remaining, error) {
	definitions, err := s.definitions(ctx)
	if err != nil {
		return Remaining{}, err
	}
	kinds := distinct(definitions)
	var (
		left    []string
		blocked Names
	)
	for _, k := range definitions {
		if !k.delivered {
			continue
		}
		// The objects of an unserved definition belong to the definition that is served.
		if slices.ContainsFunc(kinds, func(served kind) bool { return served.CRD == k.CRD }) {
			if err := s.removeObjectFinalizers(ctx, k, &blocked); err != nil {
				return Remaining{}, err
			}
		}
		crd := metadataNamed(definitionKind(), client.ObjectKey{Name: k.CRD})
		switch {
		case !slices.Contains(known, k.CRD):
			left = append(left, DescribeObject(crd))
			err = s.delete(ctx, crd)
		case k.kept:
			err = s.patch(ctx, crd, "remove annotation "+resourcesv1alpha1.KeepObject+" from", mergeMetadata("annotations", resourcesv1alpha1.KeepObject, nil))
		}
		if err != nil {
			return Remaining{}, err
		}
	}
	slices.Sort(left)
	return Remaining{Definitions: Enumerate(left), Blocked: blocked.String()}, nil
}

// removeObjectFinalizers removes Flux's finalizers from the objects of a kind, and adds objects with other finalizers
// to blocked.
func (s *Shoot) removeObjectFinalizers(ctx context.Context, k kind, blocked *Names) error {
	marked := func(object *metadata) bool { return len(object.Finalizers) > 0 }
	err := s.each(ctx, responses.Metadata(k.GroupVersionKind), marked, func(object *metadata) error {
		if err := s.removeFinalizers(ctx, object); err != nil {
			return err
		}
		if others := object.Finalizers; len(others) > 0 {
			blocked.Add(fmt.Sprintf("%s (%s)", DescribeObject(object), Enumerate(others)))
		}
		return nil
	})
	return responses.IgnoreUnknownKind(err)
}

// removeFinalizers removes the finalizers of Flux's controllers from an object.
func (s *Shoot) removeFinalizers(ctx context.Context, object *metadata) error {
	if !slices.ContainsFunc(object.Finalizers, isFinalizer) {
		return nil
	}
	patch := client.MergeFromWithOptions(object.DeepCopy(), client.MergeFromWithOptimisticLock{})
	object.SetFinalizers(slices.DeleteFunc(slices.Clone(object.Finalizers), isFinalizer))
	return s.patch(ctx, object, "remove Flux's finalizer from", patch)
}
