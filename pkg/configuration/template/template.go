// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package template

import (
	"fmt"
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// Template is a partial object of one of Flux's kinds that is being completed.
type Template struct {
	// Path is its path in the FluxConfig.
	Path *field.Path
	// Object is what there is of the object.
	Object map[string]any
}

// New takes the template out of the merged content and replaces the variables in it. A template that is not given is an
// empty one.
func New(content map[string]any, variables Substituter, path ...string) (*Template, field.ErrorList) {
	value, given := strict.Lookup(content, path...)
	if !given {
		value = map[string]any{}
	}
	return Of(value, variables, strict.NewPath(path))
}

// Of returns the template with that value and path, with the variables in it replaced.
func Of(value any, variables Substituter, path *field.Path) (*Template, field.ErrorList) {
	t := &Template{Path: path, Object: map[string]any{}}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, field.ErrorList{field.Invalid(t.Path, strict.Scalar(value), "must be an object, not "+strict.JSONType(value)+"; write kind and spec below it")}
	}
	substituted, errs := variables.substitute(t.Path, runtime.DeepCopyJSON(object))
	t.Object = substituted.(map[string]any)
	if status, ok := t.Object["status"].(map[string]any); ok && len(status) == 0 {
		delete(t.Object, "status") // Clients that write typed objects write it too.
	}
	errs = append(errs, validation.ValidateTemplateKeys(t.Path, t.Object)...)
	for _, key := range []string{"metadata", "spec"} {
		if _, isObject := t.Object[key].(map[string]any); t.Object[key] != nil && !isObject {
			errs = append(errs, field.Invalid(t.Path.Child(key), strict.Scalar(t.Object[key]), "must be an object, not "+strict.JSONType(t.Object[key])))
		}
	}
	return t, errs
}

// SetType sets apiVersion and kind where they are missing, converts what can be, and refuses everything else.
func (t *Template) SetType(apiVersion string, kinds []string, convertible map[string]string) field.ErrorList {
	kind, errs := t.text("kind", kinds[0])
	version, versionErrs := t.text("apiVersion", apiVersion)
	if errs = append(errs, versionErrs...); len(errs) > 0 {
		return errs
	}
	if !slices.Contains(kinds, kind) {
		errs = append(errs, field.NotSupported(t.Path.Child("kind"), kind, kinds))
	} else if converted, ok := convertible[version+"/"+kind]; ok {
		version = converted
	}
	if version != apiVersion {
		errs = append(errs, field.NotSupported(t.Path.Child("apiVersion"), version, []string{apiVersion}))
	}
	t.Object["apiVersion"], t.Object["kind"] = version, kind
	return errs
}

func (t *Template) text(key, fallback string) (string, field.ErrorList) {
	switch value := t.Object[key].(type) {
	case nil:
		return fallback, nil
	case string:
		return value, nil
	}
	return "", field.ErrorList{field.Invalid(t.Path.Child(key), strict.Scalar(t.Object[key]), "must be a string such as "+fallback)}
}

// SetMissing sets a value that is not given. A value that was given is kept, also an empty one: a default must not hide a
// setting.
func (t *Template) SetMissing(value any, path ...string) {
	object := t.Object
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

// Unstructured returns the object.
func (t *Template) Unstructured() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: t.Object}
}

// SchemaErrors returns the errors that the schema of the kind finds beyond those already found, at the template's path. Its
// errors about the metadata were found already, or are about fields that the template does not set.
func (t *Template) SchemaErrors(schemaErrs, found field.ErrorList) field.ErrorList {
	var errs field.ErrorList
	for _, err := range schemaErrs {
		located := rephrase(err)
		located.Field = t.Path.String() + "." + err.Field
		known := slices.ContainsFunc(found, func(other *field.Error) bool {
			return strict.Within(located.Field, other.Field) || strict.Within(other.Field, located.Field)
		})
		if !known && !strict.Within(err.Field, "metadata") {
			errs = append(errs, located)
		}
	}
	return errs
}

// Replace replaces what is there.
func (t *Template) Replace(steps []any, value any) {
	var container any = t.Object
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
