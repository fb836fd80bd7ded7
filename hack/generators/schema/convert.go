// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"encoding/json"
	"regexp"
	"strings"
)

// object is a JSON schema, or a part of one.
type object map[string]any

// substitution is a pattern for variables in templates. The extension replaces them before it validates values.
const substitution = `\$\{SHOOT_INFO_`

// conversion converts the OpenAPI schema of a CustomResourceDefinition to a JSON schema.
type conversion struct {
	// partial is set for documents that are merged: they have no required fields, and null removes a value of another
	// document.
	partial bool
	// substituted is set for documents with values that may contain ${SHOOT_INFO_…}.
	substituted bool
}

var (
	merged   = conversion{partial: true}
	template = conversion{partial: true, substituted: true}
)

// dropped matches keywords that JSON schema does not have, or that apply only to complete objects.
var dropped = regexp.MustCompile(`^(x-kubernetes-.*|nullable|format|minProperties)$`)

// lineBreak matches a line break inside a paragraph.
var lineBreak = regexp.MustCompile(`([^\n])\n([^\n])`)

func (c conversion) convert(openAPI object) object {
	schema := object{}
	for key, value := range openAPI {
		if !dropped.MatchString(key) {
			schema[key] = value
		}
	}
	if openAPI["x-kubernetes-int-or-string"] == true {
		// A quantity may also be a number. The pattern applies only to strings.
		schema["anyOf"] = []any{object{"type": "number"}, object{"type": "string"}}
	}
	if description, ok := schema["description"].(string); ok {
		schema["description"] = strings.TrimSpace(lineBreak.ReplaceAllString(description, "$1 $2"))
	}
	c.convertObject(schema, openAPI["x-kubernetes-preserve-unknown-fields"] == true)

	// A list replaces another list as a whole, so its items must be complete.
	if items, ok := schema["items"].(map[string]any); ok {
		whole := c
		whole.partial = false
		schema["items"] = whole.convert(items)
	}
	if c.substituted {
		allowSubstitution(schema)
	}
	return schema
}

func (c conversion) convertObject(schema object, open bool) {
	if c.partial {
		delete(schema, "required")
	}
	if properties, ok := schema["properties"].(map[string]any); ok {
		converted := object{}
		for name, property := range properties {
			converted[name] = c.convertValue(property.(map[string]any))
		}
		schema["properties"] = converted
	}
	switch values, typed := schema["additionalProperties"].(map[string]any); {
	case typed:
		schema["additionalProperties"] = c.convertValue(values)
	case schema["type"] == "object" && !open && schema["additionalProperties"] == nil:
		schema["additionalProperties"] = false
	}
}

// convertValue converts the schema of a value in an object. It also allows null if documents are partial.
func (c conversion) convertValue(openAPI object) object {
	schema := c.convert(openAPI)
	if c.partial {
		allowNull(schema)
	}
	return schema
}

func allowNull(schema object) {
	if enum, ok := schema["enum"].([]any); ok {
		schema["enum"] = append(enum, nil)
	}
	if alternatives, ok := schema["anyOf"].([]any); ok {
		schema["anyOf"] = append(alternatives, object{"type": "null"})
	}
	if kind, ok := schema["type"].(string); ok {
		schema["type"] = []any{kind, "null"}
	}
}

func allowSubstitution(schema object) {
	if pattern, ok := schema["pattern"].(string); ok {
		schema["pattern"] = "(" + pattern + ")|" + substitution
	}
	if enum, ok := schema["enum"].([]any); ok {
		delete(schema, "enum")
		schema["anyOf"] = []any{object{"enum": enum}, object{"pattern": substitution}}
	}
}

// property returns the schema of a property. It panics if the property does not exist: the types have changed, and this
// generator must change with them.
func (o object) property(path ...string) object {
	for _, name := range path {
		o = o["properties"].(object)[name].(object)
	}
	return o
}

func (o object) replace(content object) {
	clear(o)
	for key, value := range content {
		o[key] = value
	}
}

func toObject(value any) (object, error) {
	data, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	var content object
	return content, json.Unmarshal(data, &content)
}
