// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import "k8s.io/apimachinery/pkg/util/validation/field"

// Warning is about something that is allowed and yet probably not what was meant.
type Warning struct {
	// Path is where it stands.
	Path *field.Path
	// Text says what becomes of it and what to do.
	Text string
}
