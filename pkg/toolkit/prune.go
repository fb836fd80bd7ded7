// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// mostNamed is how many objects a message names.
const mostNamed = 5

// Prune deletes the root Kustomization, so that Flux deletes what it has applied, and what that has applied in turn. It
// returns what there is to wait for; empty if all of it is done. Whatever of Flux's objects is left then came from elsewhere.
//
// A suspended Kustomization prunes nothing (kustomize-controller: finalizerShouldDeleteResources). The user who suspended the
// root has to resume it first: the extension does not decide that.
func (s *Shoot) Prune(ctx context.Context, root types.NamespacedName) (string, error) {
	kinds, err := s.kinds(ctx)
	if err != nil {
		return "", err
	}
	var leaving []string
	for _, k := range kinds {
		objects, err := s.list(ctx, k)
		if err != nil {
			return "", err
		}
		for i := range objects {
			object := &objects[i]
			isRoot := k.Kind == kustomizev1.KustomizationKind && client.ObjectKeyFromObject(object) == root
			if isRoot && object.GetDeletionTimestamp() == nil {
				return s.deleteRoot(ctx, object)
			}
			if object.GetDeletionTimestamp() != nil {
				leaving = append(leaving, describe(object))
			}
		}
	}
	if len(leaving) == 0 {
		return "", nil
	}
	return "Flux to delete what came with " + enumerate(leaving), nil
}

func (s *Shoot) deleteRoot(ctx context.Context, root *unstructured.Unstructured) (string, error) {
	if isSuspended(root) {
		return fmt.Sprintf("the user to resume %s, which is suspended and would prune nothing", describe(root)), nil
	}
	uid := root.GetUID()
	if err := s.client.Delete(ctx, root, client.Preconditions{UID: &uid}); client.IgnoreNotFound(err) != nil {
		return "", fmt.Errorf("failed to delete %s in the shoot: %w", describe(root), err)
	}
	return "Flux to delete what came with " + describe(root), nil
}

// enumerate names the first few.
func enumerate(names []string) string {
	if len(names) <= mostNamed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:mostNamed], ", "), len(names)-mostNamed)
}
