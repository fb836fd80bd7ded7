// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package keypair

import (
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/resolved"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// CredentialsFor returns the credentials that let Flux read the project's source with the deploy key. It returns a
// configuration error if no host key of the source's host is known.
func CredentialsFor(effective *resolved.Configuration, key DeployKey) (flux.Credentials, document.Errors) {
	credentials, err := NewCredentials(effective.Source.GitRepository.Spec.URL, effective.Source.KnownHosts, key)
	if err != nil {
		return flux.Credentials{}, effective.KnownHostsError(err)
	}
	return credentials, nil
}

// NewCredentials returns the credentials that let Flux read a repository with the deploy key. It returns an error if no
// host key of the repository's host is configured, stored with the deploy key, or built in.
func NewCredentials(url, configured string, key DeployKey) (flux.Credentials, error) {
	knownHosts, err := githosts.ChooseLines(url, configured, key.KnownHosts)
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

// ExplainScan adds to the error about unknown host keys whether a scan of the host may still find them.
func ExplainScan(err error, scans bool, key DeployKey) error {
	switch {
	case err == nil || !scans:
		return err
	case key.HostKeyScanError != "":
		return fmt.Errorf("%w; the scan of the host failed and is retried: %s", err, key.HostKeyScanError)
	}
	return fmt.Errorf("%w; the garden controller, if installed, scans the host for them shortly", err)
}

// Warnings returns warnings about the deploy key of a repository: if the host does not accept the key's algorithm, and
// if known_hosts lines that are stored with the key have no effect.
func Warnings(url, configured string, key DeployKey) []string {
	var warnings []string
	if rule, has := githosts.KeyRuleFor(url); has && key.Algorithm != "" && !rule.Takes(key.Algorithm) {
		warnings = append(warnings, fmt.Sprintf("the deploy key has algorithm %s, and the host of %s accepts %s, so Flux cannot read the repository; rotate the key with project.deployKey.algorithm unset or %s",
			key.Algorithm, url, rule.Accepts, rule.Default))
	}
	if configured == "" && githosts.Covers(url, key.KnownHosts) {
		for _, note := range githosts.Notes(url, string(key.KnownHosts)) {
			warnings = append(warnings, fluxv1alpha1.SecretKeyKnownHosts+": "+note)
		}
	}
	return warnings
}

// SourceWarnings returns the [Warnings] about the deploy keys of all additional sources.
func SourceWarnings(effective *resolved.Configuration, keys map[string]DeployKey) []string {
	var warnings []string
	for _, source := range effective.AdditionalSources {
		name := source.Object.GetName()
		if key, ok := keys[name]; ok && source.DeployKey {
			for _, warning := range Warnings(source.URL, source.KnownHosts, key) {
				warnings = append(warnings, "source "+name+": "+warning)
			}
		}
	}
	return warnings
}

// mostScanError is the maximum length of a scan error, in bytes. The annotation is cut because project members can
// write it.
const mostScanError = 1024

// OfSource returns a copy of the Secret with only the data and annotations of the additional source's key, renamed like
// the data and annotations of the project's first deploy key. If source is empty, it returns the Secret itself.
func OfSource(secret *corev1.Secret, source string) *corev1.Secret {
	if source == "" {
		return secret
	}
	own := *secret
	own.Data, own.Annotations = deploykey.SourceData(secret.Data, source), deploykey.SourceAnnotations(secret.Annotations, source)
	return &own
}

// InSecret parses the deploy key in a Secret that OfSource returned. A returned error is a *DamagedKeyError.
func InSecret(own *corev1.Secret, source string) (DeployKey, error) {
	key, err := ParseDeployKey(own.Data)
	if err != nil {
		return DeployKey{}, &DamagedKeyError{Namespace: own.Namespace, Source: source, Reason: err, Version: own.ResourceVersion}
	}
	key.Version, key.RotatedAt = own.ResourceVersion, deploykey.RotationOf(own.Annotations)
	key.HostKeyScanError = text.Cut(own.Annotations[fluxv1alpha1.AnnotationHostKeyScanError], mostScanError)
	return key, nil
}

// SourceKeysIn returns the deploy keys of the named additional sources in the Secret. Sources without a key are
// omitted. A returned error is a *DamagedKeyError.
func SourceKeysIn(secret *corev1.Secret, names []string) (map[string]DeployKey, error) {
	keys := map[string]DeployKey{}
	for _, name := range names {
		own := OfSource(secret, name)
		if len(own.Data[fluxv1alpha1.SecretKeyIdentity]) == 0 {
			continue
		}
		key, err := InSecret(own, name)
		if err != nil {
			return nil, err
		}
		keys[name] = key
	}
	return keys, nil
}

// SourceCredentials returns the credentials for the additional sources that have one of the given keys, by source name.
// It returns a configuration error for each source whose host has no known host key.
func SourceCredentials(effective *resolved.Configuration, keys map[string]DeployKey) (map[string]flux.Credentials, document.Errors) {
	credentials := map[string]flux.Credentials{}
	var errs field.ErrorList
	for _, source := range effective.AdditionalSources {
		name := source.Object.GetName()
		key, ok := keys[name]
		if !ok || !source.DeployKey {
			continue
		}
		own, err := NewCredentials(source.URL, source.KnownHosts, key)
		if err := ExplainScan(err, source.ScanHostKeys, key); err != nil {
			errs = append(errs, field.Invalid(source.Path.Child("knownHosts"), field.OmitValueType{}, err.Error()))
			continue
		}
		credentials[name] = own
	}
	return credentials, effective.Locate(errs)
}
