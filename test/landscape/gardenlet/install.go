// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"context"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/gardenlet/installation"
)

// InstallExtension installs an extension into the seed, and returns its namespace.
func (g *Gardenlet) InstallExtension(ctx context.Context, extension installation.Extension) (string, error) {
	installer := &installation.Installer{
		Garden: g.garden, Seed: g.seed, GardenConfig: g.options.Garden, SeedConfig: g.options.Seed,
		SeedName: g.options.SeedName, GardenIdentity: g.gardenIdentity, Version: g.identity.Version, Log: g.options.Log,
	}
	return installer.Install(ctx, extension)
}
