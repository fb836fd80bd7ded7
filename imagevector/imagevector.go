// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package imagevector embeds the extension's image vector, with an image for each component of each Flux version.
// Gardener's tools expect it in this directory. The package must not handle the operator's overwrite or the
// configuration of a shoot, which can change the images that the shoot pulls.
package imagevector

import (
	_ "embed"
	"fmt"

	"github.com/gardener/gardener/pkg/utils/imagevector"
)

//go:embed images.yaml
var images []byte

// Embedded returns the image vector in the binary. The target version of an entry is a Flux version.
func Embedded() (imagevector.ImageVector, error) {
	vector, _, err := imagevector.Read(images)
	if err != nil {
		return nil, fmt.Errorf("the embedded image vector cannot be used: %w", err)
	}
	return vector, nil
}
