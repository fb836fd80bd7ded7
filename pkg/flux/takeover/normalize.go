// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package takeover

import (
	"cmp"
	"net/url"
	"path"
	"slices"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// notCompared returns the fields that affect only when and how Flux applies objects or which credentials it uses, not
// which objects it applies. All other fields are compared, including unknown fields of future versions.
func notCompared(kind string) []string {
	common := []string{"interval", "timeout", "suspend"}
	switch {
	case kind == sourcev1.HelmRepositoryKind:
		return append(common, "accessFrom", "certSecretRef", "insecure", "passCredentials", "provider", "secretRef")
	case isSource(kind):
		return append(common, "accessFrom", "certSecretRef", "gitImplementation", "insecure", "provider", "proxySecretRef", "region", "secretRef", "serviceAccountName", "sts")
	}
	// prune does not affect which objects are applied. The stackitcloud extension disables it by default.
	return append(common, "buildMetadata", "deletionPolicy", "dependsOn", "force", "healthCheckExprs", "healthChecks", "prune", "retryInterval", "validation", "wait")
}

// normalized returns the compared fields of an object's spec. Values with the same effect are equal in the result: it
// omits defaults of the API server and the controllers, and converts some values to strings.
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

// withoutEmpty removes empty maps and lists. It keeps empty strings, because they can be significant in nested fields,
// for example as the value of a variable.
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
	// kustomize-controller resolves all paths relative to the root of the source.
	spec["path"] = path.Clean("/" + stringOf(spec["path"]))
	ref, _ := spec["sourceRef"].(map[string]any)
	spec["sourceRef"] = stringOf(ref["kind"]) + " " + cmp.Or(stringOf(ref["namespace"]), root.GetNamespace()) + "/" + stringOf(ref["name"])
	if spec["serviceAccountName"] == string(fluxv1alpha1.ComponentKustomize) {
		delete(spec, "serviceAccountName") // This is the default.
	}
	if decryption, ok := spec["decryption"].(map[string]any); ok {
		spec["decryption"] = stringOf(decryption["provider"]) // The key does not affect the result.
	}
	postBuild, _ := spec["postBuild"].(map[string]any)
	from, _ := postBuild["substituteFrom"].([]any)
	for _, entry := range from {
		if entry, ok := entry.(map[string]any); ok && entry["optional"] == false {
			delete(entry, "optional")
		}
	}
}

// dropDefault removes a value that an API server sets by default, with the current or an earlier version of the API.
func dropDefault(spec map[string]any, field, key string, defaults ...string) {
	if object, ok := spec[field].(map[string]any); ok && slices.Contains(defaults, stringOf(object[key])) {
		delete(object, key)
	}
}

func stringOf(value any) string {
	text, _ := value.(string)
	return text
}

// location returns the same text for equivalent URLs of a repository or registry. It ignores credentials in HTTPS URLs,
// the user git in SSH URLs, the default port, the case of the host, trailing slashes, and .git at the end of a Git URL.
// It does not handle scp-like URLs, because Flux does not support them. URLs with different schemes are not equivalent,
// because a host may serve different content at the same path over SSH and HTTPS.
func location(kind, raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return raw
	}
	user := cmp.Or(u.User.Username(), "git")
	if u.User = nil; u.Scheme == "ssh" {
		u.User = url.User(user)
	}
	u.Host = strings.TrimSuffix(strings.ToLower(u.Host), ":"+defaultPorts[u.Scheme])
	u.Path = strings.TrimRight(u.Path, "/")
	if kind == sourcev1.GitRepositoryKind {
		u.Path = strings.TrimRight(strings.TrimSuffix(u.Path, ".git"), "/")
	}
	u.RawPath, u.Fragment = "", ""
	return u.String()
}

var defaultPorts = map[string]string{"http": "80", "https": "443", "oci": "443", "ssh": "22"}

// reference returns the revision that the ref of a source selects, with the same precedence of fields as in
// source-controller (GitRepositoryRef and OCIRepositoryRef in its API).
func reference(kind string, ref map[string]any) string {
	keys, fallback := []string{"commit", "name", "semver", "tag", "branch"}, "branch master"
	if kind == sourcev1.OCIRepositoryKind {
		keys, fallback = []string{"digest", "semver", "tag"}, "tag latest"
	}
	i := slices.IndexFunc(keys, func(key string) bool { return stringOf(ref[key]) != "" })
	if i < 0 {
		return fallback
	}
	key, value := keys[i], stringOf(ref[keys[i]])
	if key == "name" {
		if branch, is := strings.CutPrefix(value, "refs/heads/"); is {
			key, value = "branch", branch
		} else if tag, is := strings.CutPrefix(value, "refs/tags/"); is {
			key, value = "tag", tag
		}
	}
	if filter := stringOf(ref["semverFilter"]); key == "semver" && filter != "" {
		value += " of tags " + filter
	}
	return key + " " + value
}
