// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// PropagationOf returns when a change in the project reaches its Shoots. It reads only this field, because a
// configuration error in another field also has to reach the Shoots. An invalid value is not Immediate.
func PropagationOf(project *document.ConfigMap) fluxv1alpha1.Propagation {
	if project != nil {
		content, _ := project.Config()
		if value, _ := strict.Lookup(content, "project", "propagation"); value == string(fluxv1alpha1.PropagationImmediate) {
			return fluxv1alpha1.PropagationImmediate
		}
	}
	return fluxv1alpha1.PropagationOnShootReconcile
}
