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

// versionForm matches a full version or a minor version, with or without a leading 'v'.
var versionForm = regexp.MustCompile(`^v?\d+\.\d+(\.\d+)?$`)

// ResolveFluxVersion resolves the wanted Flux version to one of the embedded versions or of the versions that the
// operator supplies:
//   - empty: the newest embedded version, or the newest supplied one if none is embedded,
//   - one of these versions, with or without a leading 'v': this version,
//   - a minor version such as v2.9: its newest patch, embedded or supplied,
//   - a patch that is older than the version that its minor version resolves to: the latter version, so that
//     configurations with a pinned patch need no change.
//
// A supplied version is never the default while a version is embedded. For any other text, the function returns an
// error that lists the known versions. The embedded and supplied versions must have a leading 'v'.
func ResolveFluxVersion(wanted string, embedded, supplied []string) (string, error) {
	carried, beside := parseVersions(embedded), parseVersions(supplied)
	all := slices.Concat(carried, beside)
	if len(all) == 0 {
		return "", errors.New("there is no Flux version")
	}
	if wanted == "" {
		return all[0].Original(), nil
	}

	want, err := semver.NewVersion(wanted)
	if err == nil && versionForm.MatchString(wanted) {
		minorOnly := strings.Count(wanted, ".") == 1
		if i := slices.IndexFunc(all, want.Equal); i >= 0 && !minorOnly {
			return all[i].Original(), nil
		}
		patches := slices.DeleteFunc(slices.Clone(all), func(v *semver.Version) bool { return v.Major() != want.Major() || v.Minor() != want.Minor() })
		if len(patches) > 0 {
			if newest := slices.MaxFunc(patches, (*semver.Version).Compare); minorOnly || want.LessThan(newest) {
				return newest.Original(), nil
			}
		}
	}
	unset := "the newest"
	if slices.ContainsFunc(beside, all[0].LessThan) {
		unset = all[0].Original()
	}
	return "", fmt.Errorf("unknown Flux version; the known versions are %s (or leave it out for %s)", listed(all), unset)
}

// listed joins the versions, oldest first.
func listed(versions []*semver.Version) string {
	var names []string
	for _, version := range slices.SortedFunc(slices.Values(versions), (*semver.Version).Compare) {
		names = append(names, version.Original())
	}
	return strings.Join(names, ", ")
}

// parseVersions returns the valid versions, newest first.
func parseVersions(names []string) []*semver.Version {
	var versions []*semver.Version
	for _, name := range names {
		if version, err := semver.NewVersion(name); err == nil {
			versions = append(versions, version)
		}
	}
	slices.SortFunc(versions, func(a, b *semver.Version) int { return b.Compare(a) })
	return versions
}
