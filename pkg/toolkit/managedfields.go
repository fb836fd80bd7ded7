// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// moveManagedFields returns the entries in the given version, as PatchMigrateToVersion in fluxcd/pkg/ssa does, and reports whether that
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
	if err := json.Unmarshal(one.GetRawBytes(), &a); err != nil {
		return nil, fmt.Errorf("failed to read managed fields: %w", err)
	}
	if err := json.Unmarshal(other.GetRawBytes(), &b); err != nil {
		return nil, fmt.Errorf("failed to read managed fields: %w", err)
	}
	raw, err := json.Marshal(uniteTrees(a, b))
	if err != nil {
		return nil, fmt.Errorf("failed to write managed fields: %w", err)
	}
	return metav1.NewFieldsV1(string(raw)), nil
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
