// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package resolved

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

// TakeoverError returns the configuration error for the reason why a takeover must be accepted. Only the Shoot can do that.
func (c *Configuration) TakeoverError(reason string) document.Errors {
	if c.AcceptedDifferences == "" {
		return document.Errors{c.author.ConfigErr(field.Required(AcceptedDifferencesPath(), reason))}
	}
	return document.Errors{c.author.ConfigErr(field.Invalid(AcceptedDifferencesPath(), c.AcceptedDifferences, reason))}
}

// AcceptedDifferencesPath is the field in which a Shoot accepts what a takeover replaces.
func AcceptedDifferencesPath() *field.Path {
	return field.NewPath(document.KeyTakeover, "acceptedDifferences")
}
