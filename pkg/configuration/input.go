// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"strings"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Catalog knows the Flux versions that the extension carries, and those that the operator supplies beside them.
type Catalog interface {
	// Versions returns the Flux versions, each with leading 'v'.
	Versions() []string
	// Supplied tells whether a version is one that the operator supplies, and not embedded in the extension.
	Supplied(version string) bool
	// Components returns the controllers that a version has.
	Components(version string) []fluxv1alpha1.Component
	// Resources returns the compute resources with which a version ships a controller.
	Resources(version string, of fluxv1alpha1.Component) corev1.ResourceRequirements
	// Deprecation says until when the minor version of a version is carried; nil if there is no end to it.
	Deprecation(version string) *Deprecation
	// OldestKubernetes returns the oldest minor version of Kubernetes that the Flux project supports with a version, such as v1.33; empty if
	// that is not known.
	OldestKubernetes(version string) string
	// Validate checks an object of Flux's kinds as the API server of a shoot with that version would: it returns what the
	// schema of the kind refuses, and fields that the schema does not know. The paths begin at the object.
	Validate(version string, object *unstructured.Unstructured) field.ErrorList
}

// ConfigMap is the project's ConfigMap flux-config.
type ConfigMap struct {
	// Namespace is the project namespace.
	Namespace string
	// Data is the ConfigMap's data.
	Data map[string]string
	// BinaryData is the ConfigMap's binary data, in which nothing is expected.
	BinaryData map[string][]byte
}

// IsEmpty tells whether there is no ConfigMap, or nothing in it. To say that nothing is meant takes an empty FluxConfig.
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

// Shoot is what of a Shoot has to do with Flux.
type Shoot struct {
	// Namespace and Name are those of the Shoot in the garden.
	Namespace, Name string
	// ProviderConfig is the FluxConfig of the Shoot as JSON or YAML; nil if it has none.
	ProviderConfig []byte
	// ProviderConfigPath is where ProviderConfig stands in the Shoot.
	ProviderConfigPath *field.Path
	// Resources are Shoot.spec.resources.
	Resources []gardencorev1beta1.NamedResourceReference
	// Adopted is what was found in the shoot.
	Adopted Adopted
	// Info are the facts about the shoot.
	Info fluxv1alpha1.ShootInfo
	// Provisional says that some of Info are placeholders (WithPlaceholders). What is wrong with one of these is no mistake.
	Provisional bool
}

// Checksum tells one content from another; it is empty if there is none.
func (c *ConfigMap) Checksum() string {
	if c.IsEmpty() {
		return ""
	}
	// JSON sorts the keys of maps, and encodes these without error.
	content, _ := json.Marshal([]any{c.Data, c.BinaryData})
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}
