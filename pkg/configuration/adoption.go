// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/template"
)

// Adopted is what was found in the shoot before the extension delivered anything, and is now managed by the extension. It applies where
// nothing is configured: a second root Kustomization beside the first would conflict with it, and another path or another target
// namespace would prune what the first has applied.
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

// defaultName returns the name of the adopted object if it is in that namespace, or else the name that Flux itself uses.
func defaultName(adopted, namespace string) string {
	if name, found := strings.CutPrefix(adopted, namespace+"/"); found {
		return name
	}
	return fluxv1alpha1.SyncName
}

// setMetadata sets name and namespace of a template. The name is that of what was adopted in the namespace, if anything was.
func setMetadata(t *template.Template, namespace, adopted string) {
	t.SetMissing(namespace, "metadata", "namespace")
	t.SetMissing(defaultName(adopted, t.Unstructured().GetNamespace()), "metadata", "name")
	t.SetMissing(map[string]any{}, "spec")
}
