// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package main

import (
	"context"
	"fmt"
	"os/exec"
)

// fluxImages asks the binary of the release for the images of every Flux version that it carries. It asks with an empty environment,
// in which nothing says that images come from elsewhere.
func fluxImages(ctx context.Context, binary string) ([]byte, error) {
	command := exec.CommandContext(ctx, binary, "images", "--all-versions") //nolint:gosec // the binary that is released
	command.Env = []string{}
	listed, err := command.Output()
	if err != nil {
		return nil, fmt.Errorf("%s does not tell which images it knows: %w", binary, err)
	}
	return listed, nil
}
