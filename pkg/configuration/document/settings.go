// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// The settings of a project that are read without a Shoot, each alone: an error elsewhere in the configuration
// does not matter to them.

// Configured is the state of such a setting.
type Configured int

const (
	// None is a project without the setting.
	None Configured = iota
	// Valid is a project with a valid setting.
	Valid
	// Unreadable is a project whose configuration cannot be read, or whose setting is invalid.
	Unreadable
)

// Governs returns whether a rollout in that state decides on the Shoots of a project. As long as the setting
// cannot be read, it does if there is a ConfigMap flux-rollout, damaged or not: the last valid rollout holds.
func (c Configured) Governs(exists bool) bool { return c == Valid || c == Unreadable && exists }

// setting returns the value of a field of project as it is written; nil if it is not set.
func (c *ConfigMap) setting(name string) (any, *field.Error) {
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

// Propagation returns when a change in the project reaches its Shoots. Without a valid value, it is not Immediate.
func (c *ConfigMap) Propagation() fluxv1alpha1.Propagation {
	if value, _ := c.setting("propagation"); value == string(fluxv1alpha1.PropagationImmediate) {
		return fluxv1alpha1.PropagationImmediate
	}
	return fluxv1alpha1.PropagationOnShootReconcile
}

// Rollout returns the rollout of a project with its defaults, if it is valid.
func (c *ConfigMap) Rollout() (*fluxv1alpha1.Rollout, Configured) {
	value, err := c.setting("rollout")
	if err != nil {
		return nil, Unreadable
	}
	if value == nil {
		return nil, None
	}
	object, is := value.(map[string]any)
	path := field.NewPath("project", "rollout")
	rollout := &fluxv1alpha1.Rollout{}
	if !is || len(strict.Decode(object, rollout, path)) > 0 {
		return nil, Unreadable
	}
	fluxv1alpha1.SetDefaults_Rollout(rollout)
	if len(validation.ValidateRollout(path, rollout)) > 0 {
		return nil, Unreadable
	}
	return rollout, Valid
}

// MayHaveRollout returns whether the project has, or may have, a rollout: only then its ConfigMap flux-rollout
// matters.
func (c *ConfigMap) MayHaveRollout() bool {
	_, configured := c.Rollout()
	return configured != None
}

// Governed returns whether a rollout decides on the Shoots of the project; exists says whether it has a
// ConfigMap flux-rollout. A project without configuration has no rollout.
func (c *ConfigMap) Governed(exists bool) bool {
	_, configured := c.Rollout()
	return configured.Governs(exists)
}

// Notifications returns the receivers of a project with their defaults, if they are valid.
func (c *ConfigMap) Notifications() ([]fluxv1alpha1.Notification, Configured) {
	value, err := c.setting("notifications")
	if err != nil {
		return nil, Unreadable
	}
	if value == nil {
		return nil, None
	}
	settings := &fluxv1alpha1.ProjectSettings{}
	if len(strict.Decode(map[string]any{"notifications": value}, settings, field.NewPath("project"))) > 0 {
		return nil, Unreadable
	}
	if len(settings.Notifications) == 0 {
		return nil, None
	}
	for i := range settings.Notifications {
		fluxv1alpha1.SetDefaults_Notification(&settings.Notifications[i])
	}
	rings, configured := c.Rollout()
	if configured == Unreadable || len(validation.ValidateNotifications(field.NewPath("project", "notifications"), settings.Notifications, rings)) > 0 {
		return nil, Unreadable
	}
	return settings.Notifications, Valid
}

// NamesFluxVersion returns whether the project names a Flux version.
func (c *ConfigMap) NamesFluxVersion() bool {
	if c.IsEmpty() {
		return false
	}
	d, _, _ := c.Document()
	return namesVersion(d.Content)
}

// Overrides returns the overrides of a project. A configuration that cannot be read has none.
func (c *ConfigMap) Overrides() Overrides {
	if c.IsEmpty() || !strings.Contains(c.Data[fluxv1alpha1.KeyConfig], keyOverrides) {
		return nil
	}
	d, _, readable := c.Document()
	if !readable {
		return nil
	}
	return d.Overrides
}

// MayHaveSourceKeys returns whether an additional source may have a deploy key of its own. It may be written in
// many ways.
func (c *ConfigMap) MayHaveSourceKeys() bool {
	if c == nil {
		return false
	}
	names := func(text string) bool {
		return strings.Contains(text, "additionalSources") && strings.Contains(text, "deployKey")
	}
	return names(c.Data[fluxv1alpha1.KeyConfig]) || names(string(c.BinaryData[fluxv1alpha1.KeyConfig]))
}

// NamesFluxVersion returns whether a FluxConfig names a Flux version. One that cannot be read names none.
func NamesFluxVersion(raw []byte) bool {
	content, _ := strict.ReadFluxConfig(raw)
	return namesVersion(content)
}

func namesVersion(content map[string]any) bool {
	version, given := strict.Lookup(content, "flux", "version")
	return given && version != nil && version != ""
}
