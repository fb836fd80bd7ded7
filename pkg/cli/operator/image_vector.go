// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	gardenerimagevector "github.com/gardener/gardener/pkg/utils/imagevector"
	strictjson "sigs.k8s.io/json"
	"sigs.k8s.io/yaml"

	"github.com/shoot-flux/gardener-extension-shoot-flux/imagevector"
	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/strict"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// readImages returns the images from the embedded image vector and the file in IMAGEVECTOR_OVERWRITE, which takes
// precedence.
func readImages(library *flux.Library, config configv1alpha1.ControllerConfiguration, resolver *configuration.Resolver) (flux.Images, error) {
	vector, err := imagevector.Embedded()
	if err != nil {
		return flux.Images{}, err
	}
	file := os.Getenv(gardenerimagevector.OverrideEnv)
	overwrite, err := readOverwrite(file)
	var images flux.Images
	if err == nil {
		images, err = flux.NewImages(library, vector, overwrite, config.Images.Digests, resolver.DefaultRegistry())
	}
	if err != nil {
		return flux.Images{}, fmt.Errorf("invalid image vector %s in %s: %w", file, gardenerimagevector.OverrideEnv, err)
	}
	return images, nil
}

// noteUnpinned describes the supplied versions whose images would have digests if the extension carried them.
func noteUnpinned(catalog *flux.Catalog, images flux.Images, versions []string, digests configv1alpha1.ImageDigests) ([]string, error) {
	var notes []string
	for _, version := range versions {
		if !catalog.Supplied(version) {
			continue
		}
		unpinned, err := images.Unpinned(catalog, version)
		if err != nil {
			return nil, err
		}
		if len(unpinned) > 0 {
			notes = append(notes, fmt.Sprintf(
				"images.digests: %s has no effect on images of the supplied Flux %s, because no digests are known for %s; add them to imageVectorOverwrite, with targetVersion %s",
				digests, version, printer.Join(unpinned, ", "), strings.TrimPrefix(version, "v")))
		}
	}
	return notes, nil
}

// overwriteFile contains all fields that are allowed in an image vector. Fields of other tools are allowed, because
// operators copy entries from files with these fields.
type overwriteFile struct {
	Images []*struct {
		gardenerimagevector.ImageSource
		SourceRepository string `json:"sourceRepository"`
		ResourceID       any    `json:"resourceId"`
		Labels           []any  `json:"labels"`
	} `json:"images"`
	CABundle *gardenerimagevector.CABundle `json:"caBundle"`
}

// readOverwrite reads the operator's image vector. It returns nil if no file is set.
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
		return nil, errors.New("it contains several YAML documents, but only the first would be read")
	}
	// Gardener's library ignores unknown keys and does not handle null entries, so both are rejected first.
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
		return nil, errors.New("field images is missing or empty")
	}
	return overwrite, nil
}
