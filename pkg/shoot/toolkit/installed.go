// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	fluxmeta "github.com/fluxcd/pkg/apis/meta"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/responses"
)

// stable matches API versions that are neither alpha nor beta.
var stable = regexp.MustCompile(`^v[0-9]+$`)

// Installed reads the version-dependent state of Flux in the shoot.
func (s *Shoot) Installed(ctx context.Context) (flux.Installed, error) {
	installed := flux.Installed{Kinds: map[string]flux.StoredKind{}}
	var room Kept
	var err error
	if installed.Controllers, err = s.controllers(ctx); err != nil {
		return flux.Installed{}, err
	}
	kinds, err := s.kinds(ctx)
	if err != nil {
		return flux.Installed{}, err
	}
	for _, k := range kinds {
		fields, err := s.fields(ctx, k, &room)
		if err != nil {
			return flux.Installed{}, err
		}
		installed.Kinds[k.CRD] = flux.StoredKind{Storage: k.Storage, Stored: k.Stored, Fields: fields}
		if !k.isKustomization() {
			continue
		}
		err = responses.Scan(ctx, s.client, responses.Whole(k.GroupVersionKind), func(object *unstructured.Unstructured) error {
			applied, err := appliedBy(object, &room)
			installed.Applied = append(installed.Applied, applied...)
			return err
		})
		if responses.IgnoreUnknownKind(err) != nil {
			return flux.Installed{}, err
		}
	}
	installed.Applied, err = s.present(ctx, kinds, installed.Applied)
	return installed, err
}

// fields returns the objects of the kind that have a field in their spec, by the name of the field. It returns nil if
// the storage version is stable.
func (s *Shoot) fields(ctx context.Context, k kind, room *Kept) (map[string][]types.NamespacedName, error) {
	if stable.MatchString(k.Storage) {
		return nil, nil //nolint:nilnil // later versions keep the fields
	}
	fields := map[string][]types.NamespacedName{}
	err := responses.Scan(ctx, s.client, responses.Whole(k.GroupVersionKind), func(object *unstructured.Unstructured) error {
		spec, _, err := unstructured.NestedMap(object.Object, "spec")
		if err != nil {
			return fmt.Errorf("failed to read %s in the shoot: %w", DescribeObject(object), err)
		}
		for _, field := range slices.Sorted(maps.Keys(spec)) {
			if err := room.Add(field, object.GetNamespace(), object.GetName()); err != nil {
				return err
			}
			fields[field] = append(fields[field], client.ObjectKeyFromObject(object))
		}
		return nil
	})
	return fields, responses.IgnoreUnknownKind(err)
}

// present returns the objects that exist. An inventory lists deleted objects until the next reconciliation of its
// Kustomization, which may never happen.
func (s *Shoot) present(ctx context.Context, kinds []kind, applied []flux.AppliedObject) ([]flux.AppliedObject, error) {
	exists := map[Reference]bool{}
	for _, k := range kinds {
		wanted := map[types.NamespacedName]bool{}
		for _, a := range applied {
			if a.GroupKind() == k.GroupKind() {
				wanted[a.NamespacedName] = true
			}
		}
		if len(wanted) == 0 {
			continue
		}
		err := responses.Scan(ctx, s.client, responses.Metadata(k.GroupVersionKind), func(object *metadata) error {
			if name := client.ObjectKeyFromObject(object); wanted[name] {
				exists[Reference{k.GroupKind(), name}] = true
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	return slices.DeleteFunc(applied, func(a flux.AppliedObject) bool { return !exists[Reference{a.GroupKind(), a.NamespacedName}] }), nil
}

// appliedBy returns the Flux objects in the inventory of a Kustomization. kustomize-controller writes the inventory in
// each reconciliation. Managed fields do not reveal the API version in the source, because kustomize-controller applies
// nothing if only the version has changed (hasDrifted in fluxcd/pkg/ssa).
func appliedBy(kustomization *unstructured.Unstructured, room *Kept) ([]flux.AppliedObject, error) {
	// Ignore objects that were applied to another cluster.
	if _, elsewhere, _ := unstructured.NestedMap(kustomization.Object, "spec", "kubeConfig"); elsewhere || kustomization.GetDeletionTimestamp() != nil {
		return nil, nil
	}
	content := struct {
		Status struct {
			Conditions []metav1.Condition            `json:"conditions"`
			Inventory  kustomizev1.ResourceInventory `json:"inventory"`
		} `json:"status"`
	}{}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(kustomization.Object, &content); err != nil {
		return nil, fmt.Errorf("failed to read the inventory of %s in the shoot: %w", DescribeObject(kustomization), err)
	}
	// A suspended or failing Kustomization may not have the objects of the current source.
	by, idle := client.ObjectKeyFromObject(kustomization), flux.Idleness("")
	if ready := meta.FindStatusCondition(content.Status.Conditions, fluxmeta.ReadyCondition); IsSuspended(kustomization) {
		idle = flux.IdleSuspended
	} else if ready != nil && ready.Status != metav1.ConditionTrue {
		idle = flux.IdleNotReady
	}
	var applied []flux.AppliedObject
	// kustomize-controller writes each entry once, but other clients may also write the status.
	seen := map[flux.AppliedObject]bool{}
	for _, entry := range content.Status.Inventory.Entries {
		object, ok := parseInventoryID(entry.ID)
		object.Version, object.By, object.Idle = entry.Version, by, idle
		if !ok || !isFluxGroup(object.Group) || seen[object] {
			continue
		}
		seen[object] = true
		if err := room.Add(entry.ID, entry.Version); err != nil {
			return nil, err
		}
		applied = append(applied, object)
	}
	return applied, nil
}

// parseInventoryID splits an ID of the form namespace_name_group_kind. Only the name may contain underscores
// (ParseObjMetadata in fluxcd/cli-utils).
func parseInventoryID(id string) (flux.AppliedObject, bool) {
	parts := strings.Split(id, "_")
	n := len(parts)
	if n < 4 {
		return flux.AppliedObject{}, false
	}
	return flux.AppliedObject{
		GroupVersionKind: schema.GroupVersionKind{Group: parts[n-2], Kind: parts[n-1]},
		NamespacedName:   types.NamespacedName{Namespace: parts[0], Name: strings.Join(parts[1:n-2], "_")},
	}, true
}

// HandledBy names the first objects that a controller of Flux reconciles. The result is empty if the controller
// reconciles no objects. Objects being deleted are included, because they wait for the controller.
func (s *Shoot) HandledBy(ctx context.Context, component string) (string, error) {
	return s.firstObjects(ctx, func(k kind) bool { return k.component == component })
}

// HandledByShard names the first objects with the label of a shard. The result is empty if no object has the label.
func (s *Shoot) HandledByShard(ctx context.Context, shard string) (string, error) {
	return s.firstObjects(ctx, func(k kind) bool { return fluxv1alpha1.IsShardedKind(k.GroupKind()) }, client.MatchingLabels{fluxv1alpha1.LabelShard: shard})
}

// firstObjects names the first objects of the wanted kinds.
func (s *Shoot) firstObjects(ctx context.Context, wanted func(kind) bool, options ...client.ListOption) (string, error) {
	kinds, err := s.kinds(ctx)
	if err != nil {
		return "", err
	}
	var names []string
	for _, k := range kinds {
		if !wanted(k) {
			continue
		}
		list := &metav1.PartialObjectMetadataList{}
		list.SetGroupVersionKind(k.GroupVersion().WithKind(k.Kind + "List"))
		// List one object more than a message names, to detect further objects.
		if err := s.client.List(ctx, list, append(options, client.Limit(MostNamed+1))...); client.IgnoreNotFound(err) != nil {
			return "", fmt.Errorf("failed to list objects of kind %s in the shoot: %w", k.Kind, responses.Brief(err))
		}
		for i := range list.Items {
			list.Items[i].SetGroupVersionKind(k.GroupVersionKind)
			names = append(names, DescribeObject(&list.Items[i]))
		}
	}
	if len(names) > MostNamed {
		return strings.Join(names[:MostNamed], ", ") + " and more", nil
	}
	return strings.Join(names, ", "), nil
}
