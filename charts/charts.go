// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package charts carries the Helm charts of the extension as files, for whoever renders them with Gardener's own renderer as
// gardenlet does. It renders nothing itself and knows no values: those belong to the one who installs.
package charts

import "embed"

const (
	// Seed is the chart of the controller, installed into every seed that needs it.
	Seed = "gardener-extension-shoot-flux"
	// Garden is the chart of the permissions that the controller has in the virtual garden.
	Garden = "gardener-extension-shoot-flux-garden"
)

//go:embed all:gardener-extension-shoot-flux all:gardener-extension-shoot-flux-garden
var files embed.FS

// Files returns the file system that holds the charts under the names Seed and Garden.
func Files() embed.FS {
	return files
}
