// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package imagevector carries the extension's image vector, where Gardener's tools look for it: which image each component of each
// Flux version is. It must not decide what a shoot pulls: that takes the operator's overwrite and the shoot's configuration.
package imagevector

import (
	_ "embed"
	"fmt"

	"github.com/gardener/gardener/pkg/utils/imagevector"
)

//go:embed images.yaml
var images []byte

// Embedded returns the image vector that the binary carries. The target version of an entry is a Flux version.
func Embedded() (imagevector.ImageVector, error) {
	vector, _, err := imagevector.Read(images)
	if err != nil {
		return nil, fmt.Errorf("the embedded image vector cannot be used: %w", err)
	}
	return vector, nil
}
