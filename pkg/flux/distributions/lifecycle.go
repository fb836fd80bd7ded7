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

// Deprecation says that a minor version of Flux is carried for a limited time only. Its days are written as 2026-12-31.
type Deprecation struct {
	// Minor is the minor version, such as v2.6.
	Minor string `json:"minor"`
	// Until is the last day for which it is promised.
	Until string `json:"until"`
	// UnsupportedSince is the day since when the Flux project itself has not supported it; empty if that is not known.
	UnsupportedSince string `json:"unsupportedSince,omitempty"`
}

// Deprecations returns the deprecated minor versions by their names. It panics if the embedded table cannot be read, which a test rules
// out.
func Deprecations() map[string]Deprecation {
	deprecations, err := readLifecycle(lifecycle)
	if err != nil {
		panic(fmt.Sprintf("lifecycle.yaml: %v", err))
	}
	return deprecations
}

// readLifecycle reads the table strictly.
func readLifecycle(content []byte) (map[string]Deprecation, error) {
	var table struct {
		Deprecations []Deprecation `json:"deprecations"`
	}
	if err := yaml.UnmarshalStrict(content, &table); err != nil {
		return nil, err
	}
	minor := regexp.MustCompile(`^v[0-9]+\.[0-9]+$`)
	deprecations := map[string]Deprecation{}
	for _, entry := range table.Deprecations {
		if !minor.MatchString(entry.Minor) {
			return nil, fmt.Errorf("%q is no minor version such as v2.6", entry.Minor)
		}
		if _, twice := deprecations[entry.Minor]; twice {
			return nil, fmt.Errorf("%s is there twice", entry.Minor)
		}
		if _, err := time.Parse(time.DateOnly, entry.Until); err != nil {
			return nil, fmt.Errorf("%s: until: %w", entry.Minor, err)
		}
		if entry.UnsupportedSince != "" {
			if _, err := time.Parse(time.DateOnly, entry.UnsupportedSince); err != nil {
				return nil, fmt.Errorf("%s: unsupportedSince: %w", entry.Minor, err)
			}
		}
		deprecations[entry.Minor] = entry
	}
	return deprecations, nil
}
