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

// template is an incomplete object of a Flux kind. The builder sets its missing fields.
type template struct {
	// path is the path of the template in the FluxConfig.
	path   *field.Path
	object map[string]any
}

// template returns the template at a path of the merged content, with variables replaced. If the path does not exist,
// the template is empty.
func (b *builder) template(path ...string) (*template, field.ErrorList) {
	value, given := strict.Lookup(b.content, path...)
	if !given {
		value = map[string]any{}
	}
	return b.newTemplate(value, strict.NewPath(path))
}

// newTemplate returns a template with the given content, with variables replaced.
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

// setType sets apiVersion and kind if they are missing; the first of the kinds is the default. It rejects other values.
func (t *template) setType(apiVersion string, kinds ...string) field.ErrorList {
	t.setMissing(kinds[0], "kind")
	t.setMissing(apiVersion, "apiVersion")
	kind, version := strict.LookupString(t.object, "kind"), strict.LookupString(t.object, "apiVersion")
	errs := validation.OneOf(t.path.Child("kind"), kind, kinds...)
	// v1beta2 and v1 have the same fields (source-controller: api/v1beta2 before v1.8).
	if len(errs) == 0 && kind == sourcev1.OCIRepositoryKind && version == sourcev1.GroupVersion.Group+"/v1beta2" {
		version = apiVersion
	}
	errs = append(errs, validation.OneOf(t.path.Child("apiVersion"), version, apiVersion)...)
	t.object["apiVersion"] = version
	return errs
}

// setMissing sets a value unless the user has set one. An empty value counts as set.
func (t *template) setMissing(value any, path ...string) {
	object := t.object
	for _, name := range path[:len(path)-1] {
		next, ok := object[name].(map[string]any)
		if !ok {
			if object[name] != nil {
				return // The value has the wrong type; decode rejects it.
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

// setMetadata sets the namespace and the name if they are missing. The default name is the name of the adopted object
// if it has the same namespace. Otherwise, it is the default name of 'flux bootstrap'.
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

// decode decodes a template strictly. A field with a placeholder causes no error if it accepts a valid duration
// instead, because the real value may be valid. The error remains if the field is not a string, because no value of a
// variable is valid there.
func (b *builder) decode(t *template, into any) field.ErrorList {
	errs := strict.Decode(t.object, into, t.path)
	if len(errs) == 0 {
		return nil
	}
	readable := runtime.DeepCopyJSON(t.object)
	for _, err := range errs {
		if b.placeholders.at(err.Field) {
			// The path contains no list indices, because no lists in templates contain parsed fields.
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

// checkSchema returns the errors of the schema, except errors about fields that found already contains. It ignores
// errors about metadata, because checkMetadata reports them.
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

// These expressions match schema errors about the length of strings.
var (
	tooShort = regexp.MustCompile(`^should be at least 1 chars long$`)
	tooLong  = regexp.MustCompile(`^(should be at most|may not be more than) (\d+) (chars long|bytes)$`)
)

// rephrase returns a schema error with a message that contains a suggested fix.
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
