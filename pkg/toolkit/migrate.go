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
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/conflict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/pages"
)

// workers is how many objects are written at a time. What limits them is the limit of the client.
const workers = 8

// Migrate prepares the shoot for CustomResourceDefinitions that have only the given versions, by their names, as 'flux migrate' does:
// it rewrites each object that may be stored in another version, and records that in status.storedVersions of the definition, without which
// no API server accepts the new one. It returns the definitions in which it has recorded that.
//
// It also moves managed fields to the version in which the objects are stored, if they name one that goes: an API server refuses to
// apply an object with managed fields in a version that it does not know.
//
// The content of the objects and their generation stay as they are, nothing is deleted, and it can be cut short and begun again at any
// point; what it remembers is not written again. That the API server cannot store the objects in a version that remains must have been
// excluded before.
func (m *Migrations) Migrate(ctx context.Context, shoot *Shoot, remaining map[string][]string) ([]string, error) {
	kinds, err := shoot.kinds(ctx)
	if err != nil {
		return nil, err
	}
	p := m.progressOf(shoot.technicalID)
	var migrated []string
	var failed failures
	for _, k := range kinds {
		versions, wanted := remaining[k.crd]
		if !wanted {
			continue
		}
		settled, err := shoot.migrateKind(ctx, k, versions, p)
		failed.add(err)
		if settled {
			migrated = append(migrated, k.crd)
		}
		if ctx.Err() != nil {
			break
		}
	}
	if failed.count == 0 {
		failed.add(ctx.Err()) // There may be kinds after the last one.
	}
	if failed.count == 0 {
		m.forget(shoot.technicalID)
	}
	return migrated, failed.err()
}

// migrateKind reports whether it has changed status.storedVersions.
func (s *Shoot) migrateKind(ctx context.Context, k kind, remaining []string, p *progress) (bool, error) {
	if !slices.Contains(remaining, k.storage) {
		return false, fmt.Errorf("objects of kind %s are stored in version %s, which is not among those that are to remain", k.Kind, k.storage)
	}
	isGone := func(version string) bool { return !slices.Contains(remaining, version) }
	stale := func(object *metav1.PartialObjectMetadata) bool {
		return slices.ContainsFunc(object.ManagedFields, func(entry metav1.ManagedFieldsEntry) bool {
			version, err := schema.ParseGroupVersion(entry.APIVersion)
			return err != nil || isGone(version.Version)
		})
	}
	all := slices.ContainsFunc(k.stored, isGone)
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

// rewriteAll rewrites the objects of a kind that are due, and records which it has. One that cannot be written does not keep it from the
// others.
func (s *Shoot) rewriteAll(ctx context.Context, k kind, w *written, due func(*metav1.PartialObjectMetadata) bool) error {
	var failed failures
	w.begin()
	wanted := func(object *metav1.PartialObjectMetadata) (metav1.PartialObjectMetadata, bool, error) {
		return *object, due(object), nil
	}
	err := pages.Walk(ctx, s.client, pages.Metadata(k.GroupVersionKind), wanted, func(objects []metav1.PartialObjectMetadata) error {
		errs := make([]error, len(objects))
		workqueue.ParallelizeUntil(ctx, workers, len(objects), func(i int) {
			if errs[i] = s.rewrite(ctx, &objects[i], k.GroupKind().WithVersion(k.storage).GroupVersion().String()); errs[i] == nil {
				w.add(&objects[i])
			}
		})
		over := ctx.Err()
		// What was under way when the time was over has failed for no reason of its own.
		for _, err := range errs {
			if over == nil || !errors.Is(err, over) {
				failed.add(err)
			}
		}
		if over != nil {
			return fmt.Errorf("there are objects of kind %s in the shoot that are not rewritten yet: %w", k.Kind, over)
		}
		return nil
	})
	if err != nil {
		return errors.Join(err, failed.err())
	}
	w.end()
	return failed.err()
}

// rewrite makes the API server store an object again, which it does in its storage version.
func (s *Shoot) rewrite(ctx context.Context, object *metav1.PartialObjectMetadata, apiVersion string) error {
	name := describe(object)
	conflicted := false
	err := conflict.Retry(ctx, func() error {
		err := s.rewriteOnce(ctx, object, apiVersion, conflicted)
		conflicted = true
		return err
	})
	if client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to rewrite %s in the shoot: %w", name, err)
	}
	return nil
}

// rewriteOnce rewrites an object if it is still as it was read. With reread, it is read again before.
func (s *Shoot) rewriteOnce(ctx context.Context, object *metav1.PartialObjectMetadata, apiVersion string, reread bool) error {
	if reread {
		if err := s.client.Get(ctx, client.ObjectKeyFromObject(object), object); err != nil {
			return err
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
	return s.client.Patch(ctx, object, client.RawPatch(client.Merge.Type(), patch), fieldOwner)
}

// settle records that all objects are stored in the storage version. Had the definition changed since it was read before
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
		return fmt.Errorf("failed to record in CustomResourceDefinition %s of the shoot that all objects are stored in version %s: %w", k.crd, k.storage, err)
	}
	return nil
}
