// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator

import (
	"errors"
	"fmt"
	"os"
	"slices"

	gardenerimagevector "github.com/gardener/gardener/pkg/utils/imagevector"
	strictjson "sigs.k8s.io/json"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/imagevector"
	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// readImages returns where images come from: what the binary knows, under the file that IMAGEVECTOR_OVERWRITE names.
func readImages(library *flux.Library, config configv1alpha1.ControllerConfiguration, resolver *configuration.Resolver) (flux.Images, error) {
	vector, err := imagevector.Embedded()
	if err != nil {
		return nil, err
	}
	file := os.Getenv(gardenerimagevector.OverrideEnv)
	overwrite, err := readOverwrite(file)
	if err == nil {
		var chosen flux.Images
		if chosen, err = flux.NewImages(library, vector, overwrite, config.Images.Digests, resolver.DefaultRegistry()); err == nil {
			return chosen, nil
		}
	}
	return nil, fmt.Errorf("the image vector %s, which %s names, cannot be used: %w", file, gardenerimagevector.OverrideEnv, err)
}

// overwriteFile is all that a file with an image vector may have. What only tools read that are no part of the extension is allowed,
// because entries are copied from such files.
type overwriteFile struct {
	Images []*struct {
		gardenerimagevector.ImageSource
		SourceRepository string `json:"sourceRepository"`
		ResourceID       any    `json:"resourceId"`
		Labels           []any  `json:"labels"`
	} `json:"images"`
	CABundle *gardenerimagevector.CABundle `json:"caBundle"`
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
	if content, err = strict.Text(content); err != nil {
		return nil, err
	}
	if strict.Several(content) {
		return nil, errors.New("it holds several YAML documents, of which only the first would be read")
	}
	// Gardener's library takes no offence at a key that it does not know, and does not expect an entry to be null.
	var known overwriteFile
	document, err := yaml.YAMLToJSONStrict(content)
	if err != nil {
		return nil, err
	}
	unknown, err := strictjson.UnmarshalStrict(document, &known)
	if err = errors.Join(append(unknown, err)...); err != nil {
		return nil, err
	}
	if i := slices.Index(known.Images, nil); i >= 0 {
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
