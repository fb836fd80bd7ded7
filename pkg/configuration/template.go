// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/fieldpath"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// template is a partial object of one of Flux's kinds that is being completed.
type template struct {
	path   *field.Path
	object map[string]any
}

// newTemplate takes the template out of the merged content and replaces the variables in it. A template that is not given is an
// empty one.
func newTemplate(content map[string]any, variables substituter, path ...string) (*template, field.ErrorList) {
	t := &template{path: fieldpath.New(path), object: map[string]any{}}
	value, given := fieldpath.Lookup(content, path...)
	if !given {
		return t, nil
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, field.ErrorList{field.Invalid(t.path, strict.Scalar(value), "must be an object, not "+strict.JSONType(value)+"; write kind and spec below it")}
	}
	substituted, errs := variables.substitute(t.path, runtime.DeepCopyJSON(object))
	t.object = substituted.(map[string]any)
	if status, ok := t.object["status"].(map[string]any); ok && len(status) == 0 {
		delete(t.object, "status") // Clients that write typed objects write it too.
	}
	errs = append(errs, validation.ValidateTemplateKeys(t.path, t.object)...)
	for _, key := range []string{"metadata", "spec"} {
		if _, isObject := t.object[key].(map[string]any); t.object[key] != nil && !isObject {
			errs = append(errs, field.Invalid(t.path.Child(key), strict.Scalar(t.object[key]), "must be an object, not "+strict.JSONType(t.object[key])))
		}
	}
	return t, errs
}

// setType sets apiVersion and kind where they are missing, converts what can be, and refuses everything else.
func (t *template) setType(apiVersion string, kinds []string, convertible map[string]string) field.ErrorList {
	kind, errs := t.text("kind", kinds[0])
	version, versionErrs := t.text("apiVersion", apiVersion)
	if errs = append(errs, versionErrs...); len(errs) > 0 {
		return errs
	}
	if !slices.Contains(kinds, kind) {
		errs = append(errs, field.NotSupported(t.path.Child("kind"), kind, kinds))
	} else if converted, ok := convertible[version+"/"+kind]; ok {
		version = converted
	}
	if version != apiVersion {
		errs = append(errs, field.NotSupported(t.path.Child("apiVersion"), version, []string{apiVersion}))
	}
	t.object["apiVersion"], t.object["kind"] = version, kind
	return errs
}

func (t *template) text(key, fallback string) (string, field.ErrorList) {
	switch value := t.object[key].(type) {
	case nil:
		return fallback, nil
	case string:
		return value, nil
	}
	return "", field.ErrorList{field.Invalid(t.path.Child(key), strict.Scalar(t.object[key]), "must be a string such as "+fallback)}
}

// setMissing sets a value that is not given. A value that was given is kept, also an empty one: a default must not hide a
// setting.
func (t *template) setMissing(value any, path ...string) {
	object := t.object
	for _, name := range path[:len(path)-1] {
		next, ok := object[name].(map[string]any)
		if !ok {
			if object[name] != nil {
				return // The value has the wrong type, and is refused later.
			}
			next = map[string]any{}
			object[name] = next
		}
		object = next
	}
	if last := path[len(path)-1]; object[last] == nil {
		object[last] = value
	}
}

// setMetadata sets name and namespace. The name is that of what was adopted in the namespace, if anything was.
func (t *template) setMetadata(namespace, adopted string) {
	t.setMissing(namespace, "metadata", "namespace")
	t.setMissing(defaultName(adopted, t.unstructured().GetNamespace()), "metadata", "name")
	t.setMissing(map[string]any{}, "spec")
}

func (t *template) unstructured() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: t.object}
}

// schemaErrors returns the errors that the schema of the kind finds beyond those already found, at the template's path. Its
// errors about the metadata were found already, or are about fields that the template does not set.
func (t *template) schemaErrors(schemaErrs, found field.ErrorList) field.ErrorList {
	var errs field.ErrorList
	for _, err := range schemaErrs {
		located := rephrase(err)
		located.Field = t.path.String() + "." + err.Field
		known := slices.ContainsFunc(found, func(other *field.Error) bool {
			return fieldpath.Within(located.Field, other.Field) || fieldpath.Within(other.Field, located.Field)
		})
		if !known && !fieldpath.Within(err.Field, "metadata") {
			errs = append(errs, located)
		}
	}
	return errs
}

// replace replaces what is there.
func (t *template) replace(steps []any, value any) {
	var container any = t.object
	for i, step := range steps {
		last := i == len(steps)-1
		switch known := container.(type) {
		case map[string]any:
			if container = known[fmt.Sprint(step)]; last {
				known[fmt.Sprint(step)] = value
			}
		case []any:
			index, ok := step.(int)
			if !ok || index >= len(known) {
				return
			}
			if container = known[index]; last {
				known[index] = value
			}
		}
	}
}
