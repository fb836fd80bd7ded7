// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
)

// ResolveFluxVersion finds the embedded Flux version for the wanted one:
//   - empty: the newest embedded version,
//   - an embedded version, with or without leading 'v': that version,
//   - a minor such as v2.9: its newest embedded patch,
//   - an older patch of an embedded minor: the newest embedded patch, so that a configuration with a pinned patch can
//     be taken over unchanged.
//
// Anything else is an error that lists the embedded versions. The embedded versions carry a leading 'v'.
func ResolveFluxVersion(wanted string, embedded []string) (string, error) {
	versions, err := parseVersions(embedded)
	if err != nil {
		return "", err
	}
	slices.SortFunc(versions, func(a, b *semver.Version) int { return b.Compare(a) })
	if wanted == "" {
		return versions[0].Original(), nil
	}

	unknown := fmt.Errorf("unknown Flux version; the known versions are %s (or leave it out for the newest)", strings.Join(embedded, ", "))
	if !regexp.MustCompile(`^v?\d+\.\d+(\.\d+)?$`).MatchString(wanted) {
		return "", unknown
	}
	want, err := semver.NewVersion(wanted)
	if err != nil {
		return "", unknown
	}
	if i := slices.IndexFunc(versions, want.Equal); i >= 0 && strings.Count(wanted, ".") == 2 {
		return versions[i].Original(), nil
	}

	minorOnly := strings.Count(wanted, ".") == 1
	for _, version := range versions {
		sameMinor := version.Major() == want.Major() && version.Minor() == want.Minor()
		if sameMinor && (minorOnly || want.LessThan(version)) {
			return version.Original(), nil
		}
	}
	return "", unknown
}

func parseVersions(embedded []string) ([]*semver.Version, error) {
	if len(embedded) == 0 {
		return nil, fmt.Errorf("no Flux version is embedded")
	}
	versions := make([]*semver.Version, 0, len(embedded))
	for _, v := range embedded {
		version, err := semver.NewVersion(v)
		if err != nil {
			return nil, fmt.Errorf("embedded Flux version %q: %w", v, err)
		}
		versions = append(versions, version)
	}
	return versions, nil
}
