// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Adopted is what was found in the shoot before the extension delivered anything, and goes on under its control. It holds where
// the configuration says nothing: a second root Kustomization beside the first would fight with it, and another path or
// another target namespace would prune what it has brought.
type Adopted struct {
	// Source and Root are the namespace and name of the source and of the root Kustomization; empty if none was found.
	Source string `json:"source,omitempty"`
	Root   string `json:"root,omitempty"`
	// Secret is the name of the Secret with the source's credentials.
	Secret string `json:"secret,omitempty"`
	// Path and TargetNamespace are those of the root Kustomization.
	Path            string `json:"path,omitempty"`
	TargetNamespace string `json:"targetNamespace,omitempty"`
}

// defaultName returns the name in that namespace of something adopted, or else the one that Flux itself would give.
func defaultName(adopted, namespace string) string {
	if name, found := strings.CutPrefix(adopted, namespace+"/"); found {
		return name
	}
	return fluxv1alpha1.SyncName
}

// key is the namespace and name of an object.
func key(object *unstructured.Unstructured) string {
	return object.GetNamespace() + "/" + object.GetName()
}
