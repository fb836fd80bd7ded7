// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"cmp"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/knownhosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	// shortestReminderAge catches typos such as 90s that would flood the project's Events.
	shortestReminderAge = time.Hour
	// mostLines is the maximum number of reported known_hosts lines.
	mostLines = 25
)

// ValidateDeployKey validates a defaulted DeployKey, independent of the repository.
func ValidateDeployKey(path *field.Path, key *fluxv1alpha1.DeployKey) field.ErrorList {
	errs := ifSet(path.Child("algorithm"), key.Algorithm, func(path *field.Path, algorithm fluxv1alpha1.KeyAlgorithm) field.ErrorList {
		return oneOf(path, algorithm, fluxv1alpha1.KeyAlgorithmECDSAP256, fluxv1alpha1.KeyAlgorithmECDSAP384, fluxv1alpha1.KeyAlgorithmECDSAP521,
			fluxv1alpha1.KeyAlgorithmEd25519, fluxv1alpha1.KeyAlgorithmRSA3072, fluxv1alpha1.KeyAlgorithmRSA4096)
	})
	if age := key.ReminderAge; age != nil && age.Duration < shortestReminderAge {
		errs = append(errs, field.Invalid(path.Child("reminderAge"), age.Duration.String(), "must be at least 1h, such as 2160h for 90 days; remove it to be reminded of nothing"))
	}
	return append(errs, ifSet(path.Child("registration"), key.Registration, validateRegistration)...)
}

// DeployKeyWarnings warns of probable mistakes in the settings of a deploy key for a repository with an ssh://
// URL. path is the path of the project's DeployKey, urlPath the path of the repository's URL.
func DeployKeyWarnings(path, urlPath *field.Path, key *fluxv1alpha1.DeployKey, repositoryURL string) []Warning {
	var warnings []Warning
	if rule, has := githosts.KeyRuleFor(repositoryURL); has && key.Algorithm != nil && !rule.Takes(*key.Algorithm) {
		warnings = append(warnings, Warning{Path: path.Child("algorithm"), Text: fmt.Sprintf(
			"%s is not accepted by the host of %s, which accepts %s: the deploy key that is generated with it cannot read the repository; set %s, or remove it",
			*key.Algorithm, urlPath, rule.Accepts, rule.Default)})
	}
	if githosts.NeedsKeyID(repositoryURL) {
		warnings = append(warnings, Warning{Path: urlPath, Text: "names no user by whom AWS CodeCommit recognizes the deploy key; upload the public key to an IAM user, and write the SSH key ID that AWS shows for it before the host: ssh://KEYID@host/path"})
	}
	return warnings
}

func validateRegistration(path *field.Path, registration fluxv1alpha1.KeyRegistration) field.ErrorList {
	return slices.Concat(
		validateType(path.Child("provider"), registration.Provider, "name the kind of the Git host: github, gitlab, or gitea, which includes Forgejo",
			[]fluxv1alpha1.GitProvider{fluxv1alpha1.GitProviderGitea, fluxv1alpha1.GitProviderGitHub, fluxv1alpha1.GitProviderGitLab}),
		ifSet(path.Child("host"), registration.Host, ValidateGitHost),
		ValidateObjectName(path.Child("secretName"), *registration.SecretName, "Secret"),
		ifSet(path.Child("proxyURL"), registration.ProxyURL, func(path *field.Path, value string) field.ErrorList {
			return validateProxyAddress(path, value, ": a proxy with credentials cannot be used here", "")
		}),
	)
}

// ValidateGitHost validates a Git host with or without port.
func ValidateGitHost(path *field.Path, value string) field.ErrorList {
	const form = "must be a host or host:port, such as git.example.com or git.example.com:8443"
	switch _, rest, hasScheme := strings.Cut(value, "://"); {
	case strings.ContainsAny(value, "@?#"):
		return forbidden(path, form+", without credentials, query and fragment")
	case value == "":
		return required(path, form)
	case hasScheme && strings.Trim(rest, "/") != "":
		host, _, _ := strings.Cut(strings.Trim(rest, "/"), "/")
		return invalid(path, value, "must not carry a scheme or path; write "+host)
	case strings.Contains(value, "*"):
		return invalid(path, value, form+"; name each host, patterns are not supported")
	}
	host, _, err := githosts.Split(value, 0)
	return refuseIf(err != nil || !isHost(host), field.Invalid(path, value, form))
}

func isHost(host string) bool {
	_, err := netip.ParseAddr(host)
	return err == nil || isSubdomain(host)
}

// ValidateDeployKeyHosts validates that the operator allows the hosts that the extension connects to for a
// valid deploy key of a repository with a valid ssh:// URL.
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
	return field.Forbidden(path, fmt.Sprintf(
		"the operator does not let the extension connect to port %d of %s: ask the operator to add %s to gitHosts, which allows %s, or %s",
		port, host, githosts.Entry(host, port), cmp.Or(strings.Join(gitHosts, ", "), "none"), remove))
}

// ValidateKnownHosts validates known_hosts lines for the host of a repository with an ssh:// URL. It repeats
// neither lines nor the parser's message: an invalid line may be a private key in the wrong field.
func ValidateKnownHosts(path *field.Path, value, repositoryURL string) field.ErrorList {
	if errs := ValidateKnownHostsLines(path, value); len(errs) > 0 {
		return errs
	}
	if _, err := knownhosts.Choose(repositoryURL, value, nil); err != nil {
		return invalid(path, field.OmitValueType{}, err.Error())
	}
	return nil
}

// ValidateKnownHostsLines validates known_hosts lines for any host.
func ValidateKnownHostsLines(path *field.Path, value string) field.ErrorList {
	if err := knownhosts.CheckWildcards([]byte(value)); err != nil {
		return forbidden(path, err.Error())
	}
	var errs field.ErrorList
	for _, number := range knownhosts.Damaged([]byte(value), mostLines) {
		errs = append(errs, field.Forbidden(path.Index(number-1),
			"is not a line of a known_hosts file; write 'host keytype base64key', or '[host]:port keytype base64key' for a port other than 22, as ssh-keyscan prints it"))
	}
	return errs
}

// KnownHostsWarnings warns of probable mistakes in valid known_hosts lines for the host of a repository with an
// ssh:// URL.
func KnownHostsWarnings(path *field.Path, value, repositoryURL string) []Warning {
	var warnings []Warning
	if knownhosts.OnlyAuthorities(repositoryURL, value) {
		warnings = append(warnings, Warning{Path: path, Text: "has lines of certificate authorities (@cert-authority) alone for the host of the URL, and Flux asks no host for a certificate; add the host's own keys"})
	}
	for _, note := range knownhosts.Notes(repositoryURL, value) {
		warnings = append(warnings, Warning{Path: path, Text: note})
	}
	return warnings
}
