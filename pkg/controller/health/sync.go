// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

// syncOf names what Flux syncs from; nil if it syncs nothing.
func syncOf(d extensionstatus.State) *health.Sync {
	if !d.Sync {
		return nil
	}
	keySecret := ""
	if d.Bootstrapped {
		keySecret = d.KeySecret
	}
	return &health.Sync{SourceKind: d.SourceKind, Source: extensionstatus.Named(d.Source), Root: extensionstatus.Named(d.Root), DeployKey: d.DeployKey, KeySecret: extensionstatus.Named(keySecret),
		SourceSuspension: d.SourceSuspension, RootSuspension: d.RootSuspension}
}
