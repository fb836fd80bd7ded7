// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"errors"
	"fmt"
	"os"
	"slices"

	gardenerimagevector "github.com/gardener/gardener/pkg/utils/imagevector"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/imagevector"
	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// readImages returns where images come from: what the binary knows, under the file that IMAGEVECTOR_OVERWRITE names.
func readImages(library *flux.Library, config configv1alpha1.ControllerConfiguration) (flux.Images, error) {
	vector, err := imagevector.Embedded()
	if err != nil {
		return nil, err
	}
	file := os.Getenv(gardenerimagevector.OverrideEnv)
	overwrite, err := readOverwrite(file)
	if err == nil {
		var images flux.Images
		if images, err = flux.NewImages(library, vector, overwrite, config.Images.Digests); err == nil {
			return images, nil
		}
	}
	return nil, fmt.Errorf("the image vector %s, which %s names, cannot be used: %w", file, gardenerimagevector.OverrideEnv, err)
}

// readOverwrite reads the operator's image vector. Without a file there is none.
func readOverwrite(file string) (gardenerimagevector.ImageVector, error) {
	if file == "" {
		return nil, nil
	}
	content, err := os.ReadFile(file) //nolint:gosec // the operator names the file
	if err != nil {
		return nil, err
	}
	// Gardener's library does not expect an entry to be null.
	var list struct {
		Images []*struct{} `json:"images"`
	}
	if err := yaml.Unmarshal(content, &list); err != nil {
		return nil, err
	}
	if i := slices.Index(list.Images, nil); i >= 0 {
		return nil, fmt.Errorf("images[%d] is null", i)
	}
	overwrite, _, err := gardenerimagevector.Read(content)
	if err != nil {
		return nil, err
	}
	if len(overwrite) == 0 {
		return nil, errors.New("it has no list images, or nothing in it")
	}
	return overwrite, nil
}
