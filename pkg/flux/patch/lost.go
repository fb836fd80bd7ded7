// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package patch

import (
	"slices"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
)

// Lost returns the names of what another Deployment has beyond the one that Flux ships, and which it would not have any more as the delivered one: arguments,
// variables, volumes and so on, without their values. The labels and annotations of the Deployment itself are not among them, because
// gardener-resource-manager leaves them.
func Lost(version string, shipped, delivered, other *unstructured.Unstructured) ([]string, error) {
	own, err := compare(version, shipped, other)
	if err != nil {
		return nil, err
	}
	missing, err := compare(version, delivered, other)
	if err != nil {
		return nil, err
	}
	var lost []string
	for _, name := range own.own {
		if slices.Contains(missing.own, name) && !slices.Contains(lost, name) {
			lost = append(lost, name)
		}
	}
	return lost, nil
}
