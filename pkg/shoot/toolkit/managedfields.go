// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import (
	"encoding/json"
	"errors"
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// moveManagedFields moves the entries to the given version, as PatchMigrateToVersion in fluxcd/pkg/ssa does,
// and reports whether that changes them. It unites entries that differ only in the version, because an API
// server would drop one of them. The work grows linearly: an API server may answer with tens of thousands of
// entries.
func moveManagedFields(entries []metav1.ManagedFieldsEntry, apiVersion string) ([]metav1.ManagedFieldsEntry, bool, error) {
	type owner struct {
		manager, subresource string
		operation            metav1.ManagedFieldsOperationType
	}
	changed := false
	var moved []metav1.ManagedFieldsEntry
	at, united := map[owner]int{}, map[int]map[string]any{}
	for _, entry := range entries {
		changed = changed || entry.APIVersion != apiVersion
		entry.APIVersion = apiVersion
		of := owner{entry.Manager, entry.Subresource, entry.Operation}
		i, known := at[of]
		if !known {
			at[of] = len(moved)
			moved = append(moved, entry)
			continue
		}
		if moved[i].Time.Before(entry.Time) {
			moved[i].Time = entry.Time
		}
		var err error
		if united[i] == nil {
			if united[i], err = treeOf(moved[i].FieldsV1); err != nil {
				return nil, false, err
			}
		}
		other, err := treeOf(entry.FieldsV1)
		if err != nil {
			return nil, false, err
		}
		uniteTrees(united[i], other)
	}
	for i, tree := range united {
		raw, err := json.Marshal(tree)
		if err != nil {
			return nil, false, fmt.Errorf("failed to write managed fields: %w", err)
		}
		moved[i].FieldsV1 = metav1.NewFieldsV1(string(raw))
	}
	return moved, changed, nil
}

// treeOf decodes the fields, which form a tree of names.
func treeOf(fields *metav1.FieldsV1) (map[string]any, error) {
	if fields == nil {
		return nil, errors.New("managed fields without fields")
	}
	tree := map[string]any{}
	if err := json.Unmarshal(fields.GetRawBytes(), &tree); err != nil {
		return nil, fmt.Errorf("failed to read managed fields: %w", err)
	}
	if tree == nil {
		return nil, errors.New("managed fields without fields")
	}
	return tree, nil
}

// uniteTrees adds b to a.
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
