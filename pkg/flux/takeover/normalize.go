// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package takeover

import (
	"cmp"
	"path"
	"slices"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// notCompared are the fields that decide when and how Flux reads and applies, and with which credentials, but not what. All others are compared,
// also those that a version of Flux has which is not known here.
func notCompared(kind string) []string {
	common := []string{"interval", "timeout", "suspend"}
	switch {
	case kind == sourcev1.HelmRepositoryKind:
		return append(common, "accessFrom", "certSecretRef", "insecure", "passCredentials", "provider", "secretRef")
	case isSource(kind):
		return append(common, "accessFrom", "certSecretRef", "gitImplementation", "insecure", "provider", "proxySecretRef", "region", "secretRef", "serviceAccountName", "sts")
	}
	// Without prune, which is the default of the stackitcloud extension, nothing is deleted, and with it nothing of what stays the same.
	return append(common, "buildMetadata", "deletionPolicy", "dependsOn", "force", "healthCheckExprs", "healthChecks", "prune", "retryInterval", "validation", "wait")
}

// normalized is the spec of an object, without what is not compared, in which values that have the same effect are the same: defaults of the
// API server and of the controllers are left out, and some values replaced by a text.
func normalized(object *unstructured.Unstructured) map[string]any {
	if object == nil {
		return map[string]any{}
	}
	raw, _ := object.Object["spec"].(map[string]any)
	spec, _ := withoutEmpty(runtime.DeepCopyJSON(raw)).(map[string]any)
	if spec == nil {
		spec = map[string]any{}
	}
	for key, value := range spec {
		if slices.Contains(notCompared(object.GetKind()), key) || value == "" || value == false {
			delete(spec, key)
		}
	}
	if kind := object.GetKind(); isSource(kind) {
		normalizeSource(kind, spec)
	} else {
		normalizeRoot(object, spec)
	}
	for key, value := range spec {
		if value == "" || value == nil {
			delete(spec, key)
		}
	}
	return spec
}

// withoutEmpty removes empty objects and lists. An empty text below the fields of a spec may have a meaning, such as that of a variable.
func withoutEmpty(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, inner := range value {
			if inner = withoutEmpty(inner); inner == nil {
				delete(value, key)
			} else {
				value[key] = inner
			}
		}
		if len(value) == 0 {
			return nil
		}
	case []any:
		for i := range value {
			value[i] = withoutEmpty(value[i])
		}
		if len(value) == 0 {
			return nil
		}
	}
	return value
}

func isSource(kind string) bool {
	return slices.Contains([]string{sourcev1.GitRepositoryKind, sourcev1.OCIRepositoryKind, sourcev1.BucketKind, sourcev1.HelmRepositoryKind}, kind)
}

func normalizeSource(kind string, spec map[string]any) {
	switch kind {
	case sourcev1.HelmRepositoryKind:
		spec["url"], spec["type"] = location(kind, stringOf(spec["url"])), strings.TrimPrefix(stringOf(spec["type"]), sourcev1.HelmRepositoryTypeDefault)
	case sourcev1.BucketKind:
		spec["endpoint"] = strings.ToLower(stringOf(spec["endpoint"]))
	default:
		ref, _ := spec["ref"].(map[string]any)
		spec["url"], spec["ref"] = location(kind, stringOf(spec["url"])), reference(kind, ref)
	}
	spec["ignore"] = strings.TrimSpace(stringOf(spec["ignore"]))
	dropDefault(spec, "verify", "mode", string(sourcev1.ModeGitHEAD), "head")
	dropDefault(spec, "verify", "provider", "cosign")
	dropDefault(spec, "layerSelector", "operation", sourcev1.OCILayerExtract)
}

func normalizeRoot(root *unstructured.Unstructured, spec map[string]any) {
	// kustomize-controller takes the path to be below the source's root, whatever it begins with.
	spec["path"] = path.Clean("/" + stringOf(spec["path"]))
	ref, _ := spec["sourceRef"].(map[string]any)
	spec["sourceRef"] = stringOf(ref["kind"]) + " " + cmp.Or(stringOf(ref["namespace"]), root.GetNamespace()) + "/" + stringOf(ref["name"])
	if spec["serviceAccountName"] == string(fluxv1alpha1.ComponentKustomize) {
		delete(spec, "serviceAccountName") // It is what kustomize-controller applies as without one.
	}
	if decryption, is := spec["decryption"].(map[string]any); is {
		spec["decryption"] = stringOf(decryption["provider"]) // With another key, Flux applies the same or nothing.
	}
	postBuild, _ := spec["postBuild"].(map[string]any)
	from, _ := postBuild["substituteFrom"].([]any)
	for _, entry := range from {
		if entry, is := entry.(map[string]any); is && entry["optional"] == false {
			delete(entry, "optional")
		}
	}
}

// dropDefault removes a value that the API server, of a present or an earlier version of the API, sets where none is given.
func dropDefault(spec map[string]any, field, key string, defaults ...string) {
	if object, is := spec[field].(map[string]any); is && slices.Contains(defaults, stringOf(object[key])) {
		delete(object, key)
	}
}

func stringOf(value any) string {
	text, _ := value.(string)
	return text
}
