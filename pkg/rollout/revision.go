// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"maps"

	"k8s.io/apimachinery/pkg/runtime"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

// Revision is a snapshot of a project's configuration.
type Revision struct {
	// Data and BinaryData are the content of ConfigMap flux-config, without the settings of the project that do not affect
	// members.
	Data       map[string]string `json:"data,omitempty"`
	BinaryData map[string][]byte `json:"binaryData,omitempty"`
	// FluxVersion is the Flux version for members that do not set one; empty if the configuration is invalid.
	FluxVersion string `json:"fluxVersion,omitempty"`
}

// NewRevision returns the revision for a project's configuration, which may be invalid. In a readable configuration,
// the order of fields and YAML comments do not affect the revision.
func NewRevision(project *document.ConfigMap, fluxVersion string) Revision {
	r := Revision{Data: maps.Clone(project.Data), BinaryData: maps.Clone(project.BinaryData), FluxVersion: fluxVersion}
	delete(r.Data, fluxv1alpha1.KeyPropagation)
	read, err := project.Config()
	if err != nil {
		return r
	}
	content := runtime.DeepCopyJSON(read)
	if settings, ok := content["project"].(map[string]any); ok {
		// These settings do not affect members.
		for _, name := range []string{"rollout", "notifications", "commitStatus", "propagation"} {
			delete(settings, name)
		}
		if len(settings) == 0 {
			delete(content, "project")
		}
	}
	// Marshal cannot fail, because the content was decoded from JSON or YAML.
	text, _ := json.Marshal(content)
	r.Data[fluxv1alpha1.KeyConfig] = string(text)
	return r
}

// ConfigurationID identifies the parts of a project's configuration that affect its members. It is empty if the
// ConfigMap is empty.
func ConfigurationID(project *document.ConfigMap) string {
	if project.IsEmpty() {
		return ""
	}
	return NewRevision(project, "").ID()
}

// configurationID returns the ConfigurationID of the configuration in the revision.
func (r Revision) configurationID() string {
	r.FluxVersion = ""
	return r.ID()
}

// ID returns the identifier of the revision, a digest of its content.
func (r Revision) ID() string { return digest(r) }

// changesFlux returns whether another revision has a different Flux version. The revision of an invalid configuration
// has no Flux version.
func (r Revision) changesFlux(other Revision) bool {
	return r.FluxVersion != "" && other.FluxVersion != "" && r.FluxVersion != other.FluxVersion
}

// digest returns a short digest of a value, which must be encodable as JSON. It is deterministic because the encoder
// sorts map keys.
func digest(value any) string {
	content, _ := json.Marshal(value)
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}

// ConfigMap returns the configuration of the project in this revision.
func (r Revision) ConfigMap(namespace string) *document.ConfigMap {
	return &document.ConfigMap{Namespace: namespace, Data: maps.Clone(r.Data), BinaryData: maps.Clone(r.BinaryData)}
}
