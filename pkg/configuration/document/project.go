// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"fmt"
	"slices"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// read reads the document from the ConfigMap.
func (c *ConfigMap) read() (d *Document, configErrs Errors, readable bool) {
	d = &Document{
		Origin: OriginProject,
		Name:   fmt.Sprintf("ConfigMap %s/%s", c.Namespace, fluxv1alpha1.ConfigMapName),
	}
	_, ok := c.Data[fluxv1alpha1.KeyConfig]
	var errs field.ErrorList
	for key := range ordered.Map(c.Data) {
		switch {
		case key == fluxv1alpha1.KeyConfig:
		case !slices.Contains(fluxv1alpha1.FlatKeys(), key):
			errs = append(errs, unknownKey(key))
		case ok:
			errs = append(errs, field.Forbidden(field.NewPath(key), fmt.Sprintf("is set beside %[1]s; write everything into %[1]s and remove %[2]s", fluxv1alpha1.KeyConfig, key)))
		}
	}
	for key := range ordered.Map(c.BinaryData) {
		if key == fluxv1alpha1.KeyConfig || slices.Contains(fluxv1alpha1.FlatKeys(), key) {
			errs = append(errs, field.Forbidden(field.NewPath(key), "is in binaryData, which is ignored; move it to data"))
		} else {
			errs = append(errs, unknownKey(key))
		}
	}
	var (
		content map[string]any
		err     *field.Error
	)
	if ok {
		configErrs = d.ConfigErrs(errs)
		d.Path = field.NewPath(fluxv1alpha1.KeyConfig)
		content, err = c.Config()
		content = runtime.DeepCopyJSON(content)
	} else {
		for _, key := range fluxv1alpha1.FlatKeys() {
			if size := len(c.Data[key]); size > strict.LargestDocument {
				return d, d.ConfigErrs(append(errs, strict.TooLarge(field.NewPath(key), size))), false
			}
		}
		var flatErrs field.ErrorList
		content, flatErrs = convertFlat(c.Data)
		configErrs = d.ConfigErrs(append(errs, flatErrs...))
		d.flat = true
	}
	own, readable := d.take(content, err)
	return d, append(configErrs, own...), readable
}

// convertFlat converts the flat keys, which are the keys of the archived 23technologies extension, to a FluxConfig. It
// trims values and ignores empty values.
func convertFlat(data map[string]string) (map[string]any, field.ErrorList) {
	content := map[string]any{"apiVersion": fluxv1alpha1.SchemeGroupVersion.String(), "kind": "FluxConfig"}
	value := func(key string) string { return strings.TrimSpace(data[key]) }

	if version := value(fluxv1alpha1.KeyFluxVersion); version != "" {
		content["flux"] = map[string]any{"version": version}
	}
	if propagation := value(fluxv1alpha1.KeyPropagation); propagation != "" {
		content["project"] = map[string]any{"propagation": propagation}
	}
	url, repositoryType := value(fluxv1alpha1.KeyRepositoryURL), value(fluxv1alpha1.KeyRepositoryType)
	if url == "" {
		return content, requireURL(value)
	}

	spec := map[string]any{"url": url}
	if branch := value(fluxv1alpha1.KeyRepositoryBranch); branch != "" {
		spec["ref"] = map[string]any{"branch": branch}
	}
	source := map[string]any{"template": map[string]any{
		"apiVersion": sourcev1.GroupVersion.String(), "kind": sourcev1.GitRepositoryKind, "spec": spec,
	}}
	if knownHosts := value(fluxv1alpha1.KeyKnownHosts); knownHosts != "" {
		source["knownHosts"] = knownHosts
	}
	content["source"] = source
	return content, validation.ValidateRepositoryType(field.NewPath(fluxv1alpha1.KeyRepositoryType), repositoryType, url)
}

func unknownKey(key string) *field.Error {
	known := append(fluxv1alpha1.FlatKeys(), fluxv1alpha1.KeyConfig)
	slices.Sort(known)
	return field.Forbidden(field.NewPath(key), text.Unknown("key", key, known))
}

// requireURL rejects keys that have no effect without a URL.
func requireURL(value func(key string) string) field.ErrorList {
	var set []string
	for _, key := range []string{fluxv1alpha1.KeyRepositoryBranch, fluxv1alpha1.KeyRepositoryType, fluxv1alpha1.KeyKnownHosts} {
		if value(key) != "" {
			set = append(set, key)
		}
	}
	if len(set) == 0 {
		return nil
	}
	return field.ErrorList{field.Required(field.NewPath(fluxv1alpha1.KeyRepositoryURL),
		fmt.Sprintf("must be set together with %[1]s; set it, or remove %[1]s to install Flux only", strings.Join(set, ", ")))}
}

// flatKey returns the flat key that corresponds to a path in the FluxConfig.
func flatKey(path string) string {
	for _, known := range []struct{ path, key string }{
		{"flux.version", fluxv1alpha1.KeyFluxVersion},
		{"project.propagation", fluxv1alpha1.KeyPropagation},
		{"source.template.spec.ref", fluxv1alpha1.KeyRepositoryBranch},
		{"source.knownHosts", fluxv1alpha1.KeyKnownHosts},
		{"source", fluxv1alpha1.KeyRepositoryURL},
	} {
		if !strict.Within(path, known.path) {
			continue
		}
		if rest := strings.TrimPrefix(path, known.path); strings.HasPrefix(rest, "[") {
			return known.key + rest
		}
		return known.key
	}
	return path
}
