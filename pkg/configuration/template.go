// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// template is a partial object of a Flux kind that the builder completes.
type template struct {
	// path is the template's path in the FluxConfig.
	path   *field.Path
	object map[string]any
}

// template returns the template at the path of the merged content with its variables replaced. A missing
// template is empty.
func (b *builder) template(path ...string) (*template, field.ErrorList) {
	value, given := strict.Lookup(b.content, path...)
	if !given {
		value = map[string]any{}
	}
	return b.newTemplate(value, strict.NewPath(path))
}

// newTemplate returns a template with its variables replaced.
func (b *builder) newTemplate(value any, path *field.Path) (*template, field.ErrorList) {
	object, ok := value.(map[string]any)
	if !ok {
		return nil, field.ErrorList{field.Invalid(path, strict.Scalar(value), "must be an object, not "+strict.JSONType(value)+"; write kind and spec below it")}
	}
	substituted, errs := b.substitute(path, runtime.DeepCopyJSON(object))
	t := &template{path: path, object: substituted.(map[string]any)}
	if status, ok := t.object["status"].(map[string]any); ok && len(status) == 0 {
		delete(t.object, "status") // Clients that write typed objects write an empty status.
	}
	errs = append(errs, validation.ValidateTemplateKeys(path, t.object)...)
	for _, key := range []string{"metadata", "spec"} {
		if _, isObject := t.object[key].(map[string]any); t.object[key] != nil && !isObject {
			errs = append(errs, field.Invalid(path.Child(key), strict.Scalar(t.object[key]), "must be an object, not "+strict.JSONType(t.object[key])))
		}
	}
	return t, errs
}

// setType sets a missing apiVersion, and a missing kind to the first of the kinds. It refuses other types.
func (t *template) setType(apiVersion string, kinds ...string) field.ErrorList {
	kind, errs := t.text("kind", kinds[0])
	version, versionErrs := t.text("apiVersion", apiVersion)
	if errs = append(errs, versionErrs...); len(errs) > 0 {
		return errs
	}
	errs = oneOf(t.path.Child("kind"), kind, kinds...)
	// The fields are the same in both versions (source-controller: api/v1beta2 before v1.8).
	if len(errs) == 0 && kind == sourcev1.OCIRepositoryKind && version == sourcev1.GroupVersion.Group+"/v1beta2" {
		version = apiVersion
	}
	errs = append(errs, oneOf(t.path.Child("apiVersion"), version, apiVersion)...)
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

// setMissing sets a value unless the user has set it, even to an empty value: a default must not hide a
// setting.
func (t *template) setMissing(value any, path ...string) {
	object := t.object
	for _, name := range path[:len(path)-1] {
		next, ok := object[name].(map[string]any)
		if !ok {
			if object[name] != nil {
				return // The value has the wrong type; decode refuses it.
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

// setMetadata sets a missing namespace and name. The name is the adopted object's, if it is in the same
// namespace, or else the name that Flux itself uses.
func (t *template) setMetadata(namespace, adopted string) {
	t.setMissing(namespace, "metadata", "namespace")
	name, found := strings.CutPrefix(adopted, t.unstructured().GetNamespace()+"/")
	if !found {
		name = fluxv1alpha1.SyncName
	}
	t.setMissing(name, "metadata", "name")
	t.setMissing(map[string]any{}, "spec")
}

func (t *template) unstructured() *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: t.object}
}

// replace replaces the value at the path below the template.
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

// decode decodes a template strictly. A placeholder for a parsed value, such as a duration, is decoded as a
// valid value. It is an error where the field takes no string, because a variable is wrong there with any
// value.
func (b *builder) decode(t *template, into any) field.ErrorList {
	errs := strict.Decode(t.object, into, t.path)
	readable := &template{object: runtime.DeepCopyJSON(t.object)}
	replaced := false
	for _, err := range errs {
		if b.placeholders.at(err.Field) {
			readable.replace(strict.SplitPath(err.Field)[len(strict.SplitPath(t.path.String())):], "1m")
			replaced = true
		}
	}
	if !replaced {
		return errs
	}
	still := strict.Decode(readable.object, into, t.path)
	return slices.DeleteFunc(errs, func(err *field.Error) bool {
		return b.placeholders.at(err.Field) && !slices.ContainsFunc(still, func(other *field.Error) bool { return other.Field == err.Field })
	})
}

// certain returns the errors that do not depend on placeholders.
func (b *builder) certain(errs field.ErrorList) field.ErrorList {
	return slices.DeleteFunc(errs, func(err *field.Error) bool { return b.placeholders.uncertain(err.Field) })
}

// checkMetadata checks the metadata of a template.
func (b *builder) checkMetadata(t *template) field.ErrorList {
	path, object := t.path.Child("metadata"), t.unstructured()
	errs := b.certain(validation.ValidateTemplateMetadata(path, object, *b.config.Flux.Namespace))
	return append(errs, validation.ValidateNotReserved(path, object)...)
}

// checkSchema returns the errors of the kind's schema beyond those already found. It leaves out errors about
// metadata, which were found before or concern fields that the template does not set.
func (b *builder) checkSchema(ctx context.Context, t *template, found field.ErrorList) field.ErrorList {
	if b.result.Version == "" {
		return nil
	}
	var errs field.ErrorList
	for _, err := range b.resolver.catalog.Validate(ctx, b.result.Version, t.unstructured().DeepCopy()) {
		located := rephrase(err)
		located.Field = t.path.String() + "." + err.Field
		known := slices.ContainsFunc(found, func(other *field.Error) bool {
			return strict.Within(located.Field, other.Field) || strict.Within(other.Field, located.Field)
		})
		if !known && !strict.Within(err.Field, "metadata") && !b.placeholders.uncertainObject(located.Field) {
			errs = append(errs, located)
		}
	}
	return errs
}

// Messages of schemas about the length of strings.
var (
	tooShort = regexp.MustCompile(`^should be at least 1 chars long$`)
	tooLong  = regexp.MustCompile(`^(should be at most|may not be more than) (\d+) (chars long|bytes)$`)
)

// rephrase returns a schema's error in the words of this package.
func rephrase(err *field.Error) *field.Error {
	rephrased := *err
	detail := &rephrased.Detail
	switch pattern := strings.HasPrefix(*detail, "should match '"); {
	case rephrased.Type == field.ErrorTypeRequired && *detail == "":
		*detail = "is missing; set it"
	case pattern && strings.Contains(*detail, "(ms|s|m|h)"):
		*detail = "must be a duration in hours, minutes, seconds and milliseconds, such as 1m or 1h30m"
	case pattern && strings.Contains(*detail, "(ms|s|m)"):
		*detail = "must be a duration in minutes, seconds and milliseconds, such as 1m or 90s: Flux takes no hours here"
	case strings.HasPrefix(*detail, "should match '^(http|https)://"):
		*detail = "must begin with http:// or https://"
	case tooShort.MatchString(*detail):
		*detail = "must not be empty; remove it, or set a value"
	case tooLong.MatchString(*detail):
		rephrased.Type, rephrased.BadValue = field.ErrorTypeInvalid, field.OmitValueType{}
		*detail = tooLong.ReplaceAllString(*detail, "must have at most $2 characters; shorten it")
	}
	return &rephrased
}
