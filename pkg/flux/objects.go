// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"maps"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// setKeepObject makes gardener-resource-manager leave the object in the shoot when it drops out of its ManagedResource
// or the ManagedResource is deleted (gardener/docs/concepts/resource-manager.md).
func setKeepObject(object *unstructured.Unstructured) {
	object.SetAnnotations(withEntry(object.GetAnnotations(), resourcesv1alpha1.KeepObject, "true"))
}

// annotationReconcile has kustomize-controller leave an object alone that it finds in a source.
const annotationReconcile = "kustomize.toolkit.fluxcd.io/reconcile"

// setUnreconciled has kustomize-controller neither apply nor prune the object, wherever it finds it in a source: 'flux bootstrap'
// writes Flux, the source and the root Kustomization into the very source that they sync, under the names they have here.
// Without it, two would apply one object; and the root would prune Flux with all CustomResourceDefinitions as soon as it
// is pointed elsewhere. An annotation in the cluster is enough for both, and does not keep kustomize-controller from reconciling
// a Kustomization that has it (fluxcd/pkg: ssa/manager_apply.go, manager_delete.go; kustomize-controller: deleteObjects).
func setUnreconciled(object *unstructured.Unstructured) {
	object.SetAnnotations(withEntry(object.GetAnnotations(), annotationReconcile, kustomizev1.DisabledValue))
}

// setUnpruned has kustomize-controller leave the object when it is in a source no more. Until then it may be labelled there.
func setUnpruned(object *unstructured.Unstructured) {
	object.SetAnnotations(withEntry(object.GetAnnotations(), kustomizev1.GroupVersion.Group+"/prune", kustomizev1.DisabledValue))
}

// withEntry returns a copy of the entries with one more.
func withEntry(entries map[string]string, key, value string) map[string]string {
	result := make(map[string]string, len(entries)+1)
	maps.Copy(result, entries)
	result[key] = value
	return result
}
