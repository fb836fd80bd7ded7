// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package document

import (
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/fieldpath"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
)

// NamesFluxVersion returns whether a FluxConfig names a Flux version. One that cannot be read names none.
func NamesFluxVersion(raw []byte) bool {
	content, _ := strict.ReadFluxConfig(raw)
	return namesVersion(content)
}

// ProjectNamesFluxVersion returns whether the project's configuration names a Flux version, also if something else of it is invalid.
func ProjectNamesFluxVersion(project *ConfigMap) bool {
	if project.IsEmpty() {
		return false
	}
	d, _, _ := ReadProject(project)
	return namesVersion(d.Content)
}

func namesVersion(content map[string]any) bool {
	version, given := fieldpath.Lookup(content, "flux", "version")
	return given && version != nil && version != ""
}
