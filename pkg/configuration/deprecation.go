// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"strings"

	"golang.org/x/mod/semver"
)

// Deprecated returns the message that a version is deprecated, and what to do; empty if it is not.
func (r *Resolver) Deprecated(version string) string {
	deprecation := r.catalog.Deprecation(version)
	if deprecation == nil {
		return ""
	}
	text := fmt.Sprintf("Flux %s is deprecated: the extension carries it until %s", deprecation.Minor, deprecation.Until)
	if deprecation.UnsupportedSince != "" {
		text += fmt.Sprintf(", and the Flux project has not supported it since %s", deprecation.UnsupportedSince)
	}
	var newer []string
	for _, other := range r.versions {
		if semver.Compare(other, version) > 0 && r.catalog.Deprecation(other) == nil {
			newer = append(newer, other)
		}
	}
	if len(newer) == 0 {
		return text + "; the operator of the landscape allows no newer one that is not, and has to be asked for one"
	}
	return text + "; set the Flux version to one of " + strings.Join(newer, ", ")
}
