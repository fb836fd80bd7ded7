// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package operator

import (
	"fmt"
	"strings"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// Landscape is what the operator of a landscape has configured, for the server program and for commands that render as it does.
type Landscape struct {
	// Library and Catalog have the Flux versions that are embedded or supplied.
	Library *flux.Library
	Catalog *flux.Catalog
	// Resolver has the operator's defaults and limits.
	Resolver *configuration.Resolver
	// Images has the operator's image vector and registry.
	Images flux.Images
	// Config is the operator's configuration with its defaults.
	Config configv1alpha1.ControllerConfiguration
	// Notes are about settings of the operator without effect.
	Notes []string
}

// File is a ControllerConfiguration that is read already.
type File struct {
	// Name is that of the file in messages.
	Name string
	// Content is YAML or JSON.
	Content []byte
}

// ReadLandscape reads the operator's configuration from the file at path, or from the given one. If a version is given, it takes
// precedence over the one that documents configure.
func ReadLandscape(library *flux.Library, path string, given *File, version string) (Landscape, error) {
	config, name, err := operatorConfigFor(path, given)
	if err != nil {
		return Landscape{}, err
	}
	catalog := flux.NewCatalog(library)
	resolver, err := configuration.NewResolver(catalog, config)
	if err != nil {
		return Landscape{}, unusableError(name, err)
	}
	images, err := readImages(library, config, resolver)
	if err != nil {
		return Landscape{}, err
	}
	if version != "" {
		if resolver, err = resolver.ForFluxVersion(version); err != nil {
			return Landscape{}, fmt.Errorf("--flux-version %s: %w", version, err)
		}
	}
	return Landscape{Library: library, Catalog: catalog, Resolver: resolver, Images: images, Notes: resolver.Notes(), Config: config}, nil
}

// NoteOtherVersion is a note for a requested version in whose place another one is used; empty if it is not.
func NoteOtherVersion(wanted, answer string) string {
	if strings.HasPrefix(answer, "v"+strings.TrimPrefix(wanted, "v")) {
		return ""
	}
	return fmt.Sprintf("--flux-version %s is answered with %s, the patch of this minor version that the extension carries", wanted, answer)
}

// operatorConfigFor returns the operator's configuration and the name of its file.
func operatorConfigFor(path string, given *File) (configv1alpha1.ControllerConfiguration, string, error) {
	if given == nil {
		config, err := readFile(path)
		return config, path, err
	}
	if path != "" {
		return configv1alpha1.ControllerConfiguration{}, "", fmt.Errorf("%s: there is a ControllerConfiguration in %s already; leave one of them out", path, given.Name)
	}
	config, err := decodeFile(given.Name, given.Content)
	return config, given.Name, err
}
