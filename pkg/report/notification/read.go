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

// Configured is the kind of receivers that a project configures.
type Configured int

const (
	// None: the project has no receivers.
	None Configured = iota
	// Valid: the receivers are valid.
	Valid
	// Unreadable: the configuration cannot be read, or its receivers are invalid. No decision is made.
	Unreadable
)

// Read returns the receivers that a project configures with their defaults. Other errors in its configuration do
// not matter, because they have to be reported.
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
