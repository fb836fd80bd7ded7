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

// Limits of the structure of a document. A real FluxConfig has a few hundred values on eight levels. Only
// documents with many thousands of values take long to check.
const (
	// MostValues limits the number of keys and values, including lists and objects.
	MostValues = 4000
	// DeepestLevel limits the nesting of lists and objects.
	DeepestLevel = 32
)

// structure counts the keys and values of a document.
type structure struct{ values int }

// add counts a value at a level, and returns the problem if a limit is exceeded.
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

// checkJSON returns the problem with the structure of valid JSON, if any.
func checkJSON(data []byte) string {
	var (
		s       structure
		level   int
		decoder = stdjson.NewDecoder(bytes.NewReader(data))
	)
	for {
		token, err := decoder.Token()
		if err != nil {
			return "" // the end
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

// checkNode returns the problem with the structure of YAML, if any.
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
