// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package plan

import (
	"errors"
	"fmt"
	"strings"

	"go.yaml.in/yaml/v3"
)

// checkAliases returns an error if the aliases in a YAML text repeat too much. Kustomize resolves them, but the value
// of a variable may contain further ones, and some kilobytes then decode to gigabytes. The YAML libraries bound the
// number of repeated values, but not their size.
func checkAliases(text string) error {
	if !strings.Contains(text, "&") || !strings.Contains(text, "*") {
		return nil
	}
	document := &yaml.Node{}
	if err := yaml.Unmarshal([]byte(text), document); err != nil {
		return errors.New("it is not valid YAML after the variables are substituted")
	}
	sizes := map[*yaml.Node]float64{}
	if sizeOf(document, sizes) > mostIntermediate {
		return fmt.Errorf("its YAML aliases repeat more than %d bytes", mostIntermediate)
	}
	return nil
}

// sizeOf returns the approximate size of a node without aliases. Floating point numbers do not overflow. A node that
// contains itself does not decode.
func sizeOf(n *yaml.Node, known map[*yaml.Node]float64) float64 {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if size, ok := known[n]; ok {
		return size
	}
	known[n] = 0
	size := float64(len(n.Value) + 1)
	for _, inner := range n.Content {
		size += sizeOf(inner, known)
	}
	known[n] = size
	return size
}
