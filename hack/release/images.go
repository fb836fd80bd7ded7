// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"os/exec"
)

// fluxImages lists the images of all carried Flux versions with the plugin. The plugin runs with an empty environment,
// because environment variables can override images.
func fluxImages(ctx context.Context, plugin string) ([]byte, error) {
	command := exec.CommandContext(ctx, plugin, "images", "--all-versions") //nolint:gosec // the released plugin
	command.Env = []string{}
	listed, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("failed to list images with %s: %w", plugin, err)
	}
	return listed, nil
}
