// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package cli assembles the kubectl plugin from the commands in its subpackages. It imports no controllers.
package cli

import (
	"github.com/spf13/cobra"
	"k8s.io/component-base/version"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/dashboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/keys"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/notifications"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/plan/kustomizer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/render"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/status"
)

const long = `Show and control Flux in Gardener shoots, and wait for it, with a kubeconfig for the garden.

render, images, versions and distributions do not need a cluster, nor does plan with files.`

const example = `  # Show the Shoots of a project.
  ` + printer.Program + ` status -n garden-my-project

  # Wait until everything is ready.
  ` + printer.Program + ` wait -n garden-my-project --shoot my-shoot --for ready`

// NewCommand returns the root command of the plugin with all subcommands.
func NewCommand() *cobra.Command {
	command := &cobra.Command{
		// kubectl finds a plugin by its file name, where an underscore replaces a dash of the command.
		Use:         "kubectl-shoot_flux",
		Annotations: map[string]string{cobra.CommandDisplayNameAnnotation: printer.Program},
		Short:       "Show and control Flux in Gardener shoots",
		Long:        long,
		Example:     example,
		Version:     version.Get().GitVersion,
		Args:        printer.KnownCommand,
		RunE:        func(command *cobra.Command, _ []string) error { return command.Help() },
	}
	command.AddCommand(
		dashboard.NewCommand(), distributions.NewCommand(), render.NewImagesCommand(), keys.NewCommand(), notifications.NewCommand(), plan.NewCommand(), kustomizer.NewCommand(), push.NewCommand(),
		render.NewCommand(), rollout.NewCommand(), status.NewCommand(), status.NewReconcileCommand(), distributions.NewVersionsCommand(), status.NewWaitCommand(),
	)
	printer.Silence(command)
	return command
}
