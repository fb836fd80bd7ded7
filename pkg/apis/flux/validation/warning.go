// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import "k8s.io/apimachinery/pkg/util/validation/field"

// Warning is about something that is allowed but probably not intended.
type Warning struct {
	// Path is that of the field.
	Path *field.Path
	// Text is the consequence and the suggested fix.
	Text string
}
