// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// templates are the kinds of the templates of a FluxConfig. The kind determines the type of a field.
var templates = map[string][]reflect.Type{
	"source": {reflect.TypeFor[sourcev1.GitRepository](), reflect.TypeFor[sourcev1.OCIRepository](), reflect.TypeFor[sourcev1.Bucket]()},
	"additionalSources": {reflect.TypeFor[sourcev1.GitRepository](), reflect.TypeFor[sourcev1.OCIRepository](), reflect.TypeFor[sourcev1.Bucket](),
		reflect.TypeFor[sourcev1.HelmRepository]()},
	"kustomization": {reflect.TypeFor[kustomizev1.Kustomization]()},
}

// place is a field of a FluxConfig.
type place struct {
	path []string
	// kind is the kind of the template with the field; empty if no template contains it.
	kind string
	// of is the type of the field.
	of reflect.Type
}

// set sets the field in a document, or in the first element of a list.
func (p place) set(document map[string]any, value any) {
	if len(p.path) == 0 {
		return
	}
	at := document
	for i, name := range p.path[:len(p.path)-1] {
		next, ok := at[name].(map[string]any)
		if list, isList := at[name].([]any); isList && len(list) > 0 {
			next, ok = list[0].(map[string]any)
		}
		switch {
		case !ok && name == "additionalSources":
			next = map[string]any{"name": "a"}
			at[name] = []any{next}
		case !ok:
			next = map[string]any{}
			at[name] = next
		}
		if at = next; i == 1 && p.kind != "" {
			at["kind"] = p.kind
		}
	}
	at[p.path[len(p.path)-1]] = value
}

// places returns all fields of a FluxConfig that are reachable without an index, including the fields of each kind of
// template, and lists.
func places() []place {
	found := placesOf(reflect.TypeFor[fluxv1alpha1.FluxConfig](), nil, "")
	for _, name := range slices.Sorted(maps.Keys(templates)) {
		for _, t := range templates[name] {
			found = append(found, placesOf(t, []string{name, "template"}, t.Name())...)
		}
	}
	return found
}

func placesOf(t reflect.Type, path []string, kind string) []place {
	t = strict.ElementType(t)
	found := []place{{path: slices.Clone(path), kind: kind, of: t}}
	if _, isText := reflect.New(t).Interface().(json.Unmarshaler); t.Kind() != reflect.Struct || isText {
		return found
	}
	fields := strict.Fields(t)
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		found = append(found, placesOf(fields[name], append(slices.Clone(path), name), kind)...)
	}
	return found
}
