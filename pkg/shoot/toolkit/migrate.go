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

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/responses"
)

// workers is the number of concurrent writes. The client also limits the rate of writes.
const workers = 8

// Migrate prepares the shoot for CustomResourceDefinitions that have only the remaining versions, as 'flux migrate'
// does: it rewrites each object that may be stored in a removed version, and then updates status.storedVersions.
// Otherwise, the API server would refuse the new definitions. Migrate returns the updated definitions.
//
// If managed fields of an object name a removed version, Migrate moves them to the storage version, because an API
// server refuses to apply an object whose managed fields have an unknown version.
//
// Content and generation of the objects do not change, and nothing is deleted. Migrate can be interrupted and repeated
// at any point; it does not write recorded objects again. The caller must make sure that the storage version remains.
func (s *Shoot) Migrate(ctx context.Context, migrations *Migrations, remaining map[string][]string) ([]string, error) {
	kinds, err := s.kinds(ctx)
	if err != nil {
		return nil, err
	}
	var migrated []string
	var failed Failures
	for _, k := range kinds {
		versions, ok := remaining[k.CRD]
		if !ok {
			continue
		}
		settled, err := s.migrateKind(ctx, k, versions, migrations)
		failed.Add(err)
		if settled {
			migrated = append(migrated, k.CRD)
		}
		if ctx.Err() != nil {
			break
		}
	}
	if failed.Count == 0 {
		failed.Add(ctx.Err()) // The remaining kinds were skipped.
	}
	return migrated, failed.Err()
}

// migrateKind migrates the objects of a kind, and reports whether it has updated status.storedVersions.
func (s *Shoot) migrateKind(ctx context.Context, k kind, remaining []string, migrations *Migrations) (bool, error) {
	if !slices.Contains(remaining, k.Storage) {
		return false, fmt.Errorf("objects of kind %s are stored in version %s, which the new CustomResourceDefinition lacks", k.Kind, k.Storage)
	}
	isGone := func(version string) bool { return !slices.Contains(remaining, version) }
	stale := func(object *metadata) bool {
		return slices.ContainsFunc(object.ManagedFields, func(entry metav1.ManagedFieldsEntry) bool {
			of, err := schema.ParseGroupVersion(entry.APIVersion)
			return err != nil || isGone(of.Version)
		})
	}
	all := slices.ContainsFunc(k.Stored, isGone)
	v := version{s.technicalID, k.UID, k.Generation}
	w := migrations.writtenOf(v)
	err := s.rewriteAll(ctx, k, w, func(object *metadata) bool { return stale(object) || all && !w.has(object) })
	if err == nil && all {
		err = s.settle(ctx, k)
	}
	if err != nil {
		return false, err
	}
	migrations.settled(v)
	return all, nil
}

// rewriteAll rewrites the due objects of a kind, and records them. It continues if an object cannot be written.
func (s *Shoot) rewriteAll(ctx context.Context, k kind, w *written, due func(*metadata) bool) error {
	var failed Failures
	wanted := func(object *metadata) (metadata, bool) {
		return *object, due(object)
	}
	err := responses.WalkPages(ctx, s.client, responses.Metadata(k.GroupVersionKind), wanted, func(objects []metadata) error {
		errs := make([]error, len(objects))
		workqueue.ParallelizeUntil(ctx, workers, len(objects), func(i int) {
			if errs[i] = s.rewrite(ctx, &objects[i], k.GroupKind().WithVersion(k.Storage).GroupVersion().String()); errs[i] == nil {
				w.add(&objects[i])
			}
		})
		over := ctx.Err()
		// Do not report writes that the deadline interrupted as failures.
		for _, err := range errs {
			if over == nil || !errors.Is(err, over) {
				failed.Add(err)
			}
		}
		if over != nil {
			return fmt.Errorf("objects of kind %s in the shoot are not rewritten yet: %w", k.Kind, over)
		}
		return nil
	})
	if err != nil {
		return errors.Join(err, failed.Err())
	}
	return failed.Err()
}

// rewrite makes the API server store an object again in its storage version.
func (s *Shoot) rewrite(ctx context.Context, object *metadata, apiVersion string) error {
	name, stale := DescribeObject(object), false
	err := kube.RetryOnConflict(ctx, func() error {
		if stale {
			if err := s.client.Get(ctx, client.ObjectKeyFromObject(object), object); err != nil {
				return err
			}
		}
		stale = true
		patch, err := rewritePatch(object, apiVersion)
		if err != nil {
			return err
		}
		return s.client.Patch(ctx, object, patch, fieldOwner)
	})
	if client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to rewrite %s in the shoot: %w", name, responses.Brief(err))
	}
	return nil
}

// rewritePatch returns a patch that the API server accepts only if the object has not changed since it was read.
func rewritePatch(object *metadata, apiVersion string) (client.Patch, error) {
	fields := map[string]any{"resourceVersion": object.ResourceVersion}
	managed, changed, err := moveManagedFields(object.ManagedFields, apiVersion)
	if err != nil {
		return nil, err
	}
	if changed {
		fields["managedFields"] = managed
	}
	return kube.MergePatch{"metadata": fields}, nil
}

// settle records in status.storedVersions that all objects are stored in the storage version. It fails if the
// definition has changed since it was read.
func (s *Shoot) settle(ctx context.Context, k kind) error {
	crd := metadataNamed(definitionKind(), client.ObjectKey{Name: k.CRD})
	patch := kube.MergePatch{
		"metadata": map[string]any{"resourceVersion": k.ResourceVersion},
		"status":   map[string]any{"storedVersions": []string{k.Storage}},
	}
	if err := s.client.Status().Patch(ctx, crd, patch, fieldOwner); client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to record in CustomResourceDefinition %s of the shoot that all objects are stored in version %s: %w", k.CRD, k.Storage, responses.Brief(err))
	}
	return nil
}

// moveManagedFields moves the entries to the given version, like PatchMigrateToVersion in fluxcd/pkg/ssa, and reports
// whether any entry has changed. It merges entries that differ only in the version, because an API server would drop
// one of them. It runs in linear time, because a response may have tens of thousands of entries.
func moveManagedFields(entries []metav1.ManagedFieldsEntry, apiVersion string) ([]metav1.ManagedFieldsEntry, bool, error) {
	type owner struct {
		manager, subresource string
		operation            metav1.ManagedFieldsOperationType
	}
	if !slices.ContainsFunc(entries, func(entry metav1.ManagedFieldsEntry) bool { return entry.APIVersion != apiVersion }) {
		return entries, false, nil
	}
	var moved []metav1.ManagedFieldsEntry
	at, trees := map[owner]int{}, []map[string]any{}
	for _, entry := range entries {
		tree, err := treeOf(entry.FieldsV1)
		if err != nil {
			return nil, false, err
		}
		entry.APIVersion = apiVersion
		of := owner{entry.Manager, entry.Subresource, entry.Operation}
		i, ok := at[of]
		if !ok {
			at[of] = len(moved)
			moved, trees = append(moved, entry), append(trees, tree)
			continue
		}
		if moved[i].Time.Before(entry.Time) {
			moved[i].Time = entry.Time
		}
		uniteTrees(trees[i], tree)
	}
	for i, tree := range trees {
		raw, err := json.Marshal(tree)
		if err != nil {
			return nil, false, fmt.Errorf("failed to write managed fields: %w", err)
		}
		moved[i].FieldsV1 = metav1.NewFieldsV1(string(raw))
	}
	return moved, true, nil
}

// treeOf decodes the fields, which form a tree of names.
func treeOf(fields *metav1.FieldsV1) (map[string]any, error) {
	var tree map[string]any
	if fields != nil {
		if err := json.Unmarshal(fields.GetRawBytes(), &tree); err != nil {
			return nil, fmt.Errorf("failed to read managed fields: %w", err)
		}
	}
	if tree == nil {
		return nil, errors.New("managed fields without fields")
	}
	return tree, nil
}

// uniteTrees merges b into a.
func uniteTrees(a, b map[string]any) {
	for name, below := range b {
		inA, _ := a[name].(map[string]any)
		inB, _ := below.(map[string]any)
		if inA == nil {
			a[name] = below
			continue
		}
		uniteTrees(inA, inB)
	}
}
