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

// path returns the shortest list of versions to install before the target, or nil if no such list exists. Of lists with
// the same length, it prefers older versions, which leave more time to change Git. storage contains the current storage
// versions in the shoot, and ahead contains the versions that may be installed next. path skips versions that do not
// change a storage version. known caches the results by the number of remaining versions and the storage versions, as
// printed by fmt, which sorts maps by their keys.
func (c Change) path(storage map[string]string, ahead []string, target map[string]API, known map[string][]string) ([]string, error) {
	place := fmt.Sprint(len(ahead), storage)
	if via, ok := known[place]; ok {
		return via, nil
	}
	var shortest []string
	for i, version := range ahead {
		apis, err := c.Apis(version)
		if err != nil {
			return nil, err
		}
		after := maps.Clone(storage)
		for name, api := range apis {
			after[name] = api.Storage
		}
		if len(c.blocked(storage, apis)) > 0 || maps.Equal(after, storage) {
			continue
		}
		via := []string{version}
		if len(c.blocked(after, target)) > 0 {
			further, err := c.path(after, ahead[i+1:], target, known)
			if err != nil {
				return nil, err
			}
			if len(further) == 0 {
				continue
			}
			via = append(via, further...)
		}
		if len(shortest) == 0 || len(via) < len(shortest) {
			shortest = via
		}
	}
	known[place] = shortest
	return shortest, nil
}

// between returns the allowed versions that are older than the target and not a downgrade. They include the delivered
// version, which may not be installed yet.
func (c Change) between() []string {
	return slices.DeleteFunc(slices.Clone(c.Allowed), func(version string) bool {
		on := c
		on.To = version
		return on.downgrade() != "" || semver.Compare(version, c.To) >= 0
	})
}
