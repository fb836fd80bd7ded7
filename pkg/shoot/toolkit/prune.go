// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Prune deletes the root Kustomization, so that Flux deletes the objects that it applied, and those that
// these applied in turn. It returns the objects to wait for; empty if all are gone. Flux objects left after
// that have another origin.
//
// A suspended Kustomization prunes nothing (kustomize-controller: finalizerShouldDeleteResources). The user
// who suspended the root has to resume it first: the extension does not decide that.
//
// Kinds without a controller are not waited for: their finalizers are removed, and the objects that they have
// installed stay.
func (s *Shoot) Prune(ctx context.Context, root types.NamespacedName) (string, error) {
	kinds, err := s.kinds(ctx)
	if err != nil {
		return "", err
	}
	object, found, err := s.readRoot(ctx, kinds, root)
	if err != nil {
		return "", err
	}
	if found && object.GetDeletionTimestamp() == nil {
		return s.deleteRoot(ctx, object)
	}
	controllers, err := s.controllers(ctx)
	if err != nil {
		return "", err
	}
	var leaving Names
	for _, k := range kinds {
		abandoned := k.delivered && k.component != "" && !slices.ContainsFunc(controllers, func(c flux.Controller) bool { return c.Name == k.component })
		deleted := func(object *metav1.PartialObjectMetadata) (*metav1.PartialObjectMetadata, bool) {
			deleted := withFinalizers(object)
			if shard, has := object.Labels[fluxv1alpha1.LabelShard]; has {
				deleted.Labels = map[string]string{fluxv1alpha1.LabelShard: shard}
			}
			return deleted, object.DeletionTimestamp != nil
		}
		err := answers.Walk(ctx, s.client, answers.Metadata(k.GroupVersionKind), deleted, func(object *metav1.PartialObjectMetadata) error {
			if abandoned {
				logf.FromContext(ctx).Info("Keeping the objects that an object of Flux has installed, because its controller does not run", "object", DescribeObject(object), "controller", k.component)
				if err := s.removeFinalizers(ctx, object); err != nil {
					return err
				}
			}
			if finalizers := object.Finalizers; len(finalizers) > 0 && !slices.ContainsFunc(finalizers, isFinalizer) {
				leaving.Add(fmt.Sprintf("%s (kept by finalizer %s)", DescribeObject(object), Enumerate(finalizers)))
			} else if !abandoned {
				leaving.Add(DescribeObject(object) + ofShard(object.Labels))
			}
			return nil
		})
		if answers.IgnoreUnknownKind(err) != nil {
			return "", err
		}
	}
	if leaving.Count == 0 {
		return "", nil
	}
	return "Flux to delete the objects applied by " + leaving.String(), nil
}

// ofShard names the shard whose controllers have to delete an object; empty without one. If the shard does
// not exist, a user has to remove the label.
func ofShard(labels map[string]string) string {
	shard, has := labels[fluxv1alpha1.LabelShard]
	if !has {
		return ""
	}
	return fmt.Sprintf(" (of shard %q)", text.Line(shard, longestVersion))
}

// readRoot reads the root Kustomization, and returns whether it exists. Its name is empty if nothing is
// synced.
func (s *Shoot) readRoot(ctx context.Context, kinds []kind, name types.NamespacedName) (*unstructured.Unstructured, bool, error) {
	i := slices.IndexFunc(kinds, kind.isKustomization)
	root := &unstructured.Unstructured{}
	if i < 0 || name.Name == "" {
		return root, false, nil
	}
	root.SetGroupVersionKind(kinds[i].GroupVersionKind)
	found, err := s.get(ctx, name, root)
	return root, found, answers.IgnoreUnknownKind(err)
}

func (s *Shoot) deleteRoot(ctx context.Context, root *unstructured.Unstructured) (string, error) {
	if isSuspended(root) {
		return fmt.Sprintf("the user to resume %s, which is suspended and would prune nothing", DescribeObject(root)), nil
	}
	return "Flux to delete the objects applied by " + DescribeObject(root), s.delete(ctx, root)
}
