// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"context"
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

// template returns the template at the path of the merged content with its variables replaced. The template is
// empty if the path does not exist.
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
	b.checkLongLabels(path, object)
	substituted, errs := b.substitute(path, runtime.DeepCopyJSON(object))
	t := &template{path: path, object: substituted.(map[string]any)}
	if status, ok := t.object["status"].(map[string]any); ok && len(status) == 0 {
		delete(t.object, "status") // Clients that write typed objects write an empty status.
	}
	return t, append(errs, validation.ValidateTemplateKeys(path, t.object)...)
}

// setType sets a missing apiVersion, and a missing kind to the first of the kinds. It refuses other types.
func (t *template) setType(apiVersion string, kinds ...string) field.ErrorList {
	t.setMissing(kinds[0], "kind")
	t.setMissing(apiVersion, "apiVersion")
	kind, version := strict.LookupString(t.object, "kind"), strict.LookupString(t.object, "apiVersion")
	errs := oneOf(t.path.Child("kind"), kind, kinds...)
	// Both versions have the same fields (source-controller: api/v1beta2 before v1.8).
	if len(errs) == 0 && kind == sourcev1.OCIRepositoryKind && version == sourcev1.GroupVersion.Group+"/v1beta2" {
		version = apiVersion
	}
	errs = append(errs, oneOf(t.path.Child("apiVersion"), version, apiVersion)...)
	t.object["apiVersion"] = version
	return errs
}

// setMissing sets a value unless the user has set one, even an empty one.
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

// setMetadata sets a missing namespace and name. The default name is the adopted object's if its namespace is
// the same, or else Flux's default name.
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

// decode decodes a template strictly. It replaces a placeholder in a parsed field, such as a duration, with a
// valid value. A placeholder remains an error in a field that is not a string, because no variable is valid
// there.
func (b *builder) decode(t *template, into any) field.ErrorList {
	errs := strict.Decode(t.object, into, t.path)
	if len(errs) == 0 {
		return nil
	}
	readable := runtime.DeepCopyJSON(t.object)
	for _, err := range errs {
		if b.placeholders.at(err.Field) {
			// Elements of lists have no parsed fields.
			path := strings.Split(strings.TrimPrefix(err.Field, t.path.String()+"."), ".")
			_ = unstructured.SetNestedField(readable, "1m", path...)
		}
	}
	still := strict.Decode(readable, into, t.path)
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

// checkSchema returns the schema's errors except known ones. It ignores errors about metadata, which
// checkMetadata reports.
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

// These expressions match messages of schemas about the length of strings.
var (
	tooShort = regexp.MustCompile(`^should be at least 1 chars long$`)
	tooLong  = regexp.MustCompile(`^(should be at most|may not be more than) (\d+) (chars long|bytes)$`)
)

// rephrase returns the error of a schema in this package's words.
func rephrase(err *field.Error) *field.Error {
	rephrased := *err
	detail := &rephrased.Detail
	switch pattern := strings.HasPrefix(*detail, "should match '"); {
	case rephrased.Type == field.ErrorTypeRequired && *detail == "":
		*detail = "is missing; set it"
	case pattern && strings.Contains(*detail, "(ms|s|m|h)"):
		*detail = "must be a duration in hours, minutes, seconds and milliseconds, such as 1m or 1h30m"
	case pattern && strings.Contains(*detail, "(ms|s|m)"):
		*detail = "must be a duration in minutes, seconds and milliseconds, such as 1m or 90s: Flux does not support hours here"
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
