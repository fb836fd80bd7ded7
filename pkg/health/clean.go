// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/redaction"

// Clean returns a text from a shoot as a message can have it: on one line, without credentials and what differs with each try, and with at
// most so many bytes.
func Clean(text string, longest int) string {
	return printable(normalize(redaction.Excerpt(text, min(longestLog, 4*longest))), longest)
}
