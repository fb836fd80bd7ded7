// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package cli

import (
	"github.com/spf13/cobra"
	"k8s.io/component-base/version"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/dashboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/keys"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/render"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/status"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/versions"
)

const long = `Shows what Flux does in Gardener shoots, waits for it, and steers it, with a kubeconfig for the garden.

render, images, versions and distributions need no cluster.`

const example = `  # The Shoots of a project.
  ` + printer.Program + ` status -n garden-my-project

  # Until Flux has applied everything.
  ` + printer.Program + ` wait -n garden-my-project --shoot my-shoot --for ready`

// NewCommand returns the command of the plugin, with all others below it.
func NewCommand() *cobra.Command {
	command := &cobra.Command{
		// kubectl finds a plugin by the name of its file, with _ where the user writes -.
		Use:         "kubectl-shoot_flux",
		Annotations: map[string]string{cobra.CommandDisplayNameAnnotation: printer.Program},
		Short:       "Shows and steers Flux in Gardener shoots",
		Long:        long,
		Example:     example,
		Version:     version.Get().GitVersion,
		Args:        printer.KnownCommand,
		RunE:        func(command *cobra.Command, _ []string) error { return command.Help() },
	}
	command.AddCommand(commands()...)
	printer.Silence(command)
	return command
}

// Aliases returns the same commands for the program of the controllers, where they were before. Each notes on standard error where it is now.
func Aliases() []*cobra.Command {
	aliases := commands()
	for _, alias := range aliases {
		deprecate(alias, printer.Program)
	}
	return aliases
}

// deprecate has a command and those below it name themselves below the plugin.
func deprecate(command *cobra.Command, parent string) {
	path := parent + " " + command.Name()
	command.Deprecated = "it moved to the plugin of kubectl, and goes with the next release: " + path
	for _, sub := range command.Commands() {
		deprecate(sub, path)
	}
}

func commands() []*cobra.Command {
	return []*cobra.Command{
		dashboard.NewCommand(), distributions.NewCommand(), versions.NewImagesCommand(), keys.NewCommand(), push.NewCommand(), render.NewCommand(), rollout.NewCommand(), status.NewCommand(),
		versions.NewCommand(), status.NewWaitCommand(),
	}
}
