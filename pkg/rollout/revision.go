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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/fieldpath"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// Revision is a version of a project's configuration.
type Revision struct {
	// Data and BinaryData are those of ConfigMap flux-config, without project.rollout and project.notifications.
	Data       map[string]string `json:"data,omitempty"`
	BinaryData map[string][]byte `json:"binaryData,omitempty"`
	// FluxVersion is the Flux version of Shoots that name none; empty if it is not known, because the configuration is invalid.
	FluxVersion string `json:"fluxVersion,omitempty"`
}

// NewRevision returns the revision of a project's configuration, which need not be valid. What is written differently and means the same, such as
// another order or comments, is the same revision.
func NewRevision(project *document.ConfigMap, fluxVersion string) Revision {
	r := Revision{Data: maps.Clone(project.Data), BinaryData: maps.Clone(project.BinaryData), FluxVersion: fluxVersion}
	read, err := project.Config()
	if err != nil {
		return r
	}
	content := runtime.DeepCopyJSON(read)
	if settings, is := content["project"].(map[string]any); is {
		// These have no effect on a Shoot.
		delete(settings, "rollout")
		delete(settings, "notifications")
		if len(settings) == 0 {
			delete(content, "project")
		}
	}
	// What was read from JSON or YAML can be written as JSON.
	text, _ := json.Marshal(content)
	r.Data[fluxv1alpha1.KeyConfig] = string(text)
	return r
}

// ID identifies the revision by its content.
func (r Revision) ID() string {
	// JSON sorts the keys of maps, and encodes these without error.
	content, _ := json.Marshal(r)
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:8])
}

// ConfigMap returns the configuration of the project in this revision.
func (r Revision) ConfigMap(namespace string) *document.ConfigMap {
	return &document.ConfigMap{Namespace: namespace, Data: maps.Clone(r.Data), BinaryData: maps.Clone(r.BinaryData)}
}

// Configured is what a project configures of its rollout.
type Configured int

const (
	// None is a project without a rollout: its configuration is for all Shoots.
	None Configured = iota
	// Valid is a valid rollout.
	Valid
	// Unreadable is a project whose configuration, or whose rollout, is invalid: the last valid rollout holds, if there was one.
	Unreadable
)

// Read returns what the project configures of its rollout, and if it is valid, the rollout with its defaults.
func Read(project *document.ConfigMap) (*fluxv1alpha1.Rollout, Configured) {
	if project.IsEmpty() {
		return nil, None
	}
	if _, has := project.Data[fluxv1alpha1.KeyConfig]; !has {
		return nil, None
	}
	content, err := project.Config()
	if err != nil {
		return nil, Unreadable
	}
	value, has := fieldpath.Lookup(content, "project", "rollout")
	if !has || value == nil {
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
