// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	apiextensionsvalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	apivalidation "k8s.io/apimachinery/pkg/api/validation"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	"k8s.io/kube-openapi/pkg/validation/validate"
)

// longestRepeatedValue limits the length of values in messages. A longer value is rarely a typing error and may be a
// secret.
const longestRepeatedValue = 64

// Schema is the compiled schema of an API version of a CustomResourceDefinition. It validates an object like
// kube-apiserver when the object is created (k8s.io/apiextensions-apiserver/pkg/registry/customresource). No library
// combines these validation steps.
type Schema struct {
	// unknown is the message for a field that the schema does not contain.
	unknown    string
	namespaced bool
	structural *structuralschema.Structural
	openAPI    *spec.Schema
	rules      *cel.Validator
}

// newCRDSchema compiles the schema of an API version in a Flux version.
func newCRDSchema(fluxVersion string, version apiextensionsv1.CustomResourceDefinitionVersion) (*Schema, error) {
	return compileSchema("unknown field in Flux "+fluxVersion, true, version)
}

// NewForeignSchema compiles the schema of an API version of a CustomResourceDefinition that does not belong to Flux.
// The schema takes time and memory without a limit if it is untrusted.
func NewForeignSchema(namespaced bool, version apiextensionsv1.CustomResourceDefinitionVersion) (*Schema, error) {
	return compileSchema("unknown field", namespaced, version)
}

func compileSchema(unknown string, namespaced bool, version apiextensionsv1.CustomResourceDefinitionVersion) (*Schema, error) {
	if version.Schema == nil || version.Schema.OpenAPIV3Schema == nil {
		return nil, errors.New("the CustomResourceDefinition has no schema")
	}
	internal := &apiextensions.JSONSchemaProps{}
	if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(version.Schema.OpenAPIV3Schema, internal, nil); err != nil {
		return nil, err
	}
	structural, err := structuralschema.NewStructural(internal)
	if err != nil {
		return nil, err
	}
	_, openAPI, err := apiextensionsvalidation.NewSchemaValidator(internal)
	if err != nil {
		return nil, err
	}
	return &Schema{
		unknown:    unknown,
		namespaced: namespaced,
		structural: structural,
		openAPI:    openAPI,
		rules:      cel.NewValidator(structural, true, celconfig.PerCallLimit),
	}, nil
}

// Validate returns the errors of the object, sorted by field. It returns only the first errors of each list or map. It
// stops when the context is done; callers must then discard its result.
func (s *Schema) Validate(ctx context.Context, object *unstructured.Unstructured) field.ErrorList {
	content, err := Normalize(object.Object)
	if err != nil {
		return field.ErrorList{field.Invalid(field.NewPath("spec"), field.OmitValueType{}, err.Error())}
	}
	errs, err := s.unknownFields(content)
	if err != nil {
		return field.ErrorList{field.Invalid(field.NewPath("metadata"), field.OmitValueType{}, err.Error())}
	}
	defaulting.PruneNonNullableNullsWithoutDefaults(content, s.structural)
	defaulting.Default(content, s.structural)

	u := &unstructured.Unstructured{Object: content}
	invalid := apivalidation.ValidateObjectMetaAccessor(u, s.namespaced, apivalidation.NameIsDNSSubdomain, field.NewPath("metadata"))
	openAPI := &boundedValidator{ctx: ctx, schema: s.openAPI, formats: strfmt.Default}
	invalid = append(invalid, apiextensionsvalidation.ValidateCustomResource(nil, content, wholeObject{openAPI})...)
	invalid = append(invalid, objectmeta.Validate(nil, content, s.structural, false)...)
	invalid = append(invalid, listtype.ValidateListSetsAndMaps(nil, s.structural, content)...)
	if !slices.ContainsFunc(invalid, preventsRules) {
		broken, _ := s.rules.Validate(ctx, nil, s.structural, content, nil, celconfig.RuntimeCELCostBudget)
		invalid = append(invalid, broken...)
	}

	for _, err := range invalid {
		// The library repeats the path in the detail.
		err.Detail = strings.TrimPrefix(err.Detail, err.Field+" in body ")
		redact(err)
	}
	errs = append(errs, invalid...)
	slices.SortStableFunc(errs, func(a, b *field.Error) int {
		return cmp.Or(cmp.Compare(a.Field, b.Field), cmp.Compare(a.Detail, b.Detail))
	})
	return errs
}

// unknownFields removes the fields that are not in the schema, like an API server, and returns an error for each of the
// first ones.
func (s *Schema) unknownFields(content map[string]any) (field.ErrorList, error) {
	metadata, found, paths, err := objectmeta.GetObjectMetaWithOptions(content, objectmeta.ObjectMetaOptions{ReturnUnknownFieldPaths: true})
	if err != nil {
		return nil, err
	}
	paths = append(paths, pruning.PruneWithOptions(content, s.structural, true, structuralschema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})...)
	if found {
		if err := objectmeta.SetObjectMeta(content, metadata); err != nil {
			return nil, err
		}
	}
	slices.Sort(paths)
	var errs field.ErrorList
	for _, path := range paths[:min(len(paths), mostErrorsOfList)] {
		errs = append(errs, field.Forbidden(field.NewPath(path), s.unknown))
	}
	return errs, nil
}

// preventsRules returns whether an API server skips x-kubernetes-validations after the error. These rules rely on
// values that match the rest of the schema.
func preventsRules(err *field.Error) bool {
	switch err.Type {
	case field.ErrorTypeNotSupported, field.ErrorTypeRequired, field.ErrorTypeTooLong, field.ErrorTypeTooMany, field.ErrorTypeTypeInvalid:
		return true
	}
	return false
}

// redact removes values that may contain credentials, such as URLs, from an error.
func redact(err *field.Error) {
	switch value := err.BadValue.(type) {
	case map[string]any, []any:
		err.BadValue = field.OmitValueType{}
	case string:
		if len(value) <= longestRepeatedValue && !strings.Contains(value, "@") && !strings.Contains(value, "://") {
			return
		}
		err.BadValue = field.OmitValueType{}
		if strings.Contains(err.Detail, value) {
			err.Detail = "is not valid"
		}
	}
}

// Normalize returns a copy of the document as an API server decodes it, with int64 or float64 as the type of all
// numbers.
func Normalize(document map[string]any) (map[string]any, error) {
	data, err := utiljson.Marshal(document)
	if err != nil {
		return nil, err
	}
	var normalized map[string]any
	if err := utiljson.Unmarshal(data, &normalized); err != nil {
		return nil, err
	}
	return normalized, nil
}

// mostErrorsOfList is the number of errors that make the validation skip the remaining entries of a list or map. The
// library compares each error with all previous errors, which would take minutes if all entries of a list that fits
// into a ConfigMap were invalid.
const mostErrorsOfList = 25

// boundedValidator validates a part of an object against its schema, with a limited number of errors. It implements the
// library's interface for validators.
type boundedValidator struct {
	// ctx stops the validation when it is done. The result must then be discarded.
	ctx     context.Context
	schema  *spec.Schema
	root    any
	path    string
	formats strfmt.Registry
}

// Validate validates the value.
func (v *boundedValidator) Validate(value any) *validate.Result {
	if entries, ok := value.(map[string]any); ok && v.schema.AdditionalProperties != nil && len(entries) > mostErrorsOfList {
		// The library validates the entries of a map in random order, but the returned errors must not vary.
		for keys := range slices.Chunk(slices.Sorted(maps.Keys(entries)), mostErrorsOfList) {
			part := make(map[string]any, len(keys))
			for _, key := range keys {
				part[key] = entries[key]
			}
			if result := v.validate(part); !result.IsValid() || v.ctx.Err() != nil {
				return result
			}
		}
	}
	return v.validate(value)
}

func (v *boundedValidator) validate(value any) *validate.Result {
	left := mostErrorsOfList
	return validate.NewSchemaValidator(v.schema, v.root, v.path, v.formats, func(options *validate.SchemaValidatorOptions) {
		options.NewValidatorForIndex = func(_ int, schema *spec.Schema, root any, path string, formats strfmt.Registry, _ ...validate.Option) validate.ValueValidator {
			return element{boundedValidator: v.part(schema, root, path, formats), left: &left}
		}
		options.NewValidatorForField = func(_ string, schema *spec.Schema, root any, path string, formats strfmt.Registry, _ ...validate.Option) validate.ValueValidator {
			return v.part(schema, root, path, formats)
		}
	}).Validate(value)
}

func (v *boundedValidator) part(schema *spec.Schema, root any, path string, formats strfmt.Registry) *boundedValidator {
	return &boundedValidator{ctx: v.ctx, schema: schema, root: root, path: path, formats: formats}
}

// SetPath sets the path of the part.
func (v *boundedValidator) SetPath(path string) { v.path = path }

// Applies returns true, because the library only calls it for parts with a schema.
func (v *boundedValidator) Applies(any, reflect.Kind) bool { return true }

// element validates an element of a list, unless previous elements had too many errors.
type element struct {
	*boundedValidator
	left *int
}

// Validate validates the element.
func (e element) Validate(value any) *validate.Result {
	if *e.left <= 0 || e.ctx.Err() != nil {
		return new(validate.Result)
	}
	result := e.boundedValidator.Validate(value)
	*e.left -= len(result.Errors)
	return result
}

// wholeObject adapts a boundedValidator to the interface of the API server's library.
type wholeObject struct{ *boundedValidator }

// Validate validates the object.
func (o wholeObject) Validate(value any, _ ...apiextensionsvalidation.ValidationOption) *validate.Result {
	return o.boundedValidator.Validate(value)
}
