// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"fmt"
	"strings"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
)

// landscape is what the operator of a landscape has configured, for commands that render as the controller does.
type landscape struct {
	library  *flux.Library
	catalog  *flux.Catalog
	resolver *configuration.Resolver
	images   flux.Images
	// notes are settings of the operator without effect.
	notes []string
	// components are those that may be installed; empty if all may.
	components []string
}

// configFile is a ControllerConfiguration that is read already.
type configFile struct {
	name    string
	content []byte
}

// readLandscape reads the operator's configuration from the file at path, or from the given one. If a version is given, it takes
// precedence over the one that documents configure.
func readLandscape(library *flux.Library, path string, given *configFile, version string) (landscape, error) {
	config, name, err := operatorConfigFor(path, given)
	if err != nil {
		return landscape{}, err
	}
	catalog := flux.NewCatalog(library)
	resolver, err := configuration.NewResolver(catalog, config)
	if err != nil {
		return landscape{}, unusableConfig(name, err)
	}
	images, err := readImages(library, config, resolver)
	if err != nil {
		return landscape{}, err
	}
	if version != "" {
		if resolver, err = resolver.ForFluxVersion(version); err != nil {
			return landscape{}, fmt.Errorf("--version-of %s: %w", version, err)
		}
	}
	return landscape{library: library, catalog: catalog, resolver: resolver, images: images, notes: resolver.Notes(), components: config.Limits.Components}, nil
}

// answeredOtherwise says that a version was asked for that is answered with another; empty if it was not.
func answeredOtherwise(wanted, answer string) string {
	if strings.HasPrefix(answer, "v"+strings.TrimPrefix(wanted, "v")) {
		return ""
	}
	return fmt.Sprintf("--version-of %s is answered with %s, the patch of this minor version that the extension carries", wanted, answer)
}

// operatorConfigFor returns the operator's configuration and the name of its file.
func operatorConfigFor(path string, given *configFile) (configv1alpha1.ControllerConfiguration, string, error) {
	if given == nil {
		config, err := readOperatorConfig(path)
		return config, path, err
	}
	if path != "" {
		return configv1alpha1.ControllerConfiguration{}, "", fmt.Errorf("%s: there is a ControllerConfiguration in %s already; leave one of them out", path, given.name)
	}
	config, err := decodeOperatorConfig(given.name, given.content)
	return config, given.name, err
}
