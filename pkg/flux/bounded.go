// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"context"
	"maps"
	"reflect"
	"slices"

	apiextensionsvalidation "k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	"k8s.io/kube-openapi/pkg/validation/spec"
	"k8s.io/kube-openapi/pkg/validation/strfmt"
	"k8s.io/kube-openapi/pkg/validation/validate"
)

// mostErrorsOfList is the number of errors in a list or map after which the rest of it is not validated: nobody reads more, and the library
// compares each error with all before it, which takes minutes for as many as fit into a ConfigMap.
const mostErrorsOfList = 25

// boundedValidator validates a part of an object against its schema. It implements the library's interfaces for an object and for a part of it.
type boundedValidator struct {
	// ctx ends the validation; the result is then without meaning.
	ctx     context.Context
	schema  *spec.Schema
	root    any
	path    string
	formats strfmt.Registry
}

// Validate validates the value.
func (v *boundedValidator) Validate(value any) *validate.Result {
	if entries, ok := value.(map[string]any); ok && v.schema.AdditionalProperties != nil && len(entries) > mostErrorsOfList {
		// The library takes the entries of a map in any order. The first errors have to be the same each time.
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

// Applies is always true: the library asks only where it has a schema.
func (v *boundedValidator) Applies(any, reflect.Kind) bool { return true }

// element validates an element of a list, unless the elements before it have had enough errors.
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

// wholeObject is the interface that the API server's library wants.
type wholeObject struct{ *boundedValidator }

// Validate validates the object.
func (o wholeObject) Validate(value any, _ ...apiextensionsvalidation.ValidationOption) *validate.Result {
	return o.boundedValidator.Validate(value)
}
