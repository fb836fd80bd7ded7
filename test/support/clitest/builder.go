// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package clitest

import (
	"fmt"
	"os"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/kustomizer"
)

// BuildIfAsked is for TestMain of tests that run the command plan, which starts its own program to build. It returns
// unless the command has started this one.
func BuildIfAsked() {
	if len(os.Args) < 2 || os.Args[1] != kustomizer.CommandName {
		return
	}
	command := kustomizer.NewCommand()
	command.SetArgs(os.Args[2:])
	if err := command.Execute(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(0)
}
