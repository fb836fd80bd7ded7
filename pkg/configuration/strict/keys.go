// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package strict

import (
	"bytes"
	"fmt"

	yamlv2 "go.yaml.in/yaml/v2"
	"go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// CheckKeys rejects keys that YAML converts to a different text, such as no, which becomes false. It ignores text that
// is not YAML.
func CheckKeys(text []byte) *field.Error {
	document := yaml.Node{}
	if err := yaml.NewDecoder(bytes.NewReader(text)).Decode(&document); err == nil {
		return checkKeys(nil, &document)
	}
	return nil
}

// checkKeys checks the keys below a node. It does not follow aliases, because they can expand exponentially.
func checkKeys(path *field.Path, node *yaml.Node) *field.Error {
	switch node.Kind {
	case yaml.DocumentNode, yaml.SequenceNode:
		for i, child := range node.Content {
			own := path
			if node.Kind == yaml.SequenceNode {
				own = path.Index(i)
			}
			if err := checkKeys(own, child); err != nil {
				return err
			}
		}
	case yaml.MappingNode:
		for i := 0; i+1 < len(node.Content); i += 2 {
			key := node.Content[i]
			if read := readAs(key); read != key.Value {
				return NewError(path, field.ErrorTypeInvalid, fmt.Sprintf("has in line %d the key %s, which YAML reads as %s; put the key in quotes: %[4]q", key.Line, key.Value, read, key.Value))
			}
			if err := checkKeys(Child(path, key.Value), node.Content[i+1]); err != nil {
				return err
			}
		}
	}
	return nil
}

// longestKey limits the length of keys that YAML may parse as a type other than string.
const longestKey = 64

// readAs returns the key after parsing it as YAML 1.1, which Kubernetes uses.
func readAs(key *yaml.Node) string {
	if key.Kind == yaml.ScalarNode && key.Style == 0 && len(key.Value) <= longestKey {
		switch value := read(key.Value).(type) {
		case bool, int, int64, uint64, float64:
			return fmt.Sprint(value)
		}
	}
	return key.Value
}

// read parses an unquoted text as YAML 1.1, which Kubernetes uses.
func read(text string) any {
	var value any
	if yamlv2.Unmarshal([]byte(text), &value) != nil {
		return text
	}
	return value
}

// IsString reports whether YAML 1.1 parses the unquoted text as a string.
func IsString(text string) bool {
	_, ok := read(text).(string)
	return ok
}
