// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
)

// mostLines is the maximum number of invalid known_hosts lines that are reported.
const mostLines = 25

// ValidateKnownHosts validates known_hosts lines, which must contain a key for the host of a repository with an ssh://
// URL. Its errors quote neither the lines nor the parser's message, because an invalid line may be a private key in the
// wrong field.
func ValidateKnownHosts(path *field.Path, value, repositoryURL string) field.ErrorList {
	if errs := ValidateKnownHostsLines(path, value); len(errs) > 0 {
		return errs
	}
	if _, err := githosts.ChooseLines(repositoryURL, value, nil); err != nil {
		return invalid(path, field.OmitValueType{}, err.Error())
	}
	return nil
}

// ValidateKnownHostsLines validates the syntax of known_hosts lines, regardless of the host.
func ValidateKnownHostsLines(path *field.Path, value string) field.ErrorList {
	if err := githosts.CheckWildcards([]byte(value)); err != nil {
		return forbidden(path, err.Error())
	}
	var errs field.ErrorList
	for _, number := range githosts.DamagedLines([]byte(value), mostLines) {
		errs = append(errs, field.Forbidden(path.Index(number-1),
			"is not a line of a known_hosts file; write 'host keytype base64key', or '[host]:port keytype base64key' for a port other than 22, as ssh-keyscan prints it"))
	}
	return errs
}

// KnownHostsWarnings warns of parts of valid known_hosts lines that have no effect for the host of a repository with an
// ssh:// URL.
func KnownHostsWarnings(path *field.Path, value, repositoryURL string) []Warning {
	var warnings []Warning
	if githosts.OnlyAuthorities(repositoryURL, value) {
		warnings = append(warnings, Warning{Path: path, Text: "has only lines of certificate authorities (@cert-authority) for the host of the URL, and Flux requests no certificates; add the keys of the host"})
	}
	for _, note := range githosts.Notes(repositoryURL, value) {
		warnings = append(warnings, Warning{Path: path, Text: note})
	}
	return warnings
}
