// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
)

var suspendPatch = client.RawPatch(types.MergePatchType, []byte(`{"spec":{"suspend":true}}`))

// Suspend suspends all of Flux's objects, the root Kustomization first, because it may resume the others. It
// returns the number of newly suspended objects: only after a call without changes is it certain that no
// object resumes another. It skips objects being deleted, and continues after an object that cannot be
// suspended.
func (s *Shoot) Suspend(ctx context.Context, root types.NamespacedName) (int, error) {
	kinds, err := s.kinds(ctx)
	if err != nil {
		return 0, err
	}
	var failed Failures
	suspended := 0
	suspend := func(of schema.GroupVersionKind, name client.ObjectKey) error {
		err := s.patch(ctx, metadataNamed(of, name), "suspend", suspendPatch)
		switch {
		case err == nil:
			suspended++
		case ctx.Err() != nil:
			return err
		default:
			failed.Add(err)
		}
		return nil
	}
	object, found, err := s.readRoot(ctx, kinds, root)
	if err != nil && ctx.Err() != nil {
		return 0, err
	}
	failed.Add(err)
	if found && isToSuspend(object) {
		if err := suspend(object.GroupVersionKind(), root); err != nil {
			return suspended, err
		}
	}
	for _, k := range kinds {
		if !k.suspendable {
			continue
		}
		// A root that could not be suspended is not tried again.
		others := func(object *unstructured.Unstructured) (client.ObjectKey, bool) {
			name := client.ObjectKeyFromObject(object)
			return name, isToSuspend(object) && !(k.isKustomization() && name == root)
		}
		err := answers.Walk(ctx, s.client, answers.Whole(k.GroupVersionKind), others, func(name client.ObjectKey) error { return suspend(k.GroupVersionKind, name) })
		if err != nil && ctx.Err() != nil {
			return suspended, err
		}
		failed.Add(answers.IgnoreUnknownKind(err))
	}
	return suspended, failed.Err()
}

func isToSuspend(object *unstructured.Unstructured) bool {
	return !isSuspended(object) && object.GetDeletionTimestamp() == nil
}

func isSuspended(object *unstructured.Unstructured) bool {
	suspended, _, _ := unstructured.NestedBool(object.Object, "spec", "suspend")
	return suspended
}
