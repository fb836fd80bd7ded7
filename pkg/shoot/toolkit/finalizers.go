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

// isFinalizer reports whether a controller of Flux uses the finalizer. All use the same one except
// source-watcher, whose finalizer is named after the group of its kind. A test covers all carried versions of
// Flux.
func isFinalizer(name string) bool {
	domain, _, named := strings.Cut(name, "/")
	return name == "finalizers.fluxcd.io" || named && isFluxGroup(domain)
}

// Remaining names the objects that UnblockDeletion leaves to be waited for; empty fields stand for none.
type Remaining struct {
	// Definitions are CustomResourceDefinitions without a ManagedResource, which UnblockDeletion deletes.
	Definitions string
	// Blocked are objects with finalizers of others, which also block their CustomResourceDefinitions. The
	// finalizers follow each name.
	Blocked string
}

// UnblockDeletion allows the deletion of the extension's CustomResourceDefinitions without Flux's
// controllers. It removes Flux's finalizers from the objects, as 'flux uninstall' does, and then the
// annotation that keeps gardener-resource-manager from deleting the definitions. It deletes definitions that
// are not among the known ones of gardener-resource-manager: their controller is no longer configured, or
// their ManagedResource is gone or was never fully applied. Flux's controllers must be gone before.
func (s *Shoot) UnblockDeletion(ctx context.Context, known []string) (Remaining, error) {
	definitions, err := s.definitions(ctx)
	if err != nil {
		return Remaining{}, err
	}
	kinds := s.kindsOf(definitions)
	// Definitions that are not served are deleted as well. The objects of their kind belong to another
	// definition.
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

// removeObjectFinalizers removes Flux's finalizers from the objects of a kind, and counts objects with other
// finalizers.
func (s *Shoot) removeObjectFinalizers(ctx context.Context, k kind, blocked *Names) error {
	marked := func(object *metav1.PartialObjectMetadata) (*metav1.PartialObjectMetadata, bool) {
		return withFinalizers(object), len(object.Finalizers) > 0
	}
	err := answers.Walk(ctx, s.client, answers.Metadata(k.GroupVersionKind), marked, func(object *metav1.PartialObjectMetadata) error {
		if err := s.removeFinalizers(ctx, object); err != nil {
			return err
		}
		if others := object.Finalizers; len(others) > 0 {
			blocked.Add(fmt.Sprintf("%s (%s)", DescribeObject(object), Enumerate(others)))
		}
		return nil
	})
	return answers.IgnoreUnknownKind(err)
}

// withFinalizers copies the metadata that is needed to remove a finalizer.
func withFinalizers(object *metav1.PartialObjectMetadata) *metav1.PartialObjectMetadata {
	return &metav1.PartialObjectMetadata{TypeMeta: object.TypeMeta, ObjectMeta: metav1.ObjectMeta{
		Namespace: object.Namespace, Name: object.Name, ResourceVersion: object.ResourceVersion, Finalizers: object.Finalizers,
	}}
}

// removeFinalizers removes the finalizers of Flux's controllers.
func (s *Shoot) removeFinalizers(ctx context.Context, object *metav1.PartialObjectMetadata) error {
	if !slices.ContainsFunc(object.Finalizers, isFinalizer) {
		return nil
	}
	patch := client.MergeFromWithOptions(object.DeepCopy(), client.MergeFromWithOptimisticLock{})
	object.SetFinalizers(slices.DeleteFunc(slices.Clone(object.Finalizers), isFinalizer))
	return s.patch(ctx, object, "remove Flux's finalizer from", patch)
}

func (s *Shoot) unprotectKind(ctx context.Context, k kind, known bool) error {
	crd := metadataNamed(definitionKind(), client.ObjectKey{Name: k.CRD})
	if !known {
		return s.delete(ctx, crd)
	}
	if !k.kept {
		return nil
	}
	return s.patch(ctx, crd, "remove annotation "+resourcesv1alpha1.KeepObject+" from", mergeMetadata(`"annotations":{%q:null}`, resourcesv1alpha1.KeepObject))
}
