// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package strict

import (
	"bytes"
	stdjson "encoding/json"
	"fmt"

	"go.yaml.in/yaml/v3"
)

// The highest structure of a document. A FluxConfig in use has a few hundred values, eight levels deep; what takes long to check has many
// thousands.
const (
	// MostValues is the number of keys and values, lists and objects included.
	MostValues = 4000
	// DeepestLevel is the number of lists and objects that are inside each other.
	DeepestLevel = 32
)

// structure counts the keys and values of a document.
type structure struct{ values int }

// add counts a value at a level, and returns what is wrong with that.
func (s *structure) add(level int) string {
	s.values++
	switch {
	case level > DeepestLevel:
		return fmt.Sprintf("has lists and objects that are more than %d levels deep; write it flatter", DeepestLevel)
	case s.values > MostValues:
		return fmt.Sprintf("has more than %d keys and values; shorten its lists and objects", MostValues)
	}
	return ""
}

// checkJSON returns what is wrong with the structure of valid JSON.
func checkJSON(data []byte) string {
	var (
		s       structure
		level   int
		decoder = stdjson.NewDecoder(bytes.NewReader(data))
	)
	for {
		token, err := decoder.Token()
		if err != nil {
			return "" // That is its end.
		}
		switch token {
		case stdjson.Delim('{'), stdjson.Delim('['):
			level++
		case stdjson.Delim('}'), stdjson.Delim(']'):
			level--
			continue
		}
		if text := s.add(level); text != "" {
			return text
		}
	}
}

// checkNode returns what is wrong with the structure of YAML.
func (s *structure) checkNode(node *yaml.Node, level int) string {
	if node.Kind == yaml.SequenceNode || node.Kind == yaml.MappingNode {
		level++
	}
	if text := s.add(level); text != "" {
		return text
	}
	for _, child := range node.Content {
		if text := s.checkNode(child, level); text != "" {
			return text
		}
	}
	return ""
}
