// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

const kindCRD = "CustomResourceDefinition"

// crdChanges returns the changes of the CustomResourceDefinitions.
func crdChanges(from, to *release) ([]string, error) {
	isCRD := func(kind string) bool { return kind == kindCRD }
	old, current := objectsBy(from, isCRD), objectsBy(to, isCRD)
	var found []change
	for _, name := range slices.Sorted(maps.Keys(mergedKeys(old, current))) {
		short := strings.TrimPrefix(name, kindCRD+" ")
		switch before, after := old[name], current[name]; {
		case after == nil:
			found = append(found, change{short, "is removed"})
		case before == nil:
			found = append(found, change{short, "is new"})
		default:
			changes, err := oneCRD(before, after)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", name, err)
			}
			for _, text := range changes {
				found = append(found, change{short, text})
			}
		}
	}
	return grouped(found, len(current)), nil
}

func oneCRD(before, after *unstructured.Unstructured) ([]string, error) {
	old, err := flux.APIOf(before)
	if err != nil {
		return nil, err
	}
	current, err := flux.APIOf(after)
	if err != nil {
		return nil, err
	}
	oldVersions, err := versionsOf(before)
	if err != nil {
		return nil, err
	}
	versions, err := versionsOf(after)
	if err != nil {
		return nil, err
	}
	lines := versionChanges(old, current)
	for _, version := range current.Versions {
		if earlier, both := oldVersions[version]; both {
			for _, change := range schemaChanges(earlier, versions[version]) {
				lines = append(lines, version+": "+change)
			}
		}
	}
	// What is left, such as names and conversion.
	unstructured.RemoveNestedField(before.Object, "spec", "versions")
	unstructured.RemoveNestedField(after.Object, "spec", "versions")
	return append(lines, leavesOf(before.Object).changes(leavesOf(after.Object))...), nil
}

// versionChanges returns the changes that decide on upgrades: an API server refuses a definition without a stored
// version, and the extension holds back an upgrade while Git has objects in a version that is not served.
func versionChanges(old, current flux.API) []string {
	var lines []string
	for _, version := range old.Versions {
		served := "not served before"
		if slices.Contains(old.Served, version) {
			served = "served before: objects in Git that use it hold the upgrade back"
		}
		switch {
		case !slices.Contains(current.Versions, version):
			lines = append(lines, fmt.Sprintf("removes version %s (%s)", version, served))
		case slices.Contains(old.Served, version) && !slices.Contains(current.Served, version):
			lines = append(lines, fmt.Sprintf("no longer serves version %s: objects in Git that use it hold the upgrade back", version))
		}
	}
	for _, version := range current.Versions {
		switch {
		case !slices.Contains(old.Versions, version):
			lines = append(lines, "adds version "+version)
		case slices.Contains(current.Served, version) && !slices.Contains(old.Served, version):
			lines = append(lines, "serves version "+version+" again")
		}
	}
	if old.Storage != current.Storage {
		lines = append(lines, fmt.Sprintf("storage version %s → %s: an upgrade migrates the stored objects", old.Storage, current.Storage))
	}
	return lines
}

// versionsOf returns the versions of a definition by name.
func versionsOf(object *unstructured.Unstructured) (map[string]apiextensionsv1.CustomResourceDefinitionVersion, error) {
	crd := &apiextensionsv1.CustomResourceDefinition{}
	if err := runtime.DefaultUnstructuredConverter.FromUnstructured(object.Object, crd); err != nil {
		return nil, err
	}
	versions := map[string]apiextensionsv1.CustomResourceDefinitionVersion{}
	for _, version := range crd.Spec.Versions {
		versions[version.Name] = version
	}
	return versions, nil
}

// schemaChanges returns the changes of a version: removed and newly required fields, changed types, defaults and
// validations, other changes such as columns, and the new fields that may be left out.
func schemaChanges(from, to apiextensionsv1.CustomResourceDefinitionVersion) []string {
	old, current := fieldsOf(from), fieldsOf(to)
	var lines, optional []string
	for _, path := range slices.Sorted(maps.Keys(mergedKeys(old, current))) {
		before, had := old[path]
		after, has := current[path]
		parent := parentOf(path)
		switch {
		case !has:
			if _, parentStays := current[parent]; parentStays || parent == "" {
				lines = append(lines, "removes field "+path)
			}
		case !had:
			if _, parentHad := old[parent]; !parentHad && parent != "" {
				continue
			}
			if after.required {
				lines = append(lines, "requires new field "+path)
			} else {
				optional = append(optional, path)
			}
		default:
			if after.required && !before.required {
				lines = append(lines, "requires field "+path)
			}
			for _, change := range before.rules.changes(after.rules) {
				lines = append(lines, path+": "+change)
			}
		}
	}
	from.Schema, to.Schema = nil, nil
	from.Served, from.Storage = to.Served, to.Storage // versionChanges has them
	lines = append(lines, leavesOf(asMap(from)).changes(leavesOf(asMap(to)))...)
	if len(optional) > 0 {
		lines = append(lines, "adds optional fields "+strings.Join(optional, ", "))
	}
	return lines
}

// schemaField is a field of a schema.
type schemaField struct {
	required bool
	// rules contains type, default and validations.
	rules leaves
}

// fieldsOf returns the fields of a version by path. Elements of lists and values of maps have the paths of their
// field with [] and {}.
func fieldsOf(version apiextensionsv1.CustomResourceDefinitionVersion) map[string]schemaField {
	fields := map[string]schemaField{}
	if version.Schema != nil && version.Schema.OpenAPIV3Schema != nil {
		addFields(fields, "", false, *version.Schema.OpenAPIV3Schema)
	}
	return fields
}

func addFields(fields map[string]schemaField, path string, required bool, schema apiextensionsv1.JSONSchemaProps) {
	for name, property := range schema.Properties {
		addFields(fields, strings.TrimPrefix(path+"."+name, "."), slices.Contains(schema.Required, name), property)
	}
	if schema.Items != nil && schema.Items.Schema != nil {
		addFields(fields, path+"[]", false, *schema.Items.Schema)
	}
	if schema.AdditionalProperties != nil && schema.AdditionalProperties.Schema != nil {
		addFields(fields, path+"{}", false, *schema.AdditionalProperties.Schema)
	}
	if path == "" {
		path = "the whole object"
	}
	schema.Properties, schema.Items, schema.AdditionalProperties = nil, nil, nil
	schema.Required, schema.Description, schema.Example, schema.ExternalDocs = nil, "", nil, nil
	fields[path] = schemaField{required: required, rules: leavesOf(asMap(schema))}
}

// parentOf returns the path of the object, list or map that a field is in, or an empty string for a field at the top.
func parentOf(path string) string {
	for _, end := range []string{"[]", "{}"} {
		if parent, isElement := strings.CutSuffix(path, end); isElement {
			return parent
		}
	}
	if i := strings.LastIndex(path, "."); i >= 0 {
		return path[:i]
	}
	return ""
}

// asMap returns a value as JSON has it.
func asMap(value any) map[string]any {
	result := map[string]any{}
	if content, err := json.Marshal(value); err == nil {
		_ = json.Unmarshal(content, &result) // what Marshal wrote
	}
	return result
}
