// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"regexp"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// acceptedChecksum is a checksum of differences as messages have it (pkg/flux/takeover).
var acceptedChecksum = regexp.MustCompile(`^[0-9a-f]{16}$`)

// resolveTakeover determines what a takeover may replace.
func (b *builder) resolveTakeover() {
	if b.config.Takeover == nil || b.config.Takeover.AcceptedDifferences == nil {
		return
	}
	accepted := *b.config.Takeover.AcceptedDifferences
	if !acceptedChecksum.MatchString(accepted) {
		b.refuse(field.Invalid(resolved.AcceptedDifferencesPath(), accepted, "must be the 16 hexadecimal digits from the message that lists the differences"))
		return
	}
	b.result.AcceptedDifferences = accepted
}
