// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package strict

import (
	"bytes"
	"fmt"
	"strconv"

	yamlv2 "go.yaml.in/yaml/v2"
	"go.yaml.in/yaml/v3"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// CheckKeys refuses keys of a YAML document that YAML reads as another key, such as no, which it reads as
// false. It accepts text that is not YAML.
func CheckKeys(text []byte) *field.Error {
	document := yaml.Node{}
	if err := yaml.NewDecoder(bytes.NewReader(text)).Decode(&document); err == nil {
		return checkKeys(nil, &document)
	}
	return nil
}

// checkKeys does not follow aliases, which can expand without limit.
func checkKeys(path *field.Path, node *yaml.Node) *field.Error {
	switch node.Kind {
	case yaml.DocumentNode:
		for _, child := range node.Content {
			if err := checkKeys(path, child); err != nil {
				return err
			}
		}
	case yaml.SequenceNode:
		for i, child := range node.Content {
			if err := checkKeys(path.Index(i), child); err != nil {
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

// longestKey limits the length of a key that YAML may not read as a string.
const longestKey = 64

// readAs returns the key that YAML 1.1 reads, as in Kubernetes.
func readAs(key *yaml.Node) string {
	if key.Kind != yaml.ScalarNode || key.Style != 0 || len(key.Value) > longestKey {
		return key.Value
	}
	var value any
	if yamlv2.Unmarshal([]byte(key.Value), &value) != nil {
		return key.Value
	}
	switch value := value.(type) {
	case bool:
		return strconv.FormatBool(value)
	case int:
		return strconv.Itoa(value)
	case int64:
		return strconv.FormatInt(value, 10)
	case uint64:
		return strconv.FormatUint(value, 10)
	case float64:
		return strconv.FormatFloat(value, 'g', -1, 64)
	}
	return key.Value
}

// IsString returns whether YAML 1.1, as in Kubernetes, reads the text without quotes as a string.
func IsString(text string) bool {
	var value any
	if yamlv2.Unmarshal([]byte(text), &value) != nil {
		return true
	}
	_, is := value.(string)
	return is
}
