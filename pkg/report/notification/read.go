// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Configured is what a project configures of its receivers.
type Configured int

const (
	// None is a project without receivers.
	None Configured = iota
	// Valid is a project with valid receivers.
	Valid
	// Unreadable is a project whose configuration cannot be read, or whose receivers are invalid: nothing is decided.
	Unreadable
)

// Read returns the receivers that a project configures, with their defaults. What else of its configuration is invalid does not matter: that is to be
// reported.
func Read(project *document.ConfigMap) ([]fluxv1alpha1.Notification, Configured) {
	value, err := project.ProjectSetting("notifications")
	if err != nil {
		return nil, Unreadable
	}
	if value == nil {
		return nil, None
	}
	path := field.NewPath("project", "notifications")
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
	rings, configured := rollout.Read(project)
	if configured == rollout.Unreadable || len(validation.ValidateNotifications(path, settings.Notifications, rings)) > 0 {
		return nil, Unreadable
	}
	return settings.Notifications, Valid
}
