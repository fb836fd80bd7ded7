// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// read implements Document.
func (c *ConfigMap) read() (d *Document, configErrs Errors, readable bool) {
	d = &Document{
		Origin: OriginProject,
		Name:   fmt.Sprintf("ConfigMap %s/%s", c.Namespace, fluxv1alpha1.ConfigMapName),
	}
	_, whole := c.Data[fluxv1alpha1.KeyConfig]
	var errs field.ErrorList
	for _, key := range slices.Sorted(maps.Keys(c.Data)) {
		switch {
		case key == fluxv1alpha1.KeyConfig:
		case !slices.Contains(fluxv1alpha1.FlatKeys(), key):
			errs = append(errs, unknownKey(key))
		case whole:
			errs = append(errs, field.Forbidden(field.NewPath(key), fmt.Sprintf("is set beside %s; write everything into %s and remove %s", fluxv1alpha1.KeyConfig, fluxv1alpha1.KeyConfig, key)))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(c.BinaryData)) {
		if key == fluxv1alpha1.KeyConfig || slices.Contains(fluxv1alpha1.FlatKeys(), key) {
			errs = append(errs, field.Forbidden(field.NewPath(key), "is in binaryData, where it is not read; move it to data, as text"))
		} else {
			errs = append(errs, unknownKey(key))
		}
	}
	if !whole {
		for _, key := range fluxv1alpha1.FlatKeys() {
			if size := len(c.Data[key]); size > strict.LargestDocument {
				return d, d.ConfigErrs(append(errs, strict.TooLarge(field.NewPath(key), size))), false
			}
		}
		var unseen field.ErrorList
		for _, key := range fluxv1alpha1.FlatKeys() {
			unseen = append(unseen, invisibleText(field.NewPath(key), strings.TrimSpace(c.Data[key]))...)
		}
		if len(unseen) > 0 {
			return d, d.ConfigErrs(append(errs, unseen...)), false
		}
		errs = append(errs, d.readFlat(c.Data)...)
		configErrs = d.ConfigErrs(errs)
		d.flat = true
		return d, configErrs, true
	}
	configErrs = d.ConfigErrs(errs)
	d.Path = field.NewPath(fluxv1alpha1.KeyConfig)
	content, err := c.Config()
	own, readable := d.take(runtime.DeepCopyJSON(content), err)
	return d, append(configErrs, own...), readable
}

// readFlat converts the flat keys to a FluxConfig. Surrounding white space of a value does not count, an empty value counts as
// not given. The keys mean what the archived 23technologies extension documented.
func (d *Document) readFlat(data map[string]string) field.ErrorList {
	d.Content = map[string]any{}
	value := func(key string) string { return strings.TrimSpace(data[key]) }

	if version := value(fluxv1alpha1.KeyFluxVersion); version != "" {
		d.Content["flux"] = map[string]any{"version": version}
	}
	url, repositoryType := value(fluxv1alpha1.KeyRepositoryURL), value(fluxv1alpha1.KeyRepositoryType)
	if url == "" {
		return requireURL(value)
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
	d.Content["source"] = source
	return validation.ValidateRepositoryType(field.NewPath(fluxv1alpha1.KeyRepositoryType), repositoryType, url)
}
