// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package v1alpha1

import (
	"encoding/json"
	"errors"
)

const (
	overridesAll  = "all"
	overridesNone = "none"
)

// ShootOverrides defines what the Shoots of a project may set in their own providerConfig. In JSON it is the word all, the
// word none, or a list of paths.
// +kubebuilder:validation:XPreserveUnknownFields
// +kubebuilder:validation:Schemaless
type ShootOverrides struct {
	// All lets Shoots set everything; Paths is empty then.
	All bool `json:"-"`
	// Paths are the paths that Shoots may set, each with everything below it. Without any, and without All, they may set
	// nothing.
	Paths []string `json:"-"`
}

var errShootOverrides = errors.New(`must be all, none or a list of paths such as kustomization.template.spec.path`)

// UnmarshalJSON reads the word all, the word none, or a list of paths.
func (o *ShootOverrides) UnmarshalJSON(data []byte) error {
	var word string
	if json.Unmarshal(data, &word) == nil {
		switch word {
		case overridesAll:
			*o = ShootOverrides{All: true}
			return nil
		case overridesNone:
			*o = ShootOverrides{}
			return nil
		}
		return errShootOverrides
	}
	var paths []string
	if err := json.Unmarshal(data, &paths); err != nil {
		return errShootOverrides
	}
	*o = ShootOverrides{Paths: paths}
	return nil
}

// MarshalJSON writes what UnmarshalJSON reads.
func (o ShootOverrides) MarshalJSON() ([]byte, error) {
	switch {
	case o.All:
		return json.Marshal(overridesAll)
	case len(o.Paths) == 0:
		return json.Marshal(overridesNone)
	default:
		return json.Marshal(o.Paths)
	}
}
