// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package imagevector has the extension's image vector, in the directory that Gardener's tools expect: the image of each component of each
// Flux version. What a shoot pulls also depends on the operator's overwrite and the shoot's configuration, which are not handled here.
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
