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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
)

// workers is the number of concurrent writes. The rate limit of the client is the actual limit.
const workers = 8

// Migrate prepares the shoot for CustomResourceDefinitions with only the given versions, by their names, as
// 'flux migrate' does: it rewrites each object that may be stored in another version, and updates
// status.storedVersions, without which no API server accepts the new definition. It returns the updated
// definitions.
//
// It also moves managed fields to the storage version if they name a removed one: an API server refuses to
// apply an object whose managed fields have an unknown version.
//
// Content and generation of the objects do not change, and nothing is deleted. Migrate can be interrupted and
// repeated at any point; it does not write recorded objects again. The caller must make sure that the storage
// version remains.
func (s *Shoot) Migrate(ctx context.Context, migrations *Migrations, remaining map[string][]string) ([]string, error) {
	kinds, err := s.kinds(ctx)
	if err != nil {
		return nil, err
	}
	p := migrations.progressOf(s.technicalID)
	var migrated []string
	var failed Failures
	for _, k := range kinds {
		versions, wanted := remaining[k.CRD]
		if !wanted {
			continue
		}
		settled, err := s.migrateKind(ctx, k, versions, p)
		failed.Add(err)
		if settled {
			migrated = append(migrated, k.CRD)
		}
		if ctx.Err() != nil {
			break
		}
	}
	if failed.Count == 0 {
		failed.Add(ctx.Err()) // Kinds after the last one may be missing.
	}
	if failed.Count == 0 {
		migrations.forget(s.technicalID)
	}
	return migrated, failed.Err()
}

// migrateKind reports whether it has updated status.storedVersions.
func (s *Shoot) migrateKind(ctx context.Context, k kind, remaining []string, p *progress) (bool, error) {
	if !slices.Contains(remaining, k.Storage) {
		return false, fmt.Errorf("objects of kind %s are stored in version %s, which does not remain", k.Kind, k.Storage)
	}
	isGone := func(version string) bool { return !slices.Contains(remaining, version) }
	stale := func(object *metav1.PartialObjectMetadata) bool {
		return slices.ContainsFunc(object.ManagedFields, func(entry metav1.ManagedFieldsEntry) bool {
			version, err := schema.ParseGroupVersion(entry.APIVersion)
			return err != nil || isGone(version.Version)
		})
	}
	all := slices.ContainsFunc(k.Stored, isGone)
	w := p.writtenOf(k)
	err := s.rewriteAll(ctx, k, w, func(object *metav1.PartialObjectMetadata) bool { return stale(object) || all && !w.has(object) })
	if err == nil && all {
		err = s.settle(ctx, k)
	}
	if err != nil {
		return false, err
	}
	p.settled(k)
	return all, nil
}

// rewriteAll rewrites the due objects of a kind, and records them. It continues after an object that cannot
// be written.
func (s *Shoot) rewriteAll(ctx context.Context, k kind, w *written, due func(*metav1.PartialObjectMetadata) bool) error {
	var failed Failures
	w.begin()
	wanted := func(object *metav1.PartialObjectMetadata) (metav1.PartialObjectMetadata, bool) {
		return *object, due(object)
	}
	err := answers.WalkPages(ctx, s.client, answers.Metadata(k.GroupVersionKind), wanted, func(objects []metav1.PartialObjectMetadata) error {
		errs := make([]error, len(objects))
		workqueue.ParallelizeUntil(ctx, workers, len(objects), func(i int) {
			if errs[i] = s.rewrite(ctx, &objects[i], k.GroupKind().WithVersion(k.Storage).GroupVersion().String()); errs[i] == nil {
				w.add(&objects[i])
			}
		})
		over := ctx.Err()
		// Writes that the deadline interrupted have not failed for a reason of their own.
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
	w.end()
	return failed.Err()
}

// rewrite lets the API server store an object again, in its storage version.
func (s *Shoot) rewrite(ctx context.Context, object *metav1.PartialObjectMetadata, apiVersion string) error {
	name := DescribeObject(object)
	conflicted := false
	err := kube.RetryOnConflict(ctx, func() error {
		err := s.rewriteOnce(ctx, object, apiVersion, conflicted)
		conflicted = true
		return err
	})
	if client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to rewrite %s in the shoot: %w", name, err)
	}
	return nil
}

// rewriteOnce rewrites an object if it has not changed since it was read. With reread, it reads the object
// first.
func (s *Shoot) rewriteOnce(ctx context.Context, object *metav1.PartialObjectMetadata, apiVersion string, reread bool) error {
	if reread {
		if err := s.client.Get(ctx, client.ObjectKeyFromObject(object), object); err != nil {
			return answers.Brief(err)
		}
	}
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
	return answers.Brief(s.client.Patch(ctx, object, client.RawPatch(client.Merge.Type(), patch), fieldOwner))
}

// settle records that all objects are stored in the storage version. It requires that the definition has not
// changed since it was read before the objects.
func (s *Shoot) settle(ctx context.Context, k kind) error {
	crd := metadataNamed(definitionKind(), client.ObjectKey{Name: k.CRD})
	patch, err := json.Marshal(map[string]any{
		"metadata": map[string]any{"resourceVersion": k.ResourceVersion},
		"status":   map[string]any{"storedVersions": []string{k.Storage}},
	})
	if err != nil {
		return err
	}
	if err := s.client.Status().Patch(ctx, crd, client.RawPatch(client.Merge.Type(), patch), fieldOwner); client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to record in CustomResourceDefinition %s of the shoot that all objects are stored in version %s: %w", k.CRD, k.Storage, answers.Brief(err))
	}
	return nil
}
