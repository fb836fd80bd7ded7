// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keypair

import (
	"fmt"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/knownhosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
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

// Warnings warns of probable mistakes in the deploy key of a repository: that its host does not accept such a key, and lines beside it that
// were meant to be used and are not.
func Warnings(url, configured string, key DeployKey) []string {
	var warnings []string
	if rule, has := githosts.Keys(url); has && key.Algorithm != "" && !rule.Takes(key.Algorithm) {
		warnings = append(warnings, fmt.Sprintf("the deploy key is of algorithm %s, and the host of %s accepts %s, so that it cannot read the repository; rotate it, with project.deployKey.algorithm unset or %s",
			key.Algorithm, url, rule.Accepts, rule.Default))
	}
	if configured == "" && knownhosts.Cover(url, key.KnownHosts) {
		for _, note := range knownhosts.Notes(url, string(key.KnownHosts)) {
			warnings = append(warnings, fluxv1alpha1.SecretKeyKnownHosts+": "+note)
		}
	}
	return warnings
}

// SourceWarnings returns the warnings about the deploy keys of additional sources, as [Warnings] does.
func SourceWarnings(effective *resolved.Configuration, keys map[string]DeployKey) []string {
	var warnings []string
	for _, source := range effective.AdditionalSources {
		name := source.Object.GetName()
		key, has := keys[name]
		if !source.DeployKey || !has {
			continue
		}
		for _, warning := range Warnings(source.URL, source.KnownHosts, key) {
			warnings = append(warnings, "source "+name+": "+warning)
		}
	}
	return warnings
}
