// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"maps"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	resourcesv1alpha1 "github.com/gardener/gardener/pkg/apis/resources/v1alpha1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
)

// Stage defines which parts of Flux the extension delivers to a shoot.
type Stage int

const (
	// StageManaged delivers Flux, the sources and the root Kustomization, and keeps them as configured.
	StageManaged Stage = iota
	// StageBootstrap delivers the same objects as StageManaged and prepares their release: the objects remain in the shoot
	// when they are no longer delivered, and Flux may manage itself from a source.
	StageBootstrap
	// StageBootstrapped only delivers credentials, copies and shoot info, after the release of Flux, the sources and the
	// root Kustomization.
	StageBootstrapped
)

// protect protects an object from changes or pruning by Flux if a source also contains the object.
func (s Stage) protect(object *unstructured.Unstructured) {
	switch {
	case s == StageManaged:
		setUnreconciled(object)
	case isKept(object):
		// A source may change the object. The object remains in the shoot if the source no longer contains it, because other
		// objects depend on it.
		setKeepObject(object)
		setUnpruned(object)
	}
}

// isKept returns whether the deletion of the object would delete other objects or stop the sync.
func isKept(object *unstructured.Unstructured) bool {
	return object.GetKind() == kindCRD || isSync(object)
}

func isSync(object *unstructured.Unstructured) bool {
	group := object.GroupVersionKind().Group
	return group == sourcev1.GroupVersion.Group || group == kustomizev1.GroupVersion.Group
}

// keptNamespaces renders namespaces that neither Flux nor gardener-resource-manager deletes. The namespaces have no
// labels, because a user or a different tool may set labels.
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

// Leave changes rendered manifests of StageManaged so that their objects can be released, as in StageBootstrap. Any
// version of the extension may have rendered the manifests.
func Leave(rendered []byte) ([]byte, error) {
	return edit(rendered, func(object *unstructured.Unstructured) bool {
		annotations := object.GetAnnotations()
		delete(annotations, annotationReconcile)
		object.SetAnnotations(annotations)
		StageBootstrap.protect(object)
		return false
	})
}

// WithoutSync removes the sources and the root Kustomization from the Config of a bundle.
func WithoutSync(config []byte) ([]byte, error) {
	return edit(config, isSync)
}

// Suspension is the desired spec.suspend of an object.
type Suspension struct {
	Kind string
	types.NamespacedName
	Suspended bool
}

// SetSuspended sets spec.suspend of the given objects in the Config of a bundle.
func SetSuspended(config []byte, suspensions ...Suspension) ([]byte, error) {
	return edit(config, func(object *unstructured.Unstructured) bool {
		for _, s := range suspensions {
			if object.GetKind() != s.Kind || object.GetNamespace() != s.Namespace || object.GetName() != s.Name {
				continue
			}
			spec, _ := object.Object["spec"].(map[string]any)
			if suspended, _ := spec["suspend"].(bool); spec != nil && suspended != s.Suspended {
				spec["suspend"] = s.Suspended
			}
		}
		return false
	})
}

// setKeepObject makes gardener-resource-manager keep the object in the shoot when its ManagedResource no longer
// contains it or is deleted (gardener/docs/concepts/resource-manager.md).
func setKeepObject(object *unstructured.Unstructured) {
	object.SetAnnotations(withEntry(object.GetAnnotations(), resourcesv1alpha1.KeepObject, "true"))
}

// annotationReconcile excludes an object from reconciliation by kustomize-controller.
const annotationReconcile = "kustomize.toolkit.fluxcd.io/reconcile"

// setUnreconciled prevents kustomize-controller from applying or pruning the object. 'flux bootstrap' commits Flux, the
// source and the root Kustomization to the repository of the source, with the same names. Without the annotation, two
// controllers would apply the same object, and the root Kustomization would prune Flux and all
// CustomResourceDefinitions after a change of its source or path. kustomize-controller reads the annotation from the
// object in the cluster. It still reconciles the content of a Kustomization that has the annotation (fluxcd/pkg:
// ssa/manager_apply.go, manager_delete.go; kustomize-controller: deleteObjects).
func setUnreconciled(object *unstructured.Unstructured) {
	object.SetAnnotations(withEntry(object.GetAnnotations(), annotationReconcile, kustomizev1.DisabledValue))
}

// setUnpruned prevents kustomize-controller from pruning the object if a source no longer contains it. A source may
// still contain the object, for example to set labels.
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
