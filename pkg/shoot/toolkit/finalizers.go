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
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
)

// isFinalizer reports whether a finalizer on one of Flux's objects is that of a controller of Flux. All use the same one, but source-watcher,
// whose is named after the group of its kind. Those of the Flux versions that the extension carries are in a test.
func isFinalizer(name string) bool {
	domain, _, named := strings.Cut(name, "/")
	return name == "finalizers.fluxcd.io" || named && isFluxGroup(domain)
}

// Remaining is what there is to wait for after Release, by name; each is empty if there is nothing.
type Remaining struct {
	// Definitions are the CustomResourceDefinitions that gardener-resource-manager does not know.
	Definitions string
	// Blocked are the objects that finalizers of others keep, and with them their CustomResourceDefinitions. Each is followed by these finalizers.
	Blocked string
}

// Release makes it possible to delete the CustomResourceDefinitions that the extension has installed, without a controller
// that acts on the deletion of their objects: it removes Flux's finalizers from the objects, as 'flux uninstall' does, and then
// the annotation from the CustomResourceDefinitions that keeps gardener-resource-manager from deleting them. Those that
// gardener-resource-manager does not know, it deletes itself, and returns which these are: their controller is no longer wanted,
// or their ManagedResource is gone or was never applied to the end. Known are those it knows. It must not be called before
// Flux's controllers are gone.
func (s *Shoot) UnblockDeletion(ctx context.Context, known []string) (Remaining, error) {
	definitions, err := s.definitions(ctx)
	if err != nil {
		return Remaining{}, err
	}
	kinds := s.kindsOf(definitions)
	// Those that are not served go as well: what objects there are of their kind is that of another definition.
	unserved := slices.DeleteFunc(definitions, func(d kind) bool {
		return slices.ContainsFunc(kinds, func(k kind) bool { return k.CRD == d.CRD })
	})
	var (
		left    []string
		blocked Names
	)
	for i, k := range slices.Concat(kinds, unserved) {
		if !k.delivered {
			continue
		}
		if i < len(kinds) {
			if err := s.removeObjectFinalizers(ctx, k, &blocked); err != nil {
				return Remaining{}, err
			}
		}
		isKnown := slices.Contains(known, k.CRD)
		if err := s.unprotectKind(ctx, k, isKnown); err != nil {
			return Remaining{}, err
		}
		if !isKnown {
			left = append(left, "CustomResourceDefinition "+k.CRD)
		}
	}
	slices.Sort(left)
	return Remaining{Definitions: Enumerate(left), Blocked: blocked.String()}, nil
}

// removeObjectFinalizers removes Flux's finalizers from the objects of a kind, and counts those that have others.
func (s *Shoot) removeObjectFinalizers(ctx context.Context, k kind, blocked *Names) error {
	marked := func(object *metav1.PartialObjectMetadata) (*metav1.PartialObjectMetadata, bool, error) {
		return withFinalizers(object), len(object.Finalizers) > 0, nil
	}
	err := answers.Walk(ctx, s.client, answers.Metadata(k.GroupVersionKind), marked, answers.OneByOne(func(object *metav1.PartialObjectMetadata) error {
		if err := s.removeFinalizers(ctx, object); err != nil {
			return err
		}
		if others := object.Finalizers; len(others) > 0 {
			blocked.Add(fmt.Sprintf("%s (%s)", DescribeObject(object), Enumerate(others)))
		}
		return nil
	}))
	return answers.IgnoreUnknownKind(err)
}

// withFinalizers is what has to be known of an object to remove a finalizer.
func withFinalizers(object *metav1.PartialObjectMetadata) *metav1.PartialObjectMetadata {
	return &metav1.PartialObjectMetadata{TypeMeta: object.TypeMeta, ObjectMeta: metav1.ObjectMeta{
		Namespace: object.Namespace, Name: object.Name, ResourceVersion: object.ResourceVersion, Finalizers: object.Finalizers,
	}}
}

// removeFinalizers removes those of Flux's controllers.
func (s *Shoot) removeFinalizers(ctx context.Context, object *metav1.PartialObjectMetadata) error {
	if !slices.ContainsFunc(object.Finalizers, isFinalizer) {
		return nil
	}
	patch := client.MergeFromWithOptions(object.DeepCopy(), client.MergeFromWithOptimisticLock{})
	object.SetFinalizers(slices.DeleteFunc(slices.Clone(object.Finalizers), isFinalizer))
	if err := s.client.Patch(ctx, object, patch, fieldOwner); client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to remove Flux's finalizer from %s in the shoot: %w", DescribeObject(object), err)
	}
	return nil
}

func (s *Shoot) unprotectKind(ctx context.Context, k kind, known bool) error {
	crd := metadataNamed(definitionKind(), client.ObjectKey{Name: k.CRD})
	if !known {
		return s.delete(ctx, crd)
	}
	if !k.kept {
		return nil
	}
	return s.patch(ctx, crd, "remove annotation "+resourcesv1alpha1.KeepObject+" from", `"annotations":{%q:null}`, resourcesv1alpha1.KeepObject)
}
