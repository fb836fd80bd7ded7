// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package configuration

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/semver"
	"k8s.io/apimachinery/pkg/util/validation/field"
)

// Deprecation says that a minor version of Flux is carried for a limited time only. Its days are written as 2026-12-31.
type Deprecation struct {
	// Minor is the minor version, such as v2.6.
	Minor string
	// Until is the last day for which it is promised.
	Until string
	// UnsupportedSince is the day since when the Flux project itself has not supported it; empty if that is not known.
	UnsupportedSince string
}

// Versions returns the Flux versions that the extension carries and the operator allows, the oldest first.
func (r *Resolver) Versions() []string { return slices.Clone(r.versions) }

// Deprecated says that a version is deprecated, and what to do; empty if it is not.
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

// checkDeprecation notes that the version is deprecated, apart from the other warnings: in the shoot it has a condition of its own.
func (b *builder) checkDeprecation() {
	b.result.Deprecated = b.resolver.Deprecated(b.result.Version)
	if b.result.Deprecated != "" {
		b.result.deprecation = b.located(field.NewPath("flux", "version"), b.result.Deprecated)
	}
}

// AllWarnings returns the warnings, and first of all that the version is deprecated.
func (e *Effective) AllWarnings() []string {
	return slices.Concat(e.deprecation, e.Warnings)
}
