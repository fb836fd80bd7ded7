// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package charts embeds the Helm charts of the extension. It must not render them or contain values: gardenlet renders
// them with Gardener's chart renderer, and the installation sets the values.
package charts

import "embed"

const (
	// Seed is the chart of the controller. It is installed into every seed that needs the extension.
	Seed = "gardener-extension-shoot-flux"
	// AdmissionApplication is the chart for the virtual garden, with the permissions of the admission, the garden
	// controller and the controllers in the seeds.
	AdmissionApplication = "gardener-extension-admission-shoot-flux/charts/application"
	// AdmissionRuntime is the chart of the admission and the garden controller, installed into the cluster that runs the
	// virtual garden.
	AdmissionRuntime = "gardener-extension-admission-shoot-flux/charts/runtime"
)

//go:embed all:gardener-extension-shoot-flux all:gardener-extension-admission-shoot-flux
var files embed.FS

// Files returns the file system that contains the charts, by the names above.
func Files() embed.FS {
	return files
}
