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

// ConfigMap is the project's ConfigMap flux-config. It must not change after Config was called.
type ConfigMap struct {
	// Namespace is the project namespace.
	Namespace string
	// Data is the ConfigMap's data.
	Data map[string]string
	// BinaryData is the ConfigMap's binary data, which should be empty.
	BinaryData map[string][]byte

	once    sync.Once
	content map[string]any
	err     *field.Error
}

// Config returns the content of key config.yaml, which callers must not change, or the error. It parses the
// content once, because a reconciliation has several callers.
func (c *ConfigMap) Config() (map[string]any, *field.Error) {
	c.once.Do(func() { c.content, c.err = strict.ReadFluxConfig([]byte(c.Data[fluxv1alpha1.KeyConfig])) })
	return c.content, c.err
}

// ProjectSetting returns the raw value of project.<name>, or nil if the project does not set it.
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

// IsEmpty returns whether the ConfigMap is nil or without content. An empty FluxConfig is content.
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

// Checksum identifies the content; it is empty without content.
func (c *ConfigMap) Checksum() string {
	if c.IsEmpty() {
		return ""
	}
	// JSON sorts the keys of maps, and encodes these without error.
	content, _ := json.Marshal([]any{c.Data, c.BinaryData})
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}
