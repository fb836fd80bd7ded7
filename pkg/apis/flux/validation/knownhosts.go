// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/knownhosts"
)

// mostLines is how many wrong lines are named.
const mostLines = 25

// ValidateKnownHosts checks known_hosts lines for the host of a repository with an ssh:// URL. It repeats neither a line
// nor the parser's message: what is no known_hosts line may be a private key that was pasted into the wrong field.
func ValidateKnownHosts(path *field.Path, value, repositoryURL string) field.ErrorList {
	if errs := ValidateKnownHostsLines(path, value); len(errs) > 0 {
		return errs
	}
	if _, err := knownhosts.Choose(repositoryURL, value, nil); err != nil {
		return field.ErrorList{field.Invalid(path, field.OmitValueType{}, err.Error())}
	}
	return nil
}

// ValidateKnownHostsLines checks known_hosts lines for whatever host.
func ValidateKnownHostsLines(path *field.Path, value string) field.ErrorList {
	if err := knownhosts.CheckWildcards([]byte(value)); err != nil {
		return field.ErrorList{field.Forbidden(path, err.Error())}
	}
	var errs field.ErrorList
	for _, number := range knownhosts.Damaged([]byte(value), mostLines) {
		errs = append(errs, field.Forbidden(path.Index(number-1),
			"is not a line of a known_hosts file; write 'host keytype base64key', or '[host]:port keytype base64key' for a port other than 22, as ssh-keyscan prints it"))
	}
	return errs
}

// KnownHostsWarnings warns of probable mistakes in valid known_hosts lines for the host of a repository with an ssh:// URL.
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
