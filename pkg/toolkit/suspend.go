// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"errors"
	"fmt"
	"slices"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

var suspendPatch = client.RawPatch(types.MergePatchType, []byte(`{"spec":{"suspend":true}}`))

// Suspend suspends all of Flux's objects, the root Kustomization before all others, because it may have the others resumed.
// It returns the number of those that it has suspended: only when there was nothing to do is it certain that no object resumes
// them. What is being deleted is not suspended. One that cannot be suspended does not keep the others from it.
func (s *Shoot) Suspend(ctx context.Context, root types.NamespacedName) (int, error) {
	kinds, err := s.kinds(ctx)
	if err != nil {
		return 0, err
	}
	suspended := 0
	var failed []error
	for _, k := range kinds {
		if !k.suspendable {
			continue
		}
		objects, err := s.list(ctx, k)
		if err != nil {
			failed = append(failed, err)
			continue
		}
		isRoot := func(o *unstructured.Unstructured) bool {
			return k.Kind == kustomizev1.KustomizationKind && client.ObjectKeyFromObject(o) == root
		}
		slices.SortStableFunc(objects, func(a, b unstructured.Unstructured) int {
			switch {
			case isRoot(&a):
				return -1
			case isRoot(&b):
				return 1
			}
			return 0
		})
		for i := range objects {
			changed, err := s.suspend(ctx, &objects[i])
			if err != nil && ctx.Err() != nil {
				return suspended, err
			}
			if err != nil {
				failed = append(failed, err)
			}
			if changed {
				suspended++
			}
		}
	}
	return suspended, summarize(failed)
}

// summarize names the first failures: hundreds of objects may fail for one reason.
func summarize(failed []error) error {
	if len(failed) <= mostNamed {
		return errors.Join(failed...)
	}
	return fmt.Errorf("%w\nand %d more", errors.Join(failed[:mostNamed]...), len(failed)-mostNamed)
}

func (s *Shoot) suspend(ctx context.Context, object *unstructured.Unstructured) (bool, error) {
	if isSuspended(object) || object.GetDeletionTimestamp() != nil {
		return false, nil
	}
	if err := s.client.Patch(ctx, object, suspendPatch, fieldOwner); client.IgnoreNotFound(err) != nil {
		return false, fmt.Errorf("failed to suspend %s in the shoot: %w", describe(object), err)
	}
	return true, nil
}

func isSuspended(object *unstructured.Unstructured) bool {
	suspended, _, _ := unstructured.NestedBool(object.Object, "spec", "suspend")
	return suspended
}
