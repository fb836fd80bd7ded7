// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"errors"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	kubernetesscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// keysCommandName is how a user writes the command.
const keysCommandName = fluxv1alpha1.ExtensionName + " keys"

// keysTimeout bounds a request, so that a garden that does not answer is told of.
const keysTimeout = 30 * time.Second

const keysLong = `Shows the deploy keys of projects and asks for their rotation, with a kubeconfig for the garden.

It reads the metadata of the Secrets flux-source, in which the public half stands. Only where it is not there, because somebody has
made the Secret, the Secret is read, and nothing but the public key in it is looked at. No private key is shown or kept.

It takes the right to get Secrets in the project's namespace, and to patch them for a rotation. Members of a project have
both, viewers have neither.`

const keysExample = `  # The deploy keys of all projects that one may see.
  gardener-extension-shoot-flux keys list -A

  # The public key, as it is registered at the Git host.
  gardener-extension-shoot-flux keys show -n garden-my-project

  # A rotation: the next key is prepared, registered by hand, and takes the place of the present one.
  gardener-extension-shoot-flux keys rotate start -n garden-my-project
  gardener-extension-shoot-flux keys show -n garden-my-project --next
  gardener-extension-shoot-flux keys rotate complete -n garden-my-project`

// gardenUser is how somebody reaches the garden.
type gardenUser struct {
	kubeconfig string
	context    string
	namespace  string
}

// keysCommand is what all commands below keys share.
type keysCommand struct {
	user  gardenUser
	clock clock.PassiveClock
	// connect returns a client for the garden, and the namespace; empty if neither flag nor kubeconfig names one.
	connect func(gardenUser) (client.Client, string, error)
}

func newKeysCommand() *cobra.Command {
	return (&keysCommand{clock: clock.RealClock{}, connect: connectToGarden}).command()
}

func (k *keysCommand) command() *cobra.Command {
	command := &cobra.Command{
		Use:     "keys",
		Short:   "Shows and rotates the deploy keys of projects",
		Long:    keysLong,
		Example: keysExample,
		Args:    knownCommand,
		RunE: func(*cobra.Command, []string) error {
			return errors.New("say what to do: list, show or rotate; see --help")
		},
	}
	fs := command.PersistentFlags()
	fs.StringVar(&k.user.kubeconfig, "kubeconfig", "", "Kubeconfig for the garden. Defaults to those in the environment variable KUBECONFIG, else ~/.kube/config.")
	fs.StringVar(&k.user.context, "context", "", "Context of the kubeconfig. Defaults to its current one.")
	fs.StringVarP(&k.user.namespace, "namespace", "n", "", "Namespace of the project. Defaults to that of the context.")
	command.AddCommand(k.listCommand(), k.showCommand(), k.rotateCommand())
	silence(command)
	return command
}

// silence leaves it to main to tell of errors.
func silence(command *cobra.Command) {
	command.SilenceErrors, command.SilenceUsage = true, true
	command.SetFlagErrorFunc(explainFlagError)
	for _, sub := range command.Commands() {
		silence(sub)
	}
}

// connectToGarden takes a kubeconfig as kubectl does, but never the identity of a pod that it might run in.
func connectToGarden(user gardenUser) (client.Client, string, error) {
	rules := clientcmd.NewDefaultClientConfigLoadingRules()
	rules.ExplicitPath = user.kubeconfig
	raw, err := rules.Load()
	if err != nil {
		return nil, "", fmt.Errorf("failed to read the kubeconfig for the garden: %w", err)
	}
	if len(raw.Clusters) == 0 {
		return nil, "", errors.New("there is no kubeconfig for the garden: name it with --kubeconfig, or in the environment variable KUBECONFIG")
	}
	name := user.context
	if name == "" {
		name = raw.CurrentContext
	}
	config, err := clientcmd.NewNonInteractiveClientConfig(*raw, name, &clientcmd.ConfigOverrides{}, rules).ClientConfig()
	if err != nil {
		return nil, "", fmt.Errorf("failed to use the kubeconfig for the garden: %w", err)
	}
	config.Timeout = keysTimeout
	garden, err := client.New(config, client.Options{Scheme: kubernetesscheme.Scheme, Mapper: gardenMapper()})
	if err != nil {
		return nil, "", fmt.Errorf("failed to make the client for the garden: %w", err)
	}
	namespace := user.namespace
	if inContext := raw.Contexts[name]; namespace == "" && inContext != nil {
		namespace = inContext.Namespace
	}
	return garden, namespace, nil
}

// inProject connects to the garden for a command that is about one project.
func (k *keysCommand) inProject() (*keyReader, string, error) {
	garden, namespace, err := k.connect(k.user)
	if err != nil {
		return nil, "", err
	}
	if namespace == metav1.NamespaceAll {
		return nil, "", errors.New("name the namespace of the project with -n, such as -n garden-my-project")
	}
	return &keyReader{garden: garden}, namespace, nil
}
