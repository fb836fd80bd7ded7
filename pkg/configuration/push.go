// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/validation"
)

const (
	// defaultSourceInterval is that of 'flux bootstrap'.
	defaultSourceInterval = "1m"
	// pushedSourceInterval is the interval of a source that a webhook has read in between.
	pushedSourceInterval = "30m"
)

// checkPush checks the webhook of the project, which has no effect where the operator offers none.
func (b *builder) checkPush() {
	if b.config.Project.Push == nil {
		return
	}
	push, path := b.config.Project.Push.DeepCopy(), field.NewPath("project", "push")
	fluxv1alpha1.SetDefaults_Push(push)
	b.refuse(validation.ValidatePush(path, push)...)
	if b.resolver.offersPush {
		b.result.Push = push
	} else {
		b.warn(path, "has no effect: the operator offers no webhook, so that Flux polls; remove it, or ask the operator to set push")
	}
}

// sourceInterval is that of a source which sets none. A Shoot that reads another repository than its project, also by an override, is not known to have the webhook.
func (b *builder) sourceInterval() string {
	if b.result.Push != nil && !b.stack.OfSomeShoots("source", "template", "spec", "url") {
		return pushedSourceInterval
	}
	return defaultSourceInterval
}
