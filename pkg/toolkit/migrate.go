// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/util/retry"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// objectsPerPage bounds the memory for the metadata of objects.
const objectsPerPage = 250

// Migrate prepares the shoot for CustomResourceDefinitions that have only the given versions, by their names, as 'flux migrate' does:
// it rewrites each object that may be stored in another version, and says so in status.storedVersions of the definition, without which no
// API server takes the new one. It returns the definitions of which it has said so.
//
// It also brings managed fields to the version in which the objects are stored, if they name one that goes: an API server refuses to
// apply an object with managed fields in a version that it does not know.
//
// The content of the objects and their generation stay as they are, nothing is deleted, and it can be cut short and begun again at any
// point. That the API server cannot store the objects in a version that remains must have been excluded before.
func (s *Shoot) Migrate(ctx context.Context, remaining map[string][]string) ([]string, error) {
	kinds, err := s.kinds(ctx)
	if err != nil {
		return nil, err
	}
	var migrated []string
	var failed []error
	for _, k := range kinds {
		versions, wanted := remaining[k.crd]
		if !wanted {
			continue
		}
		settled, err := s.migrateKind(ctx, k, versions)
		if err != nil && ctx.Err() != nil {
			return migrated, err
		}
		if err != nil {
			failed = append(failed, err)
		}
		if settled {
			migrated = append(migrated, k.crd)
		}
	}
	return migrated, summarize(failed)
}

// migrateKind tells whether it has changed which versions the API server takes for stored.
func (s *Shoot) migrateKind(ctx context.Context, k kind, remaining []string) (bool, error) {
	if !slices.Contains(remaining, k.storage) {
		return false, fmt.Errorf("objects of kind %s are stored in version %s, which is not among those that are to remain", k.Kind, k.storage)
	}
	isGone := func(version string) bool { return !slices.Contains(remaining, version) }
	all := slices.ContainsFunc(k.stored, isGone)
	stale := func(object *metav1.PartialObjectMetadata) bool {
		return slices.ContainsFunc(object.ManagedFields, func(entry metav1.ManagedFieldsEntry) bool {
			version, err := schema.ParseGroupVersion(entry.APIVersion)
			return err != nil || isGone(version.Version)
		})
	}

	var failed []error
	list := &metav1.PartialObjectMetadataList{}
	for first := true; first || list.Continue != ""; first = false {
		next := list.Continue
		list = &metav1.PartialObjectMetadataList{}
		list.SetGroupVersionKind(k.GroupVersion().WithKind(k.Kind + "List"))
		if err := s.client.List(ctx, list, client.Limit(objectsPerPage), client.Continue(next)); err != nil {
			return false, fmt.Errorf("failed to list objects of kind %s in the shoot: %w", k.Kind, err)
		}
		for i := range list.Items {
			object := &list.Items[i]
			if !all && !stale(object) {
				continue
			}
			object.SetGroupVersionKind(k.GroupVersionKind)
			err := s.rewrite(ctx, object, k.GroupKind().WithVersion(k.storage).GroupVersion().String())
			if err != nil && ctx.Err() != nil {
				return false, err
			}
			if err != nil {
				failed = append(failed, err)
			}
		}
	}
	if len(failed) > 0 || !all {
		return false, summarize(failed)
	}
	return true, s.settle(ctx, k)
}

// rewrite has the API server store an object anew, which it does in its storage version. It writes nothing that is stored so already.
func (s *Shoot) rewrite(ctx context.Context, object *metav1.PartialObjectMetadata, apiVersion string) error {
	name := describe(object)
	conflicted := false
	err := retry.RetryOnConflict(retry.DefaultBackoff, func() error {
		if conflicted {
			if err := s.client.Get(ctx, client.ObjectKeyFromObject(object), object); err != nil {
				return err
			}
		}
		conflicted = true
		metadata := map[string]any{"resourceVersion": object.ResourceVersion}
		managed, changed, err := moveManagedFields(object.ManagedFields, apiVersion)
		if err != nil {
			return err
		}
		if changed {
			metadata["managedFields"] = managed
		}
		patch, err := json.Marshal(map[string]any{"metadata": metadata})
		if err != nil {
			return err
		}
		return s.client.Patch(ctx, object, client.RawPatch(client.Merge.Type(), patch), fieldOwner)
	})
	if client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to rewrite %s in the shoot: %w", name, err)
	}
	return nil
}

// settle tells the API server that all objects are stored in its storage version. Had the definition changed since it was read before
// the objects, that would not be certain.
func (s *Shoot) settle(ctx context.Context, k kind) error {
	crd := &metav1.PartialObjectMetadata{}
	crd.SetGroupVersionKind(apiextensionsv1.SchemeGroupVersion.WithKind("CustomResourceDefinition"))
	crd.Name = k.crd
	patch, err := json.Marshal(map[string]any{
		"metadata": map[string]any{"resourceVersion": k.resourceVersion},
		"status":   map[string]any{"storedVersions": []string{k.storage}},
	})
	if err != nil {
		return err
	}
	if err := s.client.Status().Patch(ctx, crd, client.RawPatch(client.Merge.Type(), patch), fieldOwner); client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to note in CustomResourceDefinition %s of the shoot that all objects are stored in version %s: %w", k.crd, k.storage, err)
	}
	return nil
}

// moveManagedFields returns the entries in the given version, as PatchMigrateToVersion in fluxcd/pkg/ssa does, and tells whether that
// changes them. Entries that differ in nothing but the version become one: of two, an API server would forget the first.
func moveManagedFields(entries []metav1.ManagedFieldsEntry, apiVersion string) ([]metav1.ManagedFieldsEntry, bool, error) {
	changed := false
	var moved []metav1.ManagedFieldsEntry
	for _, entry := range entries {
		changed = changed || entry.APIVersion != apiVersion
		entry.APIVersion = apiVersion
		i := slices.IndexFunc(moved, func(other metav1.ManagedFieldsEntry) bool {
			return other.Manager == entry.Manager && other.Operation == entry.Operation && other.Subresource == entry.Subresource
		})
		if i < 0 {
			moved = append(moved, entry)
			continue
		}
		fields, err := unite(moved[i].FieldsV1, entry.FieldsV1)
		if err != nil {
			return nil, false, err
		}
		if moved[i].Time.Before(entry.Time) {
			moved[i].Time = entry.Time
		}
		moved[i].FieldsV1 = fields
	}
	return moved, changed, nil
}

// unite returns the fields of both. They are a tree of names.
func unite(one, other *metav1.FieldsV1) (*metav1.FieldsV1, error) {
	if one == nil || other == nil {
		return one, errors.New("managed fields without fields")
	}
	var a, b map[string]any
	if err := json.Unmarshal(one.Raw, &a); err != nil {
		return nil, fmt.Errorf("failed to read managed fields: %w", err)
	}
	if err := json.Unmarshal(other.Raw, &b); err != nil {
		return nil, fmt.Errorf("failed to read managed fields: %w", err)
	}
	raw, err := json.Marshal(uniteTrees(a, b))
	if err != nil {
		return nil, fmt.Errorf("failed to write managed fields: %w", err)
	}
	return &metav1.FieldsV1{Raw: raw}, nil
}

func uniteTrees(a, b map[string]any) map[string]any {
	for name, below := range b {
		inA, _ := a[name].(map[string]any)
		inB, _ := below.(map[string]any)
		if inA == nil {
			a[name] = below
			continue
		}
		a[name] = uniteTrees(inA, inB)
	}
	return a
}
