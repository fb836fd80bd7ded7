// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"fmt"
	"slices"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	fluxmeta "github.com/fluxcd/pkg/apis/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// Stock is what a shoot has of Flux that depends on Flux's version.
type Stock struct {
	// Controllers are Flux's controllers.
	Controllers []Controller
	// Kinds are Flux's kinds, by the names of their CustomResourceDefinitions.
	Kinds map[string]StoredKind
	// Applied are the objects of Flux's kinds that Kustomizations apply.
	Applied []Applied
}

// StoredKind is how the shoot stores the objects of a kind.
type StoredKind struct {
	// Storage is the API version in which objects are written.
	Storage string
	// Stored are those in which objects are, or may still be, stored.
	Stored []string
}

// Applied is an object that a Kustomization applies.
type Applied struct {
	schema.GroupVersionKind
	types.NamespacedName
	// By is the Kustomization. The version of the kind is the one that its source had when it was applied last.
	By types.NamespacedName
	// Idle is why the Kustomization may not follow its source; empty if it does.
	Idle Idleness
}

// Idleness is why a Kustomization may not follow its source.
type Idleness string

const (
	// IdleSuspended is that of a suspended one.
	IdleSuspended Idleness = "suspended"
	// IdleNotReady is that of one whose last reconciliation has not succeeded.
	IdleNotReady Idleness = "not ready"
)

// Stock takes stock of what the shoot has of Flux.
func (s *Shoot) Stock(ctx context.Context) (Stock, error) {
	stock := Stock{Kinds: map[string]StoredKind{}}
	var err error
	if stock.Controllers, err = s.controllers(ctx); err != nil {
		return Stock{}, err
	}
	kinds, err := s.kinds(ctx)
	if err != nil {
		return Stock{}, err
	}
	for _, k := range kinds {
		stock.Kinds[k.crd] = StoredKind{Storage: k.storage, Stored: k.stored}
		if k.Kind != kustomizev1.KustomizationKind {
			continue
		}
		objects, err := s.list(ctx, k)
		if err != nil {
			return Stock{}, err
		}
		for i := range objects {
			applied, err := appliedBy(&objects[i])
			if err != nil {
				return Stock{}, err
			}
			stock.Applied = append(stock.Applied, applied...)
		}
	}
	stock.Applied, err = s.present(ctx, kinds, stock.Applied)
	return stock, err
}

// present returns those that are in the shoot. An inventory names what was deleted until its Kustomization is reconciled, which may be never.
func (s *Shoot) present(ctx context.Context, kinds []kind, applied []Applied) ([]Applied, error) {
	var present []Applied
	for _, k := range kinds {
		of := slices.DeleteFunc(slices.Clone(applied), func(a Applied) bool { return a.GroupKind() != k.GroupKind() })
		if len(of) == 0 {
			continue
		}
		names, err := s.names(ctx, k)
		if err != nil {
			return nil, err
		}
		present = append(present, slices.DeleteFunc(of, func(a Applied) bool { return !names.Has(a.NamespacedName) })...)
	}
	return present, nil
}

// names returns the names of all objects of a kind.
func (s *Shoot) names(ctx context.Context, k kind) (sets.Set[types.NamespacedName], error) {
	names := sets.New[types.NamespacedName]()
	list := &metav1.PartialObjectMetadataList{}
	for first := true; first || list.Continue != ""; first = false {
		next := list.Continue
		list = &metav1.PartialObjectMetadataList{}
		list.SetGroupVersionKind(k.GroupVersion().WithKind(k.Kind + "List"))
		if err := s.client.List(ctx, list, client.Limit(objectsPerPage), client.Continue(next)); err != nil {
			return nil, fmt.Errorf("failed to list objects of kind %s in the shoot: %w", k.Kind, err)
		}
		for i := range list.Items {
			names.Insert(client.ObjectKeyFromObject(&list.Items[i]))
		}
	}
	return names, nil
}

// appliedBy reads the inventory of a Kustomization. The managed fields of an object do not contain the version that the source has:
// kustomize-controller applies nothing if only the version has changed there (hasDrifted in fluxcd/pkg/ssa). The inventory it writes
// each time.
func appliedBy(kustomization *unstructured.Unstructured) ([]Applied, error) {
	// What it applies to another cluster is none of this shoot's.
	if _, elsewhere, _ := unstructured.NestedMap(kustomization.Object, "spec", "kubeConfig"); elsewhere || kustomization.GetDeletionTimestamp() != nil {
		return nil, nil
	}
	entries, _, err := unstructured.NestedSlice(kustomization.Object, "status", "inventory", "entries")
	if err != nil {
		return nil, fmt.Errorf("failed to read the inventory of %s in the shoot: %w", describe(kustomization), err)
	}
	var applied []Applied
	for _, entry := range entries {
		entry, _ := entry.(map[string]any)
		id, _ := entry["id"].(string)
		version, _ := entry["v"].(string)
		object, ok := parseInventoryID(id)
		if !ok || !isFluxGroup(object.Group) {
			continue
		}
		object.Version, object.By, object.Idle = version, client.ObjectKeyFromObject(kustomization), idleness(kustomization)
		applied = append(applied, object)
	}
	return applied, nil
}

// idleness returns why a Kustomization may not follow its source.
func idleness(kustomization *unstructured.Unstructured) Idleness {
	if isSuspended(kustomization) {
		return IdleSuspended
	}
	conditions, _, _ := unstructured.NestedSlice(kustomization.Object, "status", "conditions")
	for _, condition := range conditions {
		condition, _ := condition.(map[string]any)
		if condition["type"] == fluxmeta.ReadyCondition && condition["status"] != string(metav1.ConditionTrue) {
			return IdleNotReady
		}
	}
	return ""
}

// parseInventoryID takes an ID of the form namespace_name_group_kind apart. Kinds, groups and Flux's namespaces have no underscores; the
// name may have some (ParseObjMetadata in fluxcd/cli-utils).
func parseInventoryID(id string) (Applied, bool) {
	parts := strings.Split(id, "_")
	n := len(parts)
	if n < 4 {
		return Applied{}, false
	}
	return Applied{
		GroupVersionKind: schema.GroupVersionKind{Group: parts[n-2], Kind: parts[n-1]},
		NamespacedName:   types.NamespacedName{Namespace: parts[0], Name: strings.Join(parts[1:n-2], "_")},
	}, true
}
