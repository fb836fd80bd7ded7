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

// landscape is what the operator says, for commands that take the way of the controller.
type landscape struct {
	resolver *configuration.Resolver
	images   flux.Images
	// notes are what the operator has set without effect.
	notes []string
	// components are those that may be installed; empty if all may.
	components []string
}

// landscapeFor reads the operator's configuration, which is among the files or has one of its own. A version that is not empty is taken
// whatever the documents want.
func (p *previewer) landscapeFor(path string, in *inputs, version string) (landscape, error) {
	config, name, err := operatorConfigFor(path, in)
	if err != nil {
		return landscape{}, err
	}
	resolver, err := configuration.NewResolver(p.catalog, config)
	if err != nil {
		return landscape{}, unusableConfig(name, err)
	}
	images, err := readImages(p.library, config, resolver)
	if err != nil {
		return landscape{}, err
	}
	if version != "" {
		if resolver, err = resolver.ForFluxVersion(version); err != nil {
			return landscape{}, fmt.Errorf("--version-of %s: %w", version, err)
		}
	}
	return landscape{resolver: resolver, images: images, notes: resolver.Notes(), components: config.Limits.Components}, nil
}

// answeredOtherwise says that a version was asked for that is answered with another; empty if it was not.
func answeredOtherwise(wanted, answer string) string {
	if strings.HasPrefix(answer, "v"+strings.TrimPrefix(wanted, "v")) {
		return ""
	}
	return fmt.Sprintf("--version-of %s is answered with %s, the patch of this minor version that the extension carries", wanted, answer)
}

// operatorConfigFor returns the operator's configuration and how its file is named. It is among the files or has one of its own.
func operatorConfigFor(path string, in *inputs) (configv1alpha1.ControllerConfiguration, string, error) {
	if in.operator == nil {
		config, err := readOperatorConfig(path)
		return config, path, err
	}
	if path != "" {
		return configv1alpha1.ControllerConfiguration{}, "", fmt.Errorf("%s: there is a ControllerConfiguration in %s already; leave one of them out", path, in.operator.file)
	}
	config, err := decodeOperatorConfig(in.operator.file, in.operator.content)
	return config, in.operator.file, err
}
