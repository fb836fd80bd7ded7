// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
)

// ConfigMap is the project's ConfigMap flux-config.
type ConfigMap struct {
	// Namespace is the project namespace.
	Namespace string
	// Data is the ConfigMap's data.
	Data map[string]string
	// BinaryData is the ConfigMap's binary data, in which nothing is expected.
	BinaryData map[string][]byte
}

// IsEmpty returns whether there is no ConfigMap, or nothing in it. An empty FluxConfig is not nothing.
func (c *ConfigMap) IsEmpty() bool {
	if c == nil {
		return true
	}
	for _, value := range c.Data {
		if strings.TrimSpace(value) != "" {
			return false
		}
	}
	return len(c.BinaryData) == 0
}

// Checksum identifies the content; it is empty if there is none.
func (c *ConfigMap) Checksum() string {
	if c.IsEmpty() {
		return ""
	}
	// JSON sorts the keys of maps, and encodes these without error.
	content, _ := json.Marshal([]any{c.Data, c.BinaryData})
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}
