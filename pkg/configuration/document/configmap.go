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

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// ConfigMap is the ConfigMap flux-config of a project. Its fields must not change after the first call of a method.
type ConfigMap struct {
	// Namespace is the namespace of the project.
	Namespace string
	// Data is the ConfigMap's data.
	Data map[string]string
	// BinaryData is the ConfigMap's binary data, which must be empty in a valid configuration.
	BinaryData map[string][]byte
	// Request is the annotation with a request to reconcile Shoots. It is not part of the configuration.
	Request string

	once    sync.Once
	content map[string]any
	err     *field.Error

	readOnce   sync.Once
	document   *Document
	configErrs Errors
	readable   bool
}

// FromConfigMap returns the ConfigMap flux-config without its annotations.
func FromConfigMap(configMap *corev1.ConfigMap) *ConfigMap {
	return &ConfigMap{Namespace: configMap.Namespace, Data: configMap.Data, BinaryData: configMap.BinaryData}
}

// Config returns the parsed content of key config.yaml, or the parser's error. It parses the content only once, because
// a reconciliation calls it several times. Callers must not modify the content.
func (c *ConfigMap) Config() (map[string]any, *field.Error) {
	c.once.Do(func() { c.content, c.err = strict.ReadFluxConfig([]byte(c.Data[fluxv1alpha1.KeyConfig])) })
	return c.content, c.err
}

// Document returns the configuration as a document, which it reads from key config.yaml or from the flat keys. It reads
// the ConfigMap only once, so callers must not modify the document. readable is true if the document can be checked
// further despite its errors.
func (c *ConfigMap) Document() (d *Document, configErrs Errors, readable bool) {
	c.readOnce.Do(func() { c.document, c.configErrs, c.readable = c.read() })
	return c.document, slices.Clip(c.configErrs), c.readable
}

// IsEmpty reports whether the ConfigMap is nil or has no content. A FluxConfig without fields counts as content.
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

// Checksum returns a checksum of the content, or an empty string if the ConfigMap is empty.
func (c *ConfigMap) Checksum() string {
	if c.IsEmpty() {
		return ""
	}
	// The encoder sorts the keys, and does not fail for these maps.
	content, _ := json.Marshal([]any{c.Data, c.BinaryData})
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}
