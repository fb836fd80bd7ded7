// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// ConfigMap is the project's ConfigMap flux-config, which does not change once its Config was read.
type ConfigMap struct {
	// Namespace is the project namespace.
	Namespace string
	// Data is the ConfigMap's data.
	Data map[string]string
	// BinaryData is the ConfigMap's binary data, in which nothing is expected.
	BinaryData map[string][]byte

	once    sync.Once
	content map[string]any
	err     *field.Error
}

// Config returns the content of key config.yaml, which must not be changed, or why it cannot be read. Several need it in one reconciliation, and it is
// read once.
func (c *ConfigMap) Config() (map[string]any, *field.Error) {
	c.once.Do(func() { c.content, c.err = strict.ReadFluxConfig([]byte(c.Data[fluxv1alpha1.KeyConfig])) })
	return c.content, c.err
}

// ProjectSetting returns what a project sets as that field of project, as it is written; nil if it sets nothing.
func (c *ConfigMap) ProjectSetting(name string) (any, *field.Error) {
	if c.IsEmpty() {
		return nil, nil
	}
	if _, has := c.Data[fluxv1alpha1.KeyConfig]; !has {
		return nil, nil
	}
	content, err := c.Config()
	if err != nil {
		return nil, err
	}
	value, _ := strict.Lookup(content, "project", name)
	return value, nil
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
