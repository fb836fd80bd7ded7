// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"cmp"
	"strings"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
)

const (
	kindSecret     = "Secret"
	kindConfigMap  = "ConfigMap"
	kindNamespace  = "Namespace"
	kindDefinition = "CustomResourceDefinition"
)

// Labels or annotations of objects that kustomize-controller obeys.
const (
	annotationSubstitute = "kustomize.toolkit.fluxcd.io/substitute"
	annotationPrune      = "kustomize.toolkit.fluxcd.io/prune"
	annotationReconcile  = "kustomize.toolkit.fluxcd.io/reconcile"
	annotationSSA        = "kustomize.toolkit.fluxcd.io/ssa"
	annotationDecrypt    = "kustomize.toolkit.fluxcd.io/decrypt"
	annotationForce      = "kustomize.toolkit.fluxcd.io/force"

	disabled        = "disabled"
	enabled         = "enabled"
	ssaIgnore       = "Ignore"
	ssaIfNotPresent = "IfNotPresent"
)

// identity identifies an object in a shoot, as in the inventory of a Kustomization.
type identity struct{ group, kind, namespace, name string }

func identityOf(object *unstructured.Unstructured) identity {
	return identity{group: object.GroupVersionKind().Group, kind: object.GetKind(), namespace: object.GetNamespace(), name: object.GetName()}
}

// String returns the kind with its group, and the name.
func (i identity) String() string {
	name := i.name
	if i.namespace != "" {
		name = i.namespace + "/" + i.name
	}
	return i.kindAndGroup() + " " + name
}

func (i identity) kindAndGroup() string {
	if i.group == "" {
		return i.kind
	}
	return i.kind + "." + i.group
}

func (i identity) isSecret() bool { return i.group == "" && i.kind == kindSecret }

func (i identity) isNamespace() bool { return i.group == "" && i.kind == kindNamespace }

func (i identity) isDefinition() bool {
	return i.group == apiextensionsv1.GroupName && i.kind == kindDefinition
}

func (i identity) isKustomization() bool {
	return i.group == kustomizev1.GroupVersion.Group && i.kind == kustomizev1.KustomizationKind
}

func (i identity) key() types.NamespacedName {
	return types.NamespacedName{Namespace: i.namespace, Name: i.name}
}

func compareIdentities(a, b identity) int {
	return cmp.Or(strings.Compare(a.kind, b.kind), strings.Compare(a.group, b.group), strings.Compare(a.namespace, b.namespace), strings.Compare(a.name, b.name))
}

// meta contains the fields of an object that decide what kustomize-controller does with it.
type meta struct {
	id         identity
	apiVersion string
	// kept is true if kustomize-controller does not prune the object.
	kept bool
	// ignored is true if kustomize-controller does not apply the object. once is true if it only creates it.
	ignored, once bool
	// forced is true if kustomize-controller deletes the object and creates it again if the API server refuses the change.
	forced bool
	// undecrypted is true if the object may stay encrypted.
	undecrypted bool
}

func metaOf(object *unstructured.Unstructured) meta {
	return newMeta(identityOf(object), object.GetAPIVersion(), object.GetLabels(), object.GetAnnotations())
}

// with returns the fields of an object that gets further labels and annotations.
func (m meta) with(labels, annotations map[string]string) meta {
	common := newMeta(m.id, m.apiVersion, labels, annotations)
	m.kept, m.ignored, m.once, m.undecrypted = m.kept || common.kept, m.ignored || common.ignored, m.once || common.once, m.undecrypted || common.undecrypted
	m.forced = m.forced || common.forced
	return m
}

func newMeta(id identity, apiVersion string, labels, annotations map[string]string) meta {
	has := func(key, value string) bool {
		return strings.EqualFold(labels[key], value) || strings.EqualFold(annotations[key], value)
	}
	m := meta{id: id, apiVersion: apiVersion}
	m.ignored = has(annotationReconcile, disabled) || has(annotationSSA, ssaIgnore)
	m.kept = m.ignored || has(annotationPrune, disabled)
	m.once = has(annotationSSA, ssaIfNotPresent)
	m.forced = has(annotationForce, enabled)
	m.undecrypted = strings.EqualFold(annotations[annotationDecrypt], disabled)
	return m
}
