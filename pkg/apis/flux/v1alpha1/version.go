// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"
)

// ResolveFluxVersion finds the Flux version for the wanted one, among those that the extension embeds and those that the operator
// supplies beside them:
//   - empty: the newest embedded version, or the newest supplied one if none is embedded,
//   - one of these versions, with or without leading 'v': that version,
//   - a minor such as v2.9: its newest embedded patch, or its newest supplied one if none is embedded,
//   - an older patch of the one that a minor leads to: that one, so that a configuration with a pinned patch can be taken over
//     unchanged.
//
// So a supplied version is used only where it is named, or its minor if no embedded version has that minor. Anything else is an error that
// lists the versions. All have a leading 'v'.
func ResolveFluxVersion(wanted string, embedded, supplied []string) (string, error) {
	carried, err := parseVersions(embedded)
	if err != nil {
		return "", err
	}
	beside, err := parseVersions(supplied)
	if err != nil {
		return "", err
	}
	all := slices.Concat(carried, beside)
	if len(all) == 0 {
		return "", errors.New("there is no Flux version")
	}
	if wanted == "" {
		return all[0].Original(), nil
	}

	unset := "the newest"
	if slices.ContainsFunc(beside, all[0].LessThan) {
		unset = all[0].Original()
	}
	unknown := fmt.Errorf("unknown Flux version; the known versions are %s (or leave it out for %s)", listed(all), unset)
	if !regexp.MustCompile(`^v?\d+\.\d+(\.\d+)?$`).MatchString(wanted) {
		return "", unknown
	}
	want, err := semver.NewVersion(wanted)
	if err != nil {
		return "", unknown
	}
	minorOnly := strings.Count(wanted, ".") == 1
	if i := slices.IndexFunc(all, want.Equal); i >= 0 && !minorOnly {
		return all[i].Original(), nil
	}
	i := slices.IndexFunc(all, func(v *semver.Version) bool { return v.Major() == want.Major() && v.Minor() == want.Minor() })
	if i >= 0 && (minorOnly || want.LessThan(all[i])) {
		return all[i].Original(), nil
	}
	return "", unknown
}

// listed returns the versions in a line, the oldest first.
func listed(versions []*semver.Version) string {
	sorted := slices.SortedFunc(slices.Values(versions), (*semver.Version).Compare)
	names := make([]string, 0, len(sorted))
	for _, version := range sorted {
		names = append(names, version.Original())
	}
	return strings.Join(names, ", ")
}

// parseVersions returns the versions, the newest first.
func parseVersions(names []string) ([]*semver.Version, error) {
	versions := make([]*semver.Version, 0, len(names))
	for _, name := range names {
		version, err := semver.NewVersion(name)
		if err != nil {
			return nil, fmt.Errorf("Flux version %q: %w", name, err)
		}
		versions = append(versions, version)
	}
	slices.SortFunc(versions, func(a, b *semver.Version) int { return b.Compare(a) })
	return versions, nil
}
