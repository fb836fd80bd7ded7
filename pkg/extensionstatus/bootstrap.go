// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extensionstatus

import (
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
)

// Bootstrapping says that Flux is to be left alone as soon as all that was handed over has arrived, and what the shoot was before.
type Bootstrapping string

const (
	// BootstrappingNew is a shoot without Flux, to which all of it was handed over.
	BootstrappingNew Bootstrapping = "New"
	// BootstrappingManaged is a shoot with Flux from the extension. Flux itself stays as it is.
	BootstrappingManaged Bootstrapping = "Managed"
)

// Bootstrap is what is noted of a shoot whose mode is BootstrapOnce, beside that it is bootstrapped.
type Bootstrap struct {
	// Bootstrapping is set until it is.
	Bootstrapping Bootstrapping `json:"bootstrapping,omitempty"`
	// SourceURL is where the source reads from that is left alone, or is to be.
	SourceURL string `json:"sourceURL,omitempty"`
	// KeySecret is the namespace and name of the Secret with the deploy key with which it is read; empty if it is not.
	KeySecret string `json:"keySecret,omitempty"`
	// KnownHosts are the known_hosts lines that were delivered with it the last time. They hold on if the configuration has none for the
	// host of that source any more.
	KnownHosts string `json:"knownHosts,omitempty"`
}

// AfterBootstrap returns the same as After for a shoot in which Flux, source and root Kustomization are left alone: of the configuration,
// only that was delivered which goes on to follow it.
func (d State) AfterBootstrap(effective *configuration.Effective) State {
	after := d.After(effective)
	d.Project, d.Shoot, d.DeletionPolicy, d.Copies = after.Project, after.Shoot, after.DeletionPolicy, after.Copies
	return d
}

// BootstrapOf returns what is to be noted of a shoot to which the source of the configuration is handed over.
func BootstrapOf(effective *configuration.Effective, bootstrapping Bootstrapping) Bootstrap {
	b := Bootstrap{Bootstrapping: bootstrapping}
	if source := effective.Source; source != nil {
		b.SourceURL = source.URL()
		if source.DeployKey {
			b.KeySecret = source.Object.GetNamespace() + "/" + source.SecretName()
		}
	}
	return b
}
