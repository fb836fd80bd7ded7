// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus

import (
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
)

// AfterBootstrap returns the same as After for a shoot in which Flux, source and root Kustomization are left alone: of the configuration,
// only that was delivered which goes on to follow it.
func (d State) AfterBootstrap(effective *resolved.Configuration) State {
	after := d.After(effective)
	d.Project, d.Shoot, d.DeletionPolicy, d.Copies, d.ReportInShoot = after.Project, after.Shoot, after.DeletionPolicy, after.Copies, after.ReportInShoot
	return d
}

// BootstrapOf returns what is recorded of a shoot to which the source of the configuration is delivered.
func BootstrapOf(effective *resolved.Configuration, bootstrapping Bootstrapping) Bootstrap {
	b := Bootstrap{Bootstrapping: bootstrapping}
	if source := effective.Source; source != nil {
		b.SourceURL = source.URL()
		if source.DeployKey {
			b.KeySecret = source.Object.GetNamespace() + "/" + source.SecretName()
		}
	}
	return b
}
