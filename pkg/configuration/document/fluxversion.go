// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// NamesFluxVersion returns whether a FluxConfig sets a Flux version. An unreadable one does not.
func NamesFluxVersion(raw []byte) bool {
	content, _ := strict.ReadFluxConfig(raw)
	return namesVersion(content)
}

func namesVersion(content map[string]any) bool {
	version, given := strict.Lookup(content, "flux", "version")
	return given && version != nil && version != ""
}
