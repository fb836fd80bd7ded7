// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"maps"
	"slices"

	"golang.org/x/mod/semver"
)

// path returns the fewest versions to install before the target; none if there is no path. Of equal paths it
// prefers the older versions, which leave more time to change Git.
func (c Change) path() ([]string, error) {
	target, err := c.Apis(c.To)
	if err != nil {
		return nil, err
	}
	stops := []stop{{storage: c.storage(), ahead: c.between()}}
	visited := map[string]bool{}
	for len(stops) > 0 {
		var further []stop
		for _, here := range stops {
			next, err := c.steps(here)
			if err != nil {
				return nil, err
			}
			for _, there := range next {
				if len(c.blocked(there.storage, target)) == 0 {
					return there.via, nil
				}
				// An earlier path to the same stop is not longer and has no newer versions.
				if at := there.String(); !visited[at] {
					visited[at] = true
					further = append(further, there)
				}
			}
		}
		stops = further
	}
	return nil, nil
}

// stop is a version on a path.
type stop struct {
	via []string
	// storage has the storage versions in the shoot after the versions in via.
	storage map[string]string
	// ahead has the newer versions that may follow.
	ahead []string
}

// String is equal for stops with the same further paths. It relies on fmt, which prints maps in the order of
// their keys.
func (p stop) String() string {
	return fmt.Sprint(len(p.ahead), p.storage)
}

// steps returns the next stops. It omits versions that change no storage version: they do not help.
func (c Change) steps(here stop) ([]stop, error) {
	var stops []stop
	for i, version := range here.ahead {
		apis, err := c.Apis(version)
		if err != nil {
			return nil, err
		}
		if len(c.blocked(here.storage, apis)) > 0 {
			continue
		}
		there := stop{via: append(slices.Clone(here.via), version), storage: maps.Clone(here.storage), ahead: here.ahead[i+1:]}
		for name, api := range apis {
			there.storage[name] = api.Storage
		}
		if !maps.Equal(there.storage, here.storage) {
			stops = append(stops, there)
		}
	}
	return stops, nil
}

// between returns the versions below the target that are not a downgrade. They include the delivered version,
// which may not be installed yet.
func (c Change) between() []string {
	var between []string
	for _, version := range c.Allowed {
		on := c
		on.To = version
		if on.downgrade() == "" && semver.Compare(version, c.To) < 0 {
			between = append(between, version)
		}
	}
	return between
}
