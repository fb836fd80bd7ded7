// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package charts embeds the Helm charts of the extension. They are rendered with Gardener's chart renderer, as gardenlet does. This package
// renders nothing and has no values: those are set by the installation.
package charts

import "embed"

const (
	// Seed is the chart of the controller, installed into every seed that needs it.
	Seed = "gardener-extension-shoot-flux"
	// AdmissionApplication is the chart for the virtual garden: what the controllers in the seeds and the admission may do
	// there.
	AdmissionApplication = "gardener-extension-admission-shoot-flux/charts/application"
	// AdmissionRuntime is the chart of the admission, installed into the cluster that runs the virtual garden.
	AdmissionRuntime = "gardener-extension-admission-shoot-flux/charts/runtime"
)

//go:embed all:gardener-extension-shoot-flux all:gardener-extension-admission-shoot-flux
var files embed.FS

// Files returns the file system that holds the charts under the names above.
func Files() embed.FS {
	return files
}
