// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

// DefaultVersion is the Flux version of projects that name none.
type DefaultVersion interface {
	// Version returns it; empty for the one of the Resolver. It is an error as long as it is not known.
	Version() (string, error)
	// Follow calls changed whenever it changes, until the context ends. It does not block.
	Follow(ctx context.Context, changed func())
}

// versionOf returns the Flux version that the configuration of a project leads to.
func versionOf(content *document.ConfigMap, byDefault DefaultVersion, resolver *configuration.Resolver) (string, error) {
	if !content.NamesFluxVersion() {
		if version, err := byDefault.Version(); err != nil || version != "" {
			return version, err
		}
	}
	return resolver.ProjectVersion(content), nil
}
