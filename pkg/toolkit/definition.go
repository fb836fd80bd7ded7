// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package toolkit

import "slices"

const (
	// mostKinds bounds the kinds in Flux's groups, of which Flux has less than thirty, and mostVersions the versions of one.
	mostKinds    = 100
	mostVersions = 20
)

// kindDefinition is what is read of a CustomResourceDefinition.
type kindDefinition struct {
	Spec struct {
		Group string `json:"group"`
		Scope string `json:"scope"`
		Names struct {
			Kind string `json:"kind"`
		} `json:"names"`
		Versions []kindVersion `json:"versions"`
	} `json:"spec"`
	Status struct {
		StoredVersions []string `json:"storedVersions"`
	} `json:"status"`
}

type kindVersion struct {
	Name    string `json:"name"`
	Served  bool   `json:"served"`
	Storage bool   `json:"storage"`
	Schema  struct {
		OpenAPIV3Schema struct {
			Properties struct {
				Spec struct {
					Properties struct {
						Suspend *struct{} `json:"suspend"`
					} `json:"properties"`
				} `json:"spec"`
			} `json:"properties"`
		} `json:"openAPIV3Schema"`
	} `json:"schema"`
}

// hasSuspend reports whether objects have spec.suspend.
func (v kindVersion) hasSuspend() bool {
	return v.Schema.OpenAPIV3Schema.Properties.Spec.Properties.Suspend != nil
}

// storageOf returns the version in which objects are stored.
func storageOf(versions []kindVersion) string {
	i := slices.IndexFunc(versions, func(v kindVersion) bool { return v.Storage })
	if i < 0 {
		return ""
	}
	return versions[i].Name
}

func hasServedStorage(versions []kindVersion) bool {
	return slices.ContainsFunc(versions, func(v kindVersion) bool { return v.Served && v.Storage })
}
