// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package strict

import (
	stdjson "encoding/json"
	"fmt"
	"maps"
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
	plain "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/ordered"
)

// Decode decodes the content into the target. If there are unknown fields or values of a wrong type, it returns all of
// them with their paths, up to a limit. A JSON decoder would return only the first error, repeat the value, and
// sometimes omit the path.
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

// Convert decodes content that Decode has accepted before.
func Convert(content map[string]any, target any) error {
	data, err := json.Marshal(content)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, target)
}

// mostErrors limits the number of errors of a document.
const mostErrors = 100

// checker collects the errors of a document.
type checker struct{ errs field.ErrorList }

// add adds an error unless the limit is reached.
func (c *checker) add(err *field.Error) {
	if len(c.errs) < mostErrors {
		c.errs = append(c.errs, err)
	}
}

// checkValue checks that a value fits the target type. All types accept null.
func (c *checker) checkValue(t reflect.Type, value any, path *field.Path) {
	t = ElementType(t)
	if len(c.errs) >= mostErrors || value == nil || t.Kind() == reflect.Interface || t == reflect.TypeFor[runtime.RawExtension]() {
		return
	}
	_, decodesItself := reflect.New(t).Interface().(stdjson.Unmarshaler)
	object, isObject := value.(map[string]any)
	list, isList := value.([]any)
	switch kind := t.Kind(); {
	case isObject && kind == reflect.Struct && !decodesItself:
		known := Fields(t)
		for key, value := range ordered.Map(object) {
			if of, ok := known[key]; ok {
				c.checkValue(of, value, Child(path, key))
			} else {
				c.add(field.Forbidden(Child(path, key), plain.Unknown("field", key, slices.Sorted(maps.Keys(known)))))
			}
		}
	case isObject && kind == reflect.Map && !decodesItself:
		for key, value := range ordered.Map(object) {
			c.checkValue(t.Elem(), value, Child(path, key))
		}
	case isList && kind == reflect.Slice && !decodesItself:
		for i, element := range list {
			if element == nil {
				c.add(field.Invalid(path.Index(i), field.OmitValueType{}, "must not be null; remove it"))
			}
			c.checkValue(t.Elem(), element, path.Index(i))
		}
	default:
		if problem := problemOf(t, value); problem != "" {
			c.add(field.Invalid(path, Scalar(value), problem))
		}
	}
}

// UnknownField is the beginning of messages about unknown fields.
const UnknownField = "unknown field"

// problemOf returns a message if a value does not fit the type, or an empty string if it does.
func problemOf(t reflect.Type, value any) string {
	target := reflect.New(t).Interface()
	text, isText := value.(string)
	const quantity = "must be a quantity such as 100m or 64Mi"
	if _, is := target.(*resource.Quantity); is && (len(text) > longestQuantity || hugeExponent.MatchString(text)) {
		return quantity
	}
	data, err := json.Marshal(value)
	if err == nil {
		err = json.Unmarshal(data, target)
	}
	if err == nil {
		return ""
	}
	switch target.(type) {
	case *metav1.Duration:
		return "must be a duration such as 1m or 1h30m" + inHours(text)
	case *resource.Quantity:
		return quantity
	case *fluxv1alpha1.ShootOverrides:
		return err.Error()
	}
	wanted := map[reflect.Kind]string{
		reflect.Struct: "an object", reflect.Map: "an object", reflect.Slice: "a list", reflect.String: "a string", reflect.Bool: "true or false",
	}[t.Kind()]
	actual, fix := JSONType(value), ""
	switch isInt := reflect.Zero(t).CanInt(); {
	case isInt && actual == aNumber:
		highest := int64(1)<<(t.Bits()-1) - 1
		return fmt.Sprintf("must be a whole number from %d to %d", -highest-1, highest)
	case isInt:
		wanted = "a whole number"
	case wanted == "":
		return "has a value that cannot be read"
	}
	switch {
	case isText && json.Unmarshal([]byte(text), target) == nil:
		fix = "; write it without quotes"
	case t.Kind() == reflect.String && Scalar(value) == value:
		fix = "; write it in quotes"
	}
	return "must be " + wanted + ", not " + actual + fix
}

// inDays matches a duration in days, which Go does not support.
var inDays = regexp.MustCompile(`^([0-9]{1,6})d$`)

// inHours returns the suggested fix for a duration in days.
func inHours(text string) string {
	found := inDays.FindStringSubmatch(text)
	if found == nil {
		return ""
	}
	days, _ := strconv.Atoi(found[1])
	return fmt.Sprintf("; days are written in hours, these as %dh", 24*days)
}

// longestQuantity limits the length of a quantity in characters.
const longestQuantity = 32

// hugeExponent matches an exponent that would make a comparison of quantities last minutes.
var hugeExponent = regexp.MustCompile(`[eE][+-]?[0-9]{3,}`)

const aNumber = "a number"

// JSONType returns the JSON type of a value for messages.
func JSONType(value any) string {
	switch value.(type) {
	case string:
		return "a string"
	case bool:
		return "true or false"
	case int64, float64:
		return aNumber
	case []any:
		return "a list"
	case map[string]any:
		return "an object"
	}
	return fmt.Sprintf("%T", value)
}

// Scalar returns a scalar value for a message. For a list or an object, it returns a value that messages omit.
func Scalar(value any) any {
	switch value.(type) {
	case string, bool, int64, float64:
		return value
	}
	return field.OmitValueType{}
}

// ElementType dereferences pointer types.
func ElementType(t reflect.Type) reflect.Type {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	return t
}

// Fields returns the types of the fields of an API type by their JSON names. The JSON schemas in docs/api contain the
// same fields.
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
