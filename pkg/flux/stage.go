// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"maps"
	"slices"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
)

// Stage defines how much of Flux itself a shoot gets.
type Stage int

const (
	// StageManaged delivers Flux, sources and root Kustomization, and keeps them as configured.
	StageManaged Stage = iota
	// StageBootstrap delivers the same objects for a later release: they remain in the shoot after the end of their
	// delivery, and Flux may manage itself from a source.
	StageBootstrap
	// StageBootstrapped delivers only credentials, copies and shoot info. Flux, source and root Kustomization
	// were released.
	StageBootstrapped
)

// protect protects an object from Flux, which may find the object in a source.
func (s Stage) protect(object *unstructured.Unstructured) {
	switch {
	case s == StageManaged:
		setUnreconciled(object)
	case isKept(object):
		// Other objects depend on this object. A source may change it, and it remains in the shoot after the source
		// drops it.
		setKeepObject(object)
		setUnpruned(object)
	}
}

// isKept returns whether the deletion of the object would delete other objects or end the sync.
func isKept(object *unstructured.Unstructured) bool {
	return object.GetKind() == kindCRD || isSync(object)
}

func isSync(object *unstructured.Unstructured) bool {
	group := object.GroupVersionKind().Group
	return group == sourcev1.GroupVersion.Group || group == kustomizev1.GroupVersion.Group
}

// keptNamespaces renders namespaces that Flux and gardener-resource-manager keep. They have no labels, because the
// user or another tool may set them.
func keptNamespaces(names []string) []*unstructured.Unstructured {
	var result []*unstructured.Unstructured
	for _, name := range names {
		namespace := &unstructured.Unstructured{}
		namespace.SetAPIVersion("v1")
		namespace.SetKind(kindNamespace)
		namespace.SetName(name)
		setUnpruned(namespace)
		setKeepObject(namespace)
		result = append(result, namespace)
	}
	return result
}

// Leave changes manifests of StageManaged so that their objects can be released as in StageBootstrap. The manifests
// may be of any version.
func Leave(rendered []byte) ([]byte, error) {
	return edit(rendered, func(objects []*unstructured.Unstructured) []*unstructured.Unstructured {
		for _, object := range objects {
			annotations := object.GetAnnotations()
			delete(annotations, annotationReconcile)
			object.SetAnnotations(annotations)
			StageBootstrap.protect(object)
		}
		return objects
	})
}

// WithoutSync removes the sources and the root Kustomization from the Config of a bundle.
func WithoutSync(config []byte) ([]byte, error) {
	return edit(config, func(objects []*unstructured.Unstructured) []*unstructured.Unstructured {
		return slices.DeleteFunc(objects, isSync)
	})
}

// Suspension is the desired spec.suspend of an object.
type Suspension struct {
	Kind string
	types.NamespacedName
	Suspended bool
}

// SetSuspended sets spec.suspend of objects in the Config of a bundle, and leaves everything else unchanged.
func SetSuspended(config []byte, suspensions ...Suspension) ([]byte, error) {
	return edit(config, func(objects []*unstructured.Unstructured) []*unstructured.Unstructured {
		for _, object := range objects {
			for _, s := range suspensions {
				if object.GetKind() != s.Kind || object.GetNamespace() != s.Namespace || object.GetName() != s.Name {
					continue
				}
				spec, _ := object.Object["spec"].(map[string]any)
				if suspended, _ := spec["suspend"].(bool); spec != nil && suspended != s.Suspended {
					spec["suspend"] = s.Suspended
				}
			}
		}
		return objects
	})
}

// setKeepObject makes gardener-resource-manager keep the object in the shoot when its ManagedResource drops it
// or is deleted (gardener/docs/concepts/resource-manager.md).
func setKeepObject(object *unstructured.Unstructured) {
	object.SetAnnotations(withEntry(object.GetAnnotations(), resourcesv1alpha1.KeepObject, "true"))
}

// annotationReconcile excludes an object in a source from reconciliation by kustomize-controller.
const annotationReconcile = "kustomize.toolkit.fluxcd.io/reconcile"

// setUnreconciled makes kustomize-controller neither apply nor prune the object. 'flux bootstrap' writes Flux, the
// source and the root Kustomization into the source that they sync, under the same names. Without the annotation,
// two controllers would apply one object, and the root Kustomization would prune Flux with all
// CustomResourceDefinitions after a change of its source or path. kustomize-controller reads the annotation in the
// cluster, and still reconciles a Kustomization with the annotation (fluxcd/pkg: ssa/manager_apply.go,
// manager_delete.go; kustomize-controller: deleteObjects).
func setUnreconciled(object *unstructured.Unstructured) {
	object.SetAnnotations(withEntry(object.GetAnnotations(), annotationReconcile, kustomizev1.DisabledValue))
}

// setUnpruned makes kustomize-controller keep the object after its source drops it. Until then, the source may set
// labels.
func setUnpruned(object *unstructured.Unstructured) {
	object.SetAnnotations(withEntry(object.GetAnnotations(), kustomizev1.GroupVersion.Group+"/prune", kustomizev1.DisabledValue))
}

// withEntry returns a copy of the entries with an additional entry.
func withEntry(entries map[string]string, key, value string) map[string]string {
	result := make(map[string]string, len(entries)+1)
	maps.Copy(result, entries)
	result[key] = value
	return result
}
