// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// ConfigMap is the project's ConfigMap flux-config. Its fields must not change after the first call of a method.
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

	readOnce   sync.Once
	document   *Document
	configErrs Errors
	readable   bool
}

// Config returns the content of key config.yaml, or the error. Callers must not change the content. Config
// parses the content once, because a reconciliation has several callers.
func (c *ConfigMap) Config() (map[string]any, *field.Error) {
	c.once.Do(func() { c.content, c.err = strict.ReadFluxConfig([]byte(c.Data[fluxv1alpha1.KeyConfig])) })
	return c.content, c.err
}

// Document returns the configuration as a document, read from either the flat keys or key config.yaml. Callers
// must not change the document. readable is set if the document can be checked further despite its errors.
// Document reads the ConfigMap once.
func (c *ConfigMap) Document() (d *Document, configErrs Errors, readable bool) {
	c.readOnce.Do(func() { c.document, c.configErrs, c.readable = c.read() })
	return c.document, slices.Clip(c.configErrs), c.readable
}

// IsEmpty returns whether the ConfigMap is nil or has no content. An empty FluxConfig is content.
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

// Checksum returns a checksum of the content, or an empty string if there is no content.
func (c *ConfigMap) Checksum() string {
	if c.IsEmpty() {
		return ""
	}
	// The encoder sorts the keys, and never fails for these maps.
	content, _ := json.Marshal([]any{c.Data, c.BinaryData})
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}
