// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package strict

import (
	stdjson "encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Decode decodes the content into the target. Otherwise it returns all unknown fields and all values of a
// wrong type with their paths, or the first of many. A JSON decoder would stop at the first error, repeat the
// value, and sometimes omit the path.
func Decode(content map[string]any, target any, prefix *field.Path) field.ErrorList {
	c := checker{}
	if c.checkValue(reflect.TypeOf(target), content, prefix); len(c.errs) > 0 {
		return c.errs
	}
	if err := Convert(content, target); err != nil {
		return field.ErrorList{NewError(prefix, field.ErrorTypeInvalid, "has a value that cannot be read")}
	}
	return nil
}

// Convert decodes content after Decode has accepted it.
func Convert(content map[string]any, target any) error {
	data, err := json.Marshal(content)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, target)
}

// mostErrors limits the errors of a document. More are never shown.
const mostErrors = 100

// checker collects the errors of a document.
type checker struct{ errs field.ErrorList }

// add adds an error, unless these are enough.
func (c *checker) add(err *field.Error) {
	if len(c.errs) < mostErrors {
		c.errs = append(c.errs, err)
	}
}

// checkValue compares a value with the target type. Null fits every type.
func (c *checker) checkValue(t reflect.Type, value any, path *field.Path) {
	t = ElementType(t)
	if len(c.errs) >= mostErrors || value == nil || t.Kind() == reflect.Interface || t == reflect.TypeFor[runtime.RawExtension]() {
		return
	}
	if text, own := checkText(t, value); own {
		if text != "" {
			c.add(field.Invalid(path, Scalar(value), text))
		}
		return
	}
	switch t.Kind() {
	case reflect.Struct:
		c.checkStruct(t, value, path)
	case reflect.Map:
		c.checkMap(t, value, path)
	case reflect.Slice:
		c.checkSlice(t, value, path)
	default:
		if text := checkScalar(t, value); text != "" {
			c.add(field.Invalid(path, Scalar(value), text))
		}
	}
}

// checkText checks a value of a type with its own UnmarshalJSON. It returns false if the type has none.
func checkText(t reflect.Type, value any) (string, bool) {
	reader, ok := reflect.New(t).Interface().(stdjson.Unmarshaler)
	if !ok {
		return "", false
	}
	_, isQuantity := reader.(*resource.Quantity)
	if text, isText := value.(string); isQuantity && isText && (len(text) > longestQuantity || hugeExponent.MatchString(text)) {
		return "must be a quantity such as 100m or 64Mi", true
	}
	data, err := json.Marshal(value)
	if err == nil {
		err = reader.UnmarshalJSON(data)
	}
	if err == nil {
		return "", true
	}
	switch reader.(type) {
	case *metav1.Duration:
		return "must be a duration such as 1m or 1h30m" + inHours(value), true
	case *resource.Quantity:
		return "must be a quantity such as 100m or 64Mi", true
	case *fluxv1alpha1.ShootOverrides:
		return err.Error(), true
	}
	return "has a value that cannot be read", true
}

// inDays matches a duration in days. Go's durations have no such unit.
var inDays = regexp.MustCompile(`^([0-9]{1,6})d$`)

// inHours returns the fix for a duration in days.
func inHours(value any) string {
	text, _ := value.(string)
	found := inDays.FindStringSubmatch(text)
	if found == nil {
		return ""
	}
	days, _ := strconv.Atoi(found[1])
	return fmt.Sprintf("; days are written in hours, these as %dh", 24*days)
}

// longestQuantity has more digits than any quantity needs.
const longestQuantity = 32

// hugeExponent matches an exponent that makes the comparison of a quantity take minutes.
var hugeExponent = regexp.MustCompile(`[eE][+-]?[0-9]{3,}`)

func (c *checker) checkStruct(t reflect.Type, value any, path *field.Path) {
	object, ok := value.(map[string]any)
	if !ok {
		c.add(field.Invalid(path, Scalar(value), "must be an object, not "+JSONType(value)))
		return
	}
	known := Fields(t)
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if of, ok := known[key]; ok {
			c.checkValue(of, object[key], Child(path, key))
			continue
		}
		c.add(field.Forbidden(Child(path, key), UnknownField+"; the known fields are "+strings.Join(slices.Sorted(maps.Keys(known)), ", ")))
	}
}

// UnknownField begins the message about an unknown field.
const UnknownField = "unknown field"

func (c *checker) checkMap(t reflect.Type, value any, path *field.Path) {
	object, ok := value.(map[string]any)
	if !ok {
		c.add(field.Invalid(path, Scalar(value), "must be an object, not "+JSONType(value)))
		return
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		c.checkValue(t.Elem(), object[key], Child(path, key))
	}
}

func (c *checker) checkSlice(t reflect.Type, value any, path *field.Path) {
	list, ok := value.([]any)
	if !ok {
		c.add(field.Invalid(path, Scalar(value), "must be a list, not "+JSONType(value)))
		return
	}
	for i, element := range list {
		if element == nil {
			c.add(field.Invalid(path.Index(i), field.OmitValueType{}, "must not be null; remove it"))
			continue
		}
		c.checkValue(t.Elem(), element, path.Index(i))
	}
}

func checkScalar(t reflect.Type, value any) string {
	switch {
	case t.Kind() == reflect.String:
		switch value.(type) {
		case string:
			return ""
		case int64, float64, bool:
			return "must be a string, not " + JSONType(value) + "; write it in quotes"
		}
		return "must be a string, not " + JSONType(value)
	case t.Kind() == reflect.Bool:
		switch value {
		case true, false:
			return ""
		case "true", "false":
			return "must be true or false, not a string; write it without quotes"
		}
		return "must be true or false, not " + JSONType(value)
	case reflect.Zero(t).CanInt():
		return checkWhole(t, value)
	}
	return "has a value that cannot be read"
}

func checkWhole(t reflect.Type, value any) string {
	const whole = "must be a whole number"
	highest := int64(1)<<(t.Bits()-1) - 1
	switch number := value.(type) {
	case int64:
		if !reflect.Zero(t).OverflowInt(number) {
			return ""
		}
		return fmt.Sprintf("%s from %d to %d", whole, -highest-1, highest)
	case float64:
		if number == math.Trunc(number) {
			return fmt.Sprintf("%s from %d to %d", whole, -highest-1, highest)
		}
		return whole + ", not a fraction"
	case string:
		if _, err := strconv.Atoi(number); err == nil {
			return whole + ", not a string; write it without quotes"
		}
	}
	return whole + ", not " + JSONType(value)
}

// JSONType names the JSON type of a value in messages.
func JSONType(value any) string {
	switch value.(type) {
	case string:
		return "a string"
	case bool:
		return "true or false"
	case int64, float64:
		return "a number"
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	return fmt.Sprintf("%T", value)
}

// Scalar returns a scalar value for a message, and omits a list or an object.
func Scalar(value any) any {
	switch value.(type) {
	case string, bool, int64, float64:
		return value
	}
	return field.OmitValueType{}
}

// ElementType returns the type without pointers.
func ElementType(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// Fields returns the fields of an API type by their names in JSON. The JSON schemas in docs/api have the same
// fields.
func Fields(t reflect.Type) map[string]reflect.Type {
	known := map[string]reflect.Type{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case name == "" && (f.Anonymous || options == "inline"):
			maps.Copy(known, Fields(ElementType(f.Type)))
		case name != "" && name != "-":
			known[name] = f.Type
		}
	}
	return known
}
