// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"slices"
	"strings"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// The methods below read each setting of the project separately, so that an error in one field does not affect other
// settings.

// Configured is the state of a setting.
type Configured int

const (
	// None means that the project does not configure the setting.
	None Configured = iota
	// Valid means that the setting is valid.
	Valid
	// Unreadable means that the configuration cannot be read, or that the setting is invalid.
	Unreadable
)

// Governs reports whether a rollout with this state decides which revision the Shoots of a project get. exists is true
// if the project has a ConfigMap flux-rollout, even if it is damaged: the last valid rollout applies while the setting
// is unreadable.
func (c Configured) Governs(exists bool) bool { return c == Valid || c == Unreadable && exists }

// setting returns the settings of a project with only the given field, without defaults.
func (c *ConfigMap) setting(name string) (*fluxv1alpha1.ProjectSettings, Configured) {
	if c.IsEmpty() {
		return nil, None
	}
	if _, ok := c.Data[fluxv1alpha1.KeyConfig]; !ok {
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

// Propagation returns when changes of the project reach its Shoots. If the setting is not valid, it returns Immediate,
// so that the error is reported at once.
func (c *ConfigMap) Propagation() fluxv1alpha1.Propagation {
	if c.IsEmpty() {
		return fluxv1alpha1.PropagationImmediate
	}
	if _, ok := c.Data[fluxv1alpha1.KeyConfig]; !ok && strings.TrimSpace(c.Data[fluxv1alpha1.KeyPropagation]) == string(fluxv1alpha1.PropagationOnShootReconcile) {
		return fluxv1alpha1.PropagationOnShootReconcile
	}
	if settings, _ := c.setting("propagation"); settings != nil && *settings.Propagation == fluxv1alpha1.PropagationOnShootReconcile {
		return fluxv1alpha1.PropagationOnShootReconcile
	}
	return fluxv1alpha1.PropagationImmediate
}

// Rollout returns the rollout of a project with defaults applied. It returns nil unless the state is Valid.
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

// MayHaveRollout reports whether the project has a rollout, or may have one because the setting is unreadable. The
// ConfigMap flux-rollout is relevant only in these cases.
func (c *ConfigMap) MayHaveRollout() bool {
	_, configured := c.Rollout()
	return configured != None
}

// Governed reports whether a rollout decides which revision the Shoots of the project get. exists is true if the
// project has a ConfigMap flux-rollout. A project without configuration has no rollout.
func (c *ConfigMap) Governed(exists bool) bool {
	_, configured := c.Rollout()
	return configured.Governs(exists)
}

// Notifications returns the receivers of a project with defaults applied. It returns nil unless the state is Valid.
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

// CommitStatus returns how the project writes statuses of commits. It returns nil unless the state is Valid.
func (c *ConfigMap) CommitStatus() (*fluxv1alpha1.CommitStatus, Configured) {
	settings, configured := c.setting("commitStatus")
	if configured != Valid {
		return nil, configured
	}
	if len(validation.ValidateCommitStatus(nil, settings.CommitStatus)) > 0 {
		return nil, Unreadable
	}
	return settings.CommitStatus, Valid
}

// Push returns the webhook of a project with defaults applied. It returns nil unless the state is Valid. Without the
// word push in the configuration, the state is None, whether or not the configuration is readable.
func (c *ConfigMap) Push() (*fluxv1alpha1.Push, Configured) {
	const name = "push"
	if c.IsEmpty() || !strings.Contains(c.Data[fluxv1alpha1.KeyConfig], name) {
		return nil, None
	}
	settings, configured := c.setting(name)
	if configured != Valid {
		return nil, configured
	}
	fluxv1alpha1.SetDefaults_Push(settings.Push)
	if len(validation.ValidatePush(nil, settings.Push)) > 0 {
		return nil, Unreadable
	}
	return settings.Push, Valid
}

// NamesFluxVersion reports whether the project sets a Flux version.
func (c *ConfigMap) NamesFluxVersion() bool {
	if c.IsEmpty() {
		return false
	}
	d, _, _ := c.Document()
	return namesVersion(d.Content)
}

// Overrides returns the overrides of a project. It returns none if the configuration cannot be read.
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

// MayHaveSourceKeys reports whether additional sources may have deploy keys. It searches the raw text, because the
// configuration may be unreadable.
func (c *ConfigMap) MayHaveSourceKeys() bool {
	if c == nil {
		return false
	}
	names := func(text string) bool {
		return strings.Contains(text, "additionalSources") && strings.Contains(text, "deployKey")
	}
	return names(c.Data[fluxv1alpha1.KeyConfig]) || names(string(c.BinaryData[fluxv1alpha1.KeyConfig]))
}

// Names reports whether a FluxConfig sets a Flux version, and whether it sets the URL or the reference of the source.
// It returns false for both if the FluxConfig cannot be read.
func Names(raw []byte) (fluxVersion, source bool) {
	content, _ := strict.ReadFluxConfig(raw)
	return namesVersion(content), namesSource(content)
}

func namesSource(content map[string]any) bool {
	return slices.ContainsFunc([]string{"url", "ref"}, func(name string) bool {
		value, given := strict.Lookup(content, "source", "template", "spec", name)
		return given && value != nil && value != ""
	})
}

// NamesFluxVersion reports whether a FluxConfig sets a Flux version. It returns false if the FluxConfig cannot be read.
func NamesFluxVersion(raw []byte) bool {
	content, _ := strict.ReadFluxConfig(raw)
	return namesVersion(content)
}

func namesVersion(content map[string]any) bool {
	version, given := strict.Lookup(content, "flux", "version")
	return given && version != nil && version != ""
}
