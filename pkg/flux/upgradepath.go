// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"fmt"
	"maps"
	"slices"

	"github.com/Masterminds/semver/v3"
)

// path returns the versions to go through, as few as possible; none if there is no path. Of two paths, it is the one with the older
// versions, which leave more time to change what is in Git.
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
				// A path that has led there before is not longer, and not newer.
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

// stop is what the shoot stores after some versions on the path.
type stop struct {
	via     []string
	storage map[string]string
	// ahead are the newer versions that may come next.
	ahead []string
}

// String is the same for stops from which it goes on in the same way.
func (p stop) String() string {
	return fmt.Sprint(len(p.ahead), p.storage) // It prints maps in the order of their keys.
}

// steps returns the stops that are one version further, without those where nothing is stored otherwise than here: they do not help.
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

// between are the versions on the path to the wanted one that are not a step back. The one that was delivered last may not have arrived.
func (c Change) between() []string {
	var between []string
	for _, version := range c.Allowed {
		on := c
		on.To = version
		if on.downgrade() == "" && semverLess(version, c.To) {
			between = append(between, version)
		}
	}
	return between
}

func semverLess(a, b string) bool {
	one, err := semver.NewVersion(a)
	if err != nil {
		return false
	}
	other, err := semver.NewVersion(b)
	return err == nil && one.LessThan(other)
}
