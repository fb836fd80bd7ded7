// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"os/exec"
)

// fluxImages returns the images of every Flux version that the binary of the release carries. The environment of the command is empty,
// because it could overwrite images.
func fluxImages(ctx context.Context, binary string) ([]byte, error) {
	command := exec.CommandContext(ctx, binary, "images", "--all-versions") //nolint:gosec // the binary that is released
	command.Env = []string{}
	listed, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("failed to list images with %s: %w", binary, err)
	}
	return listed, nil
}
