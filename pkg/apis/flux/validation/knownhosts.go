// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package validation

import (
	"strings"

	fluxknownhosts "github.com/fluxcd/pkg/ssh/knownhosts"
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
	if _, _, err := fluxknownhosts.New([]byte(value)); err == nil {
		return nil
	}
	var errs field.ErrorList
	for i, line := range strings.Split(value, "\n") {
		if len(errs) == mostLines {
			break
		}
		// A parser for each of a hundred thousand lines takes half a gigabyte.
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		if _, _, err := fluxknownhosts.New([]byte(line)); err != nil {
			errs = append(errs, field.Forbidden(path.Index(i),
				"is not a line of a known_hosts file; write 'host keytype base64key', or '[host]:port keytype base64key' for a port other than 22, as ssh-keyscan prints it"))
		}
	}
	return errs
}
