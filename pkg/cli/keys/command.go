// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package keys provides the commands for the deploy keys of projects. It neither prints nor stores private keys, and
// writes only the annotation that requests a step of a rotation.
package keys

import (
	"context"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/utils/clock"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// keysCommandName is the command as the user enters it.
const keysCommandName = printer.Program + " keys"

const keysLong = `Show the deploy keys of projects and request their rotation, with a kubeconfig for the garden.

The command reads the metadata of Secrets flux-source and flux-source-keys, which contain the public keys. If a user has created the
Secret without them, it reads the Secret, and uses only the public key. It never shows or stores private keys.

It requires the permission to get Secrets in the project's namespace, and to patch them for a rotation. Members of a project have
both permissions, viewers have neither.`

const keysExample = `  # List the deploy keys of all projects.
  kubectl shoot-flux keys list -A

  # Print the public key for the Git host.
  kubectl shoot-flux keys show -n garden-my-project

  # Rotate the key: prepare the next key, register it, and replace the current key.
  kubectl shoot-flux keys rotate start -n garden-my-project
  kubectl shoot-flux keys show -n garden-my-project --next
  kubectl shoot-flux keys rotate complete -n garden-my-project

  # Print the public key of an additional source.
  kubectl shoot-flux keys show -n garden-my-project --source my-app`

// keysCommand contains the flags that all subcommands of keys share.
type keysCommand struct {
	garden.Access
	clock clock.PassiveClock
	// source is the name of the additional source. It is empty for the deploy key of the project.
	source string
}

// NewCommand returns the command keys with its subcommands.
func NewCommand() *cobra.Command {
	return (&keysCommand{Access: garden.NewAccess(), clock: clock.RealClock{}}).command()
}

func (k *keysCommand) command() *cobra.Command {
	command := printer.Group(&cobra.Command{
		Use:     "keys",
		Short:   "Show and rotate the deploy keys of projects",
		Long:    keysLong,
		Example: keysExample,
	}, k.listCommand(), k.showCommand(), k.rotateCommand())
	k.AddFlags(command.PersistentFlags())
	k.CompleteFlags(command)
	return command
}

// addSourceFlag adds the flag for an additional source.
func (k *keysCommand) addSourceFlag(flags *pflag.FlagSet) {
	flags.StringVar(&k.source, "source", "", "Name of the additional source that has the deploy key. Without it, the deploy key of the project is used.")
}

// read reads the deploy key that the flags select, and returns it with the client.
func (k *keysCommand) read(ctx context.Context) (garden.Client, *Key, error) {
	client, namespace, err := k.Project()
	if err != nil {
		return nil, nil, err
	}
	key, err := Read(ctx, client, namespace, k.source)
	return client, key, err
}
