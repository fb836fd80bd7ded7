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
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// Revision is a version of a project's configuration.
type Revision struct {
	// Data and BinaryData are the content of ConfigMap flux-config, without project.rollout and project.notifications.
	Data       map[string]string `json:"data,omitempty"`
	BinaryData map[string][]byte `json:"binaryData,omitempty"`
	// FluxVersion is the Flux version of Shoots that set none; empty if it is not known, because the configuration is
	// invalid.
	FluxVersion string `json:"fluxVersion,omitempty"`
}

// NewRevision returns the revision of a project's configuration, which may be invalid. Differences without a meaning,
// such as order or comments, do not result in another revision.
func NewRevision(project *document.ConfigMap, fluxVersion string) Revision {
	r := Revision{Data: maps.Clone(project.Data), BinaryData: maps.Clone(project.BinaryData), FluxVersion: fluxVersion}
	read, err := project.Config()
	if err != nil {
		return r
	}
	content := runtime.DeepCopyJSON(read)
	if settings, is := content["project"].(map[string]any); is {
		// These do not affect a Shoot.
		delete(settings, "rollout")
		delete(settings, "notifications")
		if len(settings) == 0 {
			delete(content, "project")
		}
	}
	// Content decoded from JSON or YAML can be encoded as JSON.
	text, _ := json.Marshal(content)
	r.Data[fluxv1alpha1.KeyConfig] = string(text)
	return r
}

// ID identifies the revision by its content.
func (r Revision) ID() string { return digest(r) }

// digest returns a short digest of a value that JSON encodes without error. JSON sorts the keys of maps.
func digest(value any) string {
	content, _ := json.Marshal(value)
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}

// ConfigMap returns the configuration of the project in this revision.
func (r Revision) ConfigMap(namespace string) *document.ConfigMap {
	return &document.ConfigMap{Namespace: namespace, Data: maps.Clone(r.Data), BinaryData: maps.Clone(r.BinaryData)}
}

// Configured is the kind of rollout that a project configures.
type Configured int

const (
	// None: without a rollout, the configuration is for all Shoots.
	None Configured = iota
	// Valid: the rollout is valid.
	Valid
	// Unreadable: the configuration or its rollout is invalid. The last valid rollout stays in effect, if there was one.
	Unreadable
)

// Read returns the rollout that the project configures with its defaults, if it is valid.
func Read(project *document.ConfigMap) (*fluxv1alpha1.Rollout, Configured) {
	value, err := project.ProjectSetting("rollout")
	if err != nil {
		return nil, Unreadable
	}
	if value == nil {
		return nil, None
	}
	object, is := value.(map[string]any)
	path := field.NewPath("project", "rollout")
	r := &fluxv1alpha1.Rollout{}
	if !is || len(strict.Decode(object, r, path)) > 0 {
		return nil, Unreadable
	}
	fluxv1alpha1.SetDefaults_Rollout(r)
	if len(validation.ValidateRollout(path, r)) > 0 {
		return nil, Unreadable
	}
	return r, Valid
}

// Governs returns whether a rollout decides on the configuration of a project's Shoots. If the configuration is
// unreadable, it does if ConfigMap flux-rollout exists, damaged or not. A project without configuration has no rollout.
func Governs(project *document.ConfigMap, exists bool) bool {
	_, configured := Read(project)
	return configured.Governs(exists)
}

// Governs returns whether a rollout decides on the configuration of the project's Shoots.
func (c Configured) Governs(exists bool) bool { return c == Valid || c == Unreadable && exists }
