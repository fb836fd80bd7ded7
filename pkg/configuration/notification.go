// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"slices"

	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
)

// checkNotifications checks the receivers of the project, which get nothing where the operator allows no hosts of receivers. A process that connects to
// no host is not given these hosts.
func (b *builder) checkNotifications() {
	if len(b.config.Project.Notifications) == 0 {
		return
	}
	notifications, path := slices.Clone(b.config.Project.Notifications), field.NewPath("project", "notifications")
	for i := range notifications {
		fluxv1alpha1.SetDefaults_Notification(&notifications[i])
	}
	rollout := b.config.Project.Rollout.DeepCopy()
	if rollout != nil {
		fluxv1alpha1.SetDefaults_Rollout(rollout)
	}
	b.refuse(validation.ValidateNotifications(path, notifications, rollout)...)
	if !b.resolver.offersNotifications && !b.resolver.anyGitHost {
		b.warn(path, "has no effect: the operator allows no hosts of receivers, so that nothing is sent; remove it, or ask the operator to set notifications")
	}
}
