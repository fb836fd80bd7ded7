// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package operator reads the operator's ControllerConfiguration, image vector and supplied Flux distributions, for
// the server program and for commands that render like it. It connects to no cluster and no registry, and writes
// nothing.
package operator

import (
	"errors"
	"fmt"
	"os"
	"strings"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// Landscape is the operator's configuration of a landscape.
type Landscape struct {
	// Library and Catalog have the embedded and supplied Flux versions.
	Library *flux.Library
	Catalog *flux.Catalog
	// Resolver has the operator's defaults and limits.
	Resolver *configuration.Resolver
	// Images has the operator's image vector and registry.
	Images flux.Images
	// Config is the operator's configuration with its defaults.
	Config configv1alpha1.ControllerConfiguration
	// Notes describe settings of the operator without effect.
	Notes []string
}

// File is a ControllerConfiguration that was read already.
type File struct {
	// Name is the file name for messages.
	Name string
	// Content is YAML or JSON.
	Content []byte
}

// ReadLandscape reads the operator's configuration from the file at path, or from the given file. A version takes
// precedence over the version in documents.
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

// NoteOtherVersion returns a note if another version answers the requested one, or an empty text.
func NoteOtherVersion(wanted, answer string) string {
	if strings.HasPrefix(answer, "v"+strings.TrimPrefix(wanted, "v")) {
		return ""
	}
	return fmt.Sprintf("--flux-version %s uses %s, the available patch of this minor version", wanted, answer)
}

// operatorConfigFor returns the operator's configuration and its file name.
func operatorConfigFor(path string, given *File) (configv1alpha1.ControllerConfiguration, string, error) {
	if given == nil {
		config, err := readFile(path)
		return config, path, err
	}
	if path != "" {
		return configv1alpha1.ControllerConfiguration{}, "", fmt.Errorf("%s: there is a ControllerConfiguration in %s already; remove one of them", path, given.Name)
	}
	config, err := decodeFile(given.Name, given.Content)
	return config, given.Name, err
}

// readFile reads the operator's configuration strictly, with defaults. Without a path, it returns the defaults.
func readFile(path string) (configv1alpha1.ControllerConfiguration, error) {
	if path == "" {
		config := configv1alpha1.ControllerConfiguration{}
		configv1alpha1.SetObjectDefaults_ControllerConfiguration(&config)
		return config, nil
	}
	content, err := os.ReadFile(path) //nolint:gosec // the operator names the file
	if err != nil {
		return configv1alpha1.ControllerConfiguration{}, fmt.Errorf("failed to read the operator's configuration: %w", err)
	}
	return decodeFile(path, content)
}

func decodeFile(path string, content []byte) (configv1alpha1.ControllerConfiguration, error) {
	config, mistakes := document.ReadOperator(content)
	if len(mistakes) > 0 {
		return config, unusableError(path, mistakes)
	}
	return config, nil
}

// unusableError names the file, and has a line for each configuration error.
func unusableError(path string, err error) error {
	if mistakes := (document.Errors)(nil); errors.As(err, &mistakes) {
		return fmt.Errorf("the operator's configuration %s cannot be used: %s", path, mistakes.Lines())
	}
	return fmt.Errorf("the operator's configuration %s cannot be used: %w", path, err)
}
