// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	_ "embed"
	"fmt"
	"regexp"
	"time"

	"sigs.k8s.io/yaml"
)

//go:embed lifecycle.yaml
var lifecycle []byte

// Deprecation is the end date of a minor version of Flux that is carried for a limited time only. Dates are written as 2026-12-31.
type Deprecation struct {
	// Minor is the minor version, such as v2.6.
	Minor string `json:"minor"`
	// Until is the last day for which it is promised.
	Until string `json:"until"`
	// UnsupportedSince is the day since when the Flux project itself has not supported it; empty if that is not known.
	UnsupportedSince string `json:"unsupportedSince,omitempty"`
}

// Lifecycle is what is known of minor versions of Flux beside their manifests, by their names.
type Lifecycle struct {
	// Deprecations are the minor versions that are carried for a limited time only.
	Deprecations map[string]Deprecation
	// Kubernetes are the oldest minor versions of Kubernetes that the Flux project supports with them.
	Kubernetes map[string]string
}

// EmbeddedLifecycle returns the embedded table. It panics if that cannot be read, which a test rules out.
func EmbeddedLifecycle() Lifecycle {
	table, err := readLifecycle(lifecycle)
	if err != nil {
		panic(fmt.Sprintf("lifecycle.yaml: %v", err))
	}
	return table
}

var minorVersion = regexp.MustCompile(`^v[0-9]+\.[0-9]+$`)

// readLifecycle reads the table strictly.
func readLifecycle(content []byte) (Lifecycle, error) {
	var table struct {
		Deprecations []Deprecation     `json:"deprecations"`
		Kubernetes   map[string]string `json:"kubernetes"`
	}
	if err := yaml.UnmarshalStrict(content, &table); err != nil {
		return Lifecycle{}, err
	}
	deprecations := map[string]Deprecation{}
	for _, entry := range table.Deprecations {
		if _, twice := deprecations[entry.Minor]; twice {
			return Lifecycle{}, fmt.Errorf("%s is there twice", entry.Minor)
		}
		if err := entry.validate(); err != nil {
			return Lifecycle{}, err
		}
		deprecations[entry.Minor] = entry
	}
	for flux, kubernetes := range table.Kubernetes {
		for _, version := range []string{flux, kubernetes} {
			if !minorVersion.MatchString(version) {
				return Lifecycle{}, fmt.Errorf("kubernetes: %q is no minor version such as v1.33", version)
			}
		}
	}
	return Lifecycle{Deprecations: deprecations, Kubernetes: table.Kubernetes}, nil
}

func (d Deprecation) validate() error {
	if !minorVersion.MatchString(d.Minor) {
		return fmt.Errorf("%q is no minor version such as v2.6", d.Minor)
	}
	if _, err := time.Parse(time.DateOnly, d.Until); err != nil {
		return fmt.Errorf("%s: until: %w", d.Minor, err)
	}
	if d.UnsupportedSince != "" {
		if _, err := time.Parse(time.DateOnly, d.UnsupportedSince); err != nil {
			return fmt.Errorf("%s: unsupportedSince: %w", d.Minor, err)
		}
	}
	return nil
}
