// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/responses"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// Prune deletes the root Kustomization, so that Flux deletes the objects that it applied, including objects that were
// applied indirectly. It names the objects to wait for. The result is empty if all are gone. Flux objects that still
// exist then have another origin.
//
// A suspended Kustomization prunes nothing (kustomize-controller: finalizerShouldDeleteResources). The user who
// suspended the root has to resume it first.
//
// Prune does not wait for kinds whose controller does not run. It removes Flux's finalizers from their objects, so the
// objects that they have installed remain.
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
		deleted := func(object *metadata) bool { return object.DeletionTimestamp != nil }
		err := s.each(ctx, responses.Metadata(k.GroupVersionKind), deleted, func(object *metadata) error {
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
		if responses.IgnoreUnknownKind(err) != nil {
			return "", err
		}
	}
	if leaving.Count == 0 {
		return "", nil
	}
	return "Flux to delete the objects applied by " + leaving.String(), nil
}

// ofShard names the shard whose controllers have to delete an object. It is empty if the object has no shard label. If
// the shard does not exist, a user has to remove the label.
func ofShard(labels map[string]string) string {
	shard, ok := labels[fluxv1alpha1.LabelShard]
	if !ok {
		return ""
	}
	return fmt.Sprintf(" (of shard %q)", text.Line(shard, longestText))
}

// readRoot reads the root Kustomization, and reports whether it exists. The name is empty if Flux syncs nothing.
func (s *Shoot) readRoot(ctx context.Context, kinds []kind, name types.NamespacedName) (*unstructured.Unstructured, bool, error) {
	i := slices.IndexFunc(kinds, kind.isKustomization)
	root := &unstructured.Unstructured{}
	if i < 0 || name.Name == "" {
		return root, false, nil
	}
	root.SetGroupVersionKind(kinds[i].GroupVersionKind)
	found, err := s.get(ctx, name, root)
	return root, found, responses.IgnoreUnknownKind(err)
}

func (s *Shoot) deleteRoot(ctx context.Context, root *unstructured.Unstructured) (string, error) {
	if IsSuspended(root) {
		return fmt.Sprintf("the user to resume %s, which is suspended and would prune nothing", DescribeObject(root)), nil
	}
	return "Flux to delete the objects applied by " + DescribeObject(root), s.delete(ctx, root)
}

// DeleteBaseline deletes the Kustomization of the operator's baseline, and returns the reason to wait. The reason is
// empty if the shoot does not have the Kustomization. prune defines whether Flux deletes the objects that it applied.
// The ManagedResource must be paused, because gardener-resource-manager would create the Kustomization again.
func (s *Shoot) DeleteBaseline(ctx context.Context, namespace string, prune bool) (string, error) {
	kinds, err := s.kinds(ctx)
	if err != nil {
		return "", err
	}
	root, found, err := s.readRoot(ctx, kinds, types.NamespacedName{Namespace: namespace, Name: fluxv1alpha1.BaselineName})
	if err != nil || !found || s.origin(root) != fluxv1alpha1.ManagedResourceBaseline {
		return "", err
	}
	waiting := "Flux to delete " + DescribeObject(root)
	if root.GetDeletionTimestamp() != nil {
		return waiting, nil
	}
	// All versions of Flux know prune and suspend. deletionPolicy would take precedence over prune.
	settings := kube.MergePatch{"spec": map[string]any{"prune": prune, "suspend": !prune, "deletionPolicy": nil}}
	if err := s.patch(ctx, root, "prepare the deletion of", settings); err != nil {
		return "", err
	}
	return waiting, s.delete(ctx, root)
}

// Suspend suspends all of Flux's objects. The root Kustomization is first, because it may resume the others. Suspend
// returns the number of newly suspended objects. Call it until it returns 0, because an object may resume another one
// before it is suspended itself. It skips objects being deleted, and continues if an object cannot be suspended.
func (s *Shoot) Suspend(ctx context.Context, root types.NamespacedName) (int, error) {
	kinds, err := s.kinds(ctx)
	if err != nil {
		return 0, err
	}
	var failed Failures
	suspended := 0
	suspend := func(of schema.GroupVersionKind, name client.ObjectKey) error {
		err := s.patch(ctx, metadataNamed(of, name), "suspend", kube.MergePatch{"spec": map[string]any{"suspend": true}})
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
		// Do not retry if the root Kustomization could not be suspended.
		others := func(object *unstructured.Unstructured) (client.ObjectKey, bool) {
			name := client.ObjectKeyFromObject(object)
			return name, isToSuspend(object) && !(k.isKustomization() && name == root)
		}
		err := responses.Walk(ctx, s.client, responses.Whole(k.GroupVersionKind), others, func(name client.ObjectKey) error { return suspend(k.GroupVersionKind, name) })
		if err != nil && ctx.Err() != nil {
			return suspended, err
		}
		failed.Add(responses.IgnoreUnknownKind(err))
	}
	return suspended, failed.Err()
}

func isToSuspend(object *unstructured.Unstructured) bool {
	return !IsSuspended(object) && object.GetDeletionTimestamp() == nil
}

// IsSuspended returns whether spec.suspend of an object is true.
func IsSuspended(object *unstructured.Unstructured) bool {
	suspended, _, _ := unstructured.NestedBool(object.Object, "spec", "suspend")
	return suspended
}
