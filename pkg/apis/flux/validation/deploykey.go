// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"

	utilvalidation "k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// shortestReminderAge keeps a typo such as 90s from filling the project's Events.
const shortestReminderAge = time.Hour

// keyAlgorithms are the algorithms of deploy keys.
func keyAlgorithms() []fluxv1alpha1.KeyAlgorithm {
	return []fluxv1alpha1.KeyAlgorithm{
		fluxv1alpha1.KeyAlgorithmECDSAP256, fluxv1alpha1.KeyAlgorithmECDSAP384, fluxv1alpha1.KeyAlgorithmECDSAP521,
		fluxv1alpha1.KeyAlgorithmEd25519, fluxv1alpha1.KeyAlgorithmRSA3072, fluxv1alpha1.KeyAlgorithmRSA4096,
	}
}

// ValidateDeployKey checks a defaulted DeployKey, but for what depends on the repository.
func ValidateDeployKey(path *field.Path, key *fluxv1alpha1.DeployKey) field.ErrorList {
	var errs field.ErrorList
	if key.Algorithm != nil {
		errs = oneOf(path.Child("algorithm"), *key.Algorithm, keyAlgorithms())
	}
	if age := key.ReminderAge; age != nil && age.Duration < shortestReminderAge {
		errs = append(errs, field.Invalid(path.Child("reminderAge"), age.Duration.String(), "must be at least 1h, such as 2160h for 90 days; remove it to be reminded of nothing"))
	}
	if key.Registration != nil {
		errs = append(errs, validateRegistration(path.Child("registration"), key.Registration)...)
	}
	return errs
}

// DeployKeyWarnings warns of probable mistakes in the settings of the deploy key of a repository with an ssh:// URL. The paths are those of the deploy keys of
// the project and of the URL.
func DeployKeyWarnings(path, url *field.Path, key *fluxv1alpha1.DeployKey, repositoryURL string) []Warning {
	var warnings []Warning
	if rule, has := githosts.Keys(repositoryURL); has && key.Algorithm != nil && !rule.Takes(*key.Algorithm) {
		warnings = append(warnings, Warning{Path: path.Child("algorithm"), Text: fmt.Sprintf(
			"%s is not accepted by the host of %s, which accepts %s: the deploy key that is generated with it cannot read the repository; set %s, or remove it",
			*key.Algorithm, url, rule.Accepts, rule.Default)})
	}
	if githosts.NeedsKeyID(repositoryURL) {
		warnings = append(warnings, Warning{Path: url, Text: "names no user by whom AWS CodeCommit recognizes the deploy key; upload the public key to an IAM user, and write the SSH key ID that AWS shows for it before the host: ssh://KEYID@host/path"})
	}
	return warnings
}

func validateRegistration(path *field.Path, registration *fluxv1alpha1.KeyRegistration) field.ErrorList {
	var errs field.ErrorList
	providers := []fluxv1alpha1.GitProvider{fluxv1alpha1.GitProviderGitea, fluxv1alpha1.GitProviderGitHub, fluxv1alpha1.GitProviderGitLab}
	if registration.Provider == "" {
		errs = append(errs, field.Required(path.Child("provider"), "name the kind of the Git host: github, gitlab, or gitea, which Forgejo is as well"))
	} else {
		errs = append(errs, oneOf(path.Child("provider"), registration.Provider, providers)...)
	}
	if registration.Host != nil {
		errs = append(errs, ValidateGitHost(path.Child("host"), *registration.Host)...)
	}
	errs = append(errs, ValidateObjectName(path.Child("secretName"), *registration.SecretName, "Secret")...)
	if registration.ProxyURL != nil {
		errs = append(errs, validateProxyAddress(path.Child("proxyURL"), *registration.ProxyURL, ": a proxy with credentials cannot be used here", "")...)
	}
	return errs
}

func oneOf[T ~string](path *field.Path, value T, known []T) field.ErrorList {
	for _, each := range known {
		if value == each {
			return nil
		}
	}
	return field.ErrorList{field.NotSupported(path, value, known)}
}

// ValidateGitHost checks a Git host, with or without port.
func ValidateGitHost(path *field.Path, value string) field.ErrorList {
	const form = "must be a host or host:port, such as git.example.com or git.example.com:8443"
	switch _, rest, hasScheme := strings.Cut(value, "://"); {
	case strings.ContainsAny(value, "@?#"):
		return field.ErrorList{field.Forbidden(path, form+", without credentials, query and fragment")}
	case value == "":
		return field.ErrorList{field.Required(path, form)}
	case hasScheme && strings.Trim(rest, "/") != "":
		host, _, _ := strings.Cut(strings.Trim(rest, "/"), "/")
		return field.ErrorList{field.Invalid(path, value, "must not carry a scheme or path; write "+host)}
	case strings.Contains(value, "*"):
		return field.ErrorList{field.Invalid(path, value, form+"; name each host, patterns are not known here")}
	}
	host, _, err := githosts.Split(value, 0)
	if err != nil || !isHost(host) {
		return field.ErrorList{field.Invalid(path, value, form)}
	}
	return nil
}

func isHost(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil || len(utilvalidation.IsDNS1123Subdomain(host)) == 0
}

// ValidateDeployKeyHosts checks that the operator allows the hosts that the extension itself is to connect to for the sake of a valid
// deploy key of a repository with a valid ssh:// URL.
func ValidateDeployKeyHosts(path *field.Path, key *fluxv1alpha1.DeployKey, repositoryURL string, gitHosts []string) field.ErrorList {
	repository, err := url.Parse(repositoryURL)
	if err != nil {
		return nil
	}
	var (
		errs    field.ErrorList
		allowed = githosts.NewList(gitHosts)
		check   = func(path *field.Path, host string, port int, remove string) {
			if !allowed.Allows(host, port) {
				errs = append(errs, hostNotAllowed(path, host, port, remove, gitHosts))
			}
		}
	)
	if *key.ScanHostKeys {
		check(path.Child("scanHostKeys"), repository.Hostname(), portOf(repository, githosts.SSHPort), "set it to false and source.knownHosts to the keys of the host")
	}
	if registration := key.Registration; registration != nil {
		own, host, port := path.Child("registration"), repository.Hostname(), githosts.HTTPSPort
		if registration.Host != nil {
			own = own.Child("host")
			if host, port, err = githosts.Split(*registration.Host, githosts.HTTPSPort); err != nil {
				return errs
			}
		}
		check(own, githosts.Web(host), port, "remove registration and register the key by hand")
		if registration.ProxyURL != nil {
			if proxy, err := url.Parse(*registration.ProxyURL); err == nil {
				standard := map[string]int{"http": 80, "https": githosts.HTTPSPort}[proxy.Scheme]
				check(path.Child("registration", "proxyURL"), proxy.Hostname(), portOf(proxy, standard), "remove it")
			}
		}
	}
	return errs
}

func portOf(u *url.URL, standard int) int {
	if port, err := strconv.Atoi(u.Port()); err == nil {
		return port
	}
	return standard
}

func hostNotAllowed(path *field.Path, host string, port int, remove string, gitHosts []string) *field.Error {
	allows := "none"
	if len(gitHosts) > 0 {
		allows = strings.Join(gitHosts, ", ")
	}
	return field.Forbidden(path, fmt.Sprintf(
		"the operator does not let the extension connect to port %d of %s: ask the operator to add %s to gitHosts, which allows %s, or %s",
		port, host, githosts.Entry(host, port), allows, remove))
}
