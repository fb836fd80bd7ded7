// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"errors"
	"sync"
)

// DefaultVersion is the default Flux version that all Shoots of the landscape may have. The version rollout sets it,
// and the rollouts of projects read it. It is safe for concurrent use.
type DefaultVersion struct {
	mutex   sync.Mutex
	known   bool
	version string
	changed []func()
}

// NewDefaultVersion returns a DefaultVersion. If there is a version rollout, the version is unknown until the first
// Set.
func NewDefaultVersion(hasRollout bool) *DefaultVersion { return &DefaultVersion{known: !hasRollout} }

// Get returns the version, or an empty string if there is no version rollout. It returns an error while the version is
// unknown.
func (d *DefaultVersion) Get() (string, error) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if !d.known {
		return "", errors.New("the version rollout has not decided on the default Flux version yet")
	}
	return d.version, nil
}

// Follow registers a function to call after each change of the version.
func (d *DefaultVersion) Follow(changed func()) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	d.changed = append(d.changed, changed)
}

// Set sets the version, and calls the registered functions if it has changed.
func (d *DefaultVersion) Set(version string) {
	d.mutex.Lock()
	isNew := !d.known || d.version != version
	d.known, d.version = true, version
	followers := d.changed
	d.mutex.Unlock()
	if isNew {
		for _, changed := range followers {
			changed()
		}
	}
}
