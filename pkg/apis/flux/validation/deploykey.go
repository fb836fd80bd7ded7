// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// shortestReminderAge is the minimum age for reminders. It catches typos, such as 90s, that would flood the project
// with Events.
const shortestReminderAge = time.Hour

// ValidateDeployKey validates a defaulted DeployKey, as far as this is possible without knowing the repository.
func ValidateDeployKey(path *field.Path, key *fluxv1alpha1.DeployKey) field.ErrorList {
	errs := oneOfIfSet(path.Child("algorithm"), key.Algorithm, fluxv1alpha1.KeyAlgorithmECDSAP256, fluxv1alpha1.KeyAlgorithmECDSAP384, fluxv1alpha1.KeyAlgorithmECDSAP521,
		fluxv1alpha1.KeyAlgorithmEd25519, fluxv1alpha1.KeyAlgorithmRSA3072, fluxv1alpha1.KeyAlgorithmRSA4096)
	if age := key.ReminderAge; age != nil && age.Duration < shortestReminderAge {
		errs = append(errs, field.Invalid(path.Child("reminderAge"), age.Duration.String(), "must be at least 1h, such as 2160h for 90 days; remove it to disable reminders"))
	}
	return append(errs, ifSet(path.Child("registration"), key.Registration, validateRegistration)...)
}

// DeployKeyWarnings warns of an algorithm that the repository's host does not accept, and of a URL without the key ID
// that AWS CodeCommit requires. The repository must have an ssh:// URL. path is the path of the project's DeployKey,
// and urlPath the path of the repository's URL.
func DeployKeyWarnings(path, urlPath *field.Path, key *fluxv1alpha1.DeployKey, repositoryURL string) []Warning {
	var warnings []Warning
	if rule, has := githosts.KeyRuleFor(repositoryURL); has && key.Algorithm != nil && !rule.Takes(*key.Algorithm) {
		warnings = append(warnings, Warning{Path: path.Child("algorithm"), Text: fmt.Sprintf(
			"%s is not accepted by the host of %s, which accepts %s: a deploy key that is generated with it cannot read the repository; set %s, or remove it",
			*key.Algorithm, urlPath, rule.Accepts, rule.Default)})
	}
	if githosts.NeedsKeyID(repositoryURL) {
		warnings = append(warnings, Warning{Path: urlPath, Text: "lacks the user by which AWS CodeCommit identifies the deploy key; upload the public key to an IAM user, and write the SSH key ID that AWS shows for it before the host: ssh://KEYID@host/path"})
	}
	return warnings
}

func validateRegistration(path *field.Path, registration fluxv1alpha1.KeyRegistration) field.ErrorList {
	return slices.Concat(
		validateType(path.Child("provider"), registration.Provider, "name the kind of the Git host: github, gitlab, or gitea, which includes Forgejo",
			fluxv1alpha1.GitProviders()),
		ifSet(path.Child("host"), registration.Host, ValidateGitHost),
		ValidateObjectName(path.Child("secretName"), *registration.SecretName, "Secret"),
		ifSet(path.Child("proxyURL"), registration.ProxyURL, validateAPIProxy),
	)
}

// validateAPIProxy validates the URL of a proxy for the API of a Git host.
func validateAPIProxy(path *field.Path, value string) field.ErrorList {
	return validateProxyURL(path, value, "a proxy with credentials cannot be used here")
}

// ValidateGitHost validates a Git host in the format host or host:port.
func ValidateGitHost(path *field.Path, value string) field.ErrorList {
	return validateHost(path, value, "git.example.com or git.example.com:8443")
}

// ValidateDeployKeyHosts validates that the operator allows all hosts that the extension connects to for a deploy key:
// to scan host keys, and to register the key, directly or through a proxy. The deploy key and the repository's ssh://
// URL must be valid.
func ValidateDeployKeyHosts(path *field.Path, key *fluxv1alpha1.DeployKey, repositoryURL string, hosts []string) field.ErrorList {
	repository, err := url.Parse(repositoryURL)
	if err != nil {
		return nil
	}
	allowed := gitHosts(hosts)
	var errs field.ErrorList
	if *key.ScanHostKeys {
		errs = append(errs, allowed.check(path.Child("scanHostKeys"), repository.Hostname(), githosts.Port(repository), "set it to false and source.knownHosts to the keys of the host")...)
	}
	if registration := key.Registration; registration != nil {
		errs = append(errs, allowed.checkAPI(path.Child("registration"), repository, registration.Host, registration.ProxyURL, "remove registration and register the key by hand")...)
	}
	return errs
}

// gitHosts is the operator's list of Git hosts.
type gitHosts []string

// checkAPI returns an error if the operator does not allow the API of a repository's Git host, or the proxy for the
// API. host and proxyURL are the configured ones; nil if not configured. remove is the alternative to asking the
// operator.
func (g gitHosts) checkAPI(path *field.Path, repository *url.URL, host, proxyURL *string, remove string) field.ErrorList {
	own, name, port := path, repository.Hostname(), githosts.HTTPSPort
	if host != nil {
		var err error
		own = path.Child("host")
		if name, port, err = githosts.Split(*host, githosts.HTTPSPort); err != nil {
			return nil
		}
	}
	if strings.HasSuffix(githosts.Normalize(name), githosts.DataResidency) {
		return field.ErrorList{field.Forbidden(own, "the extension does not support the API of GitHub Enterprise Cloud with data residency (api.NAME.ghe.com): "+remove)}
	}
	errs := g.check(own, githosts.Web(name), port, remove)
	if proxyURL != nil {
		if proxy, err := url.Parse(*proxyURL); err == nil {
			errs = append(errs, g.check(path.Child("proxyURL"), proxy.Hostname(), githosts.Port(proxy), "remove it")...)
		}
	}
	return errs
}

func (g gitHosts) check(path *field.Path, host string, port int, remove string) field.ErrorList {
	return refuseIf(!githosts.NewList(g).Allows(host, port), field.Forbidden(path, fmt.Sprintf(
		"the operator does not let the extension connect to port %d of %s; ask the operator to add %s to gitHosts, which allows %s, or %s",
		port, host, githosts.Entry(host, port), cmp.Or(strings.Join(g, ", "), "none"), remove)))
}
