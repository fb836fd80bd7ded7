// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package strict

import (
	"bytes"
	"math"

	"go.yaml.in/yaml/v3"
)

// Expanded returns the number of bytes of a YAML document's keys and values with the values of anchors instead of the
// aliases. A parser of YAML limits the number of aliases, but a short document can repeat a long text any number of
// times. Expanded returns 0 for text that is not YAML.
func Expanded(text []byte) int {
	document := yaml.Node{}
	if !bytes.ContainsRune(text, '*') || yaml.NewDecoder(bytes.NewReader(text)).Decode(&document) != nil {
		return 0
	}
	return (&expansion{anchors: map[*yaml.Node]int{}}).of(&document)
}

// expansion contains the sizes of the anchors so far. The size of an anchor that is being computed is 0: parsers refuse
// an alias of a value that contains it.
type expansion struct{ anchors map[*yaml.Node]int }

func (e *expansion) of(node *yaml.Node) int {
	if node.Kind == yaml.AliasNode {
		return e.ofAnchor(node.Alias)
	}
	total := len(node.Value) + 1
	for _, child := range node.Content {
		if total += e.of(child); total > math.MaxInt32 {
			return math.MaxInt32
		}
	}
	return total
}

func (e *expansion) ofAnchor(anchor *yaml.Node) int {
	size, ok := e.anchors[anchor]
	if !ok {
		e.anchors[anchor] = 0
		size = e.of(anchor)
		e.anchors[anchor] = size
	}
	return size
}
