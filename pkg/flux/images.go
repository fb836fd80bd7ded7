// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package flux

import (
	"path"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Images returns the image references of Flux's controllers. It is deterministic.
type Images interface {
	// Image returns the reference of a controller's image. The distribution of that version ships it as shipped; registry is the
	// one that is configured for the shoot.
	Image(version string, of fluxv1alpha1.Component, shipped, registry string) (string, error)
}

// ShippedImages take each image from the configured registry, with the name and tag with which the distribution ships it.
type ShippedImages struct{}

var _ Images = ShippedImages{}

// Image returns the reference of a controller's image. It never fails.
func (ShippedImages) Image(_ string, _ fluxv1alpha1.Component, shipped, registry string) (string, error) {
	return registry + "/" + path.Base(shipped), nil
}
