// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keypair

import (
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/knownhosts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// CredentialsFor returns the credentials for a source that is read with the deploy key. It is a configuration error if no
// key of the source's host is known.
func CredentialsFor(effective *resolved.Configuration, key DeployKey) (flux.Credentials, document.Errors) {
	credentials, err := NewCredentials(effective.Source.GitRepository.Spec.URL, effective.Source.KnownHosts, key)
	if err != nil {
		return flux.Credentials{}, effective.KnownHostsError(err)
	}
	return credentials, nil
}

// NewCredentials returns the credentials for a repository that is read with the deploy key. It is an error if no key of its host is known:
// neither a configured one, nor one beside the deploy key, nor a built-in one.
func NewCredentials(url, configured string, key DeployKey) (flux.Credentials, error) {
	knownHosts, err := knownhosts.Choose(url, configured, key.KnownHosts)
	if err != nil {
		return flux.Credentials{}, err
	}
	return flux.Credentials{
		Identity:   string(key.Identity),
		PublicKey:  key.PublicKey,
		Passphrase: string(key.Passphrase),
		KnownHosts: knownHosts,
	}, nil
}
