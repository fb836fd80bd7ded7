// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// The methods below read each of the project's settings on its own: an error in another field does not affect
// them.

// Configured is the state of a setting.
type Configured int

const (
	// None means that the project does not have the setting.
	None Configured = iota
	// Valid means that the setting is valid.
	Valid
	// Unreadable means that the configuration cannot be read, or that the setting is invalid.
	Unreadable
)

// Governs returns whether a rollout in this state decides on the Shoots of a project. exists is set if the
// project has a ConfigMap flux-rollout, damaged or not: the last valid rollout applies while the setting is
// unreadable.
func (c Configured) Governs(exists bool) bool { return c == Valid || c == Unreadable && exists }

// setting returns the settings of a project with only the named field and without defaults.
func (c *ConfigMap) setting(name string) (*fluxv1alpha1.ProjectSettings, Configured) {
	if c.IsEmpty() {
		return nil, None
	}
	if _, has := c.Data[fluxv1alpha1.KeyConfig]; !has {
		return nil, None
	}
	content, err := c.Config()
	if err != nil {
		return nil, Unreadable
	}
	value, _ := strict.Lookup(content, "project", name)
	if value == nil {
		return nil, None
	}
	settings := &fluxv1alpha1.ProjectSettings{}
	if len(strict.Decode(map[string]any{name: value}, settings, nil)) > 0 {
		return nil, Unreadable
	}
	return settings, Valid
}

// Propagation returns when a change in the project reaches its Shoots. It is Immediate only if the value is
// valid.
func (c *ConfigMap) Propagation() fluxv1alpha1.Propagation {
	if settings, _ := c.setting("propagation"); settings != nil && *settings.Propagation == fluxv1alpha1.PropagationImmediate {
		return fluxv1alpha1.PropagationImmediate
	}
	return fluxv1alpha1.PropagationOnShootReconcile
}

// Rollout returns the rollout of a project with its defaults, if it is valid.
func (c *ConfigMap) Rollout() (*fluxv1alpha1.Rollout, Configured) {
	settings, configured := c.setting("rollout")
	if configured != Valid {
		return nil, configured
	}
	fluxv1alpha1.SetDefaults_Rollout(settings.Rollout)
	if len(validation.ValidateRollout(nil, settings.Rollout)) > 0 {
		return nil, Unreadable
	}
	return settings.Rollout, Valid
}

// MayHaveRollout returns whether the project has a rollout, or may have one because the setting is unreadable.
// Its ConfigMap flux-rollout matters only then.
func (c *ConfigMap) MayHaveRollout() bool {
	_, configured := c.Rollout()
	return configured != None
}

// Governed returns whether a rollout decides on the Shoots of the project. exists is set if the project has a
// ConfigMap flux-rollout. A project without configuration has no rollout.
func (c *ConfigMap) Governed(exists bool) bool {
	_, configured := c.Rollout()
	return configured.Governs(exists)
}

// Notifications returns the receivers of a project with their defaults, if they are valid.
func (c *ConfigMap) Notifications() ([]fluxv1alpha1.Notification, Configured) {
	settings, configured := c.setting("notifications")
	switch {
	case configured != Valid:
		return nil, configured
	case len(settings.Notifications) == 0:
		return nil, None
	}
	for i := range settings.Notifications {
		fluxv1alpha1.SetDefaults_Notification(&settings.Notifications[i])
	}
	rings, rollout := c.Rollout()
	if rollout == Unreadable || len(validation.ValidateNotifications(nil, settings.Notifications, rings)) > 0 {
		return nil, Unreadable
	}
	return settings.Notifications, Valid
}

// NamesFluxVersion returns whether the project sets a Flux version.
func (c *ConfigMap) NamesFluxVersion() bool {
	if c.IsEmpty() {
		return false
	}
	d, _, _ := c.Document()
	return namesVersion(d.Content)
}

// Overrides returns the overrides of a project, or none if its configuration cannot be read.
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

// MayHaveSourceKeys returns whether an additional source may have its own deploy key. It searches the raw text,
// because the configuration may be unreadable.
func (c *ConfigMap) MayHaveSourceKeys() bool {
	if c == nil {
		return false
	}
	names := func(text string) bool {
		return strings.Contains(text, "additionalSources") && strings.Contains(text, "deployKey")
	}
	return names(c.Data[fluxv1alpha1.KeyConfig]) || names(string(c.BinaryData[fluxv1alpha1.KeyConfig]))
}

// NamesFluxVersion returns whether a FluxConfig sets a Flux version. It returns false if the FluxConfig cannot
// be read.
func NamesFluxVersion(raw []byte) bool {
	content, _ := strict.ReadFluxConfig(raw)
	return namesVersion(content)
}

func namesVersion(content map[string]any) bool {
	version, given := strict.Lookup(content, "flux", "version")
	return given && version != nil && version != ""
}
