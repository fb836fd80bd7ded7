// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package distributions

import (
	_ "embed"
	"fmt"

	"golang.org/x/mod/semver"
	"sigs.k8s.io/yaml"
)

//go:embed kubernetes.yaml
var kubernetes []byte

// OldestKubernetes returns, by minor versions of Flux, the oldest minor version of Kubernetes that the Flux
// project supports. It panics if the embedded table is invalid; a test reads it.
func OldestKubernetes() map[string]string {
	table, err := readOldestKubernetes(kubernetes)
	if err != nil {
		panic(fmt.Sprintf("kubernetes.yaml: %v", err))
	}
	return table
}

func readOldestKubernetes(content []byte) (map[string]string, error) {
	var table map[string]string
	if err := yaml.UnmarshalStrict(content, &table); err != nil {
		return nil, err
	}
	for flux, oldest := range table {
		for _, version := range []string{flux, oldest} {
			if semver.MajorMinor(version) != version {
				return nil, fmt.Errorf("%q is not a minor version such as v1.33", version)
			}
		}
	}
	return table, nil
}
