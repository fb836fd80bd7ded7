// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package tree

import (
	"encoding/json"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// fluxManagers are the field managers by which Flux applies what the source has.
func fluxManagers() []string { return []string{"kustomize-controller", "helm-controller"} }

// isSuspendedByFlux reports whether Flux has applied that the object is suspended.
func isSuspendedByFlux(content *unstructured.Unstructured) bool {
	return slices.ContainsFunc(content.GetManagedFields(), func(entry metav1.ManagedFieldsEntry) bool {
		if !slices.Contains(fluxManagers(), entry.Manager) || entry.Subresource != "" || entry.FieldsV1 == nil {
			return false
		}
		var set struct {
			Spec struct {
				Suspend *json.RawMessage `json:"f:suspend"`
			} `json:"f:spec"`
		}
		return json.Unmarshal(entry.FieldsV1.GetRawBytes(), &set) == nil && set.Spec.Suspend != nil
	})
}
