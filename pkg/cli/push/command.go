// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package push provides the command that shows the webhook of a project. It reads no token and changes nothing.
package push

import (
	"context"
	"fmt"
	"time"

	"github.com/spf13/cobra"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// commandName is the command as the user enters it.
const commandName = printer.Program + " push"

const long = `Show the webhook that delivers a commit to all Shoots of a project in seconds, with a kubeconfig for the garden.

The command reads the annotations of ConfigMap flux-config, and ConfigMap flux-push. It does not read the token.`

const example = `  # The URL for the Git host.
  ` + commandName + ` show -n garden-my-project

  # With the time of the last push.
  ` + commandName + ` show -n garden-my-project -o yaml`

// webhook is the output of the command.
type webhook struct {
	Namespace string `json:"namespace"`
	// URL is empty if Error is set, or if the garden controller has not set the URL yet.
	URL   string `json:"url,omitempty"`
	Error string `json:"error,omitempty"`
	// LastPush is the time of the last accepted push.
	LastPush *metav1.Time `json:"lastPush,omitempty"`
}

// NewCommand returns the command push with its subcommand.
func NewCommand() *cobra.Command { return newCommand(garden.NewAccess()) }

func newCommand(access garden.Access) *cobra.Command {
	command := printer.Group(&cobra.Command{
		Use:     "push",
		Short:   "Show the webhook of a project",
		Long:    long,
		Example: example,
	}, newShowCommand(&access))
	access.AddFlags(command.PersistentFlags())
	access.CompleteFlags(command)
	return command
}

func newShowCommand(access *garden.Access) *cobra.Command {
	var form string
	command := &cobra.Command{
		Use:     "show",
		Short:   "Print the URL of the webhook",
		Example: example,
		Args:    printer.NoArguments("set the project with -n"),
		RunE: func(command *cobra.Command, _ []string) error {
			client, namespace, err := access.Project()
			if err != nil {
				return err
			}
			shown, err := read(command.Context(), client, namespace)
			if err != nil {
				return err
			}
			if form != "" {
				return printer.Print(command.OutOrStdout(), form, shown)
			}
			if err := shown.missing(); err != nil {
				return err
			}
			_, err = fmt.Fprintln(command.OutOrStdout(), text.OneLine(shown.URL))
			return err
		},
	}
	printer.AddOutputFlag(command, &form, "Defaults to the URL alone.", printer.JSON, printer.YAML)
	return command
}

// missing returns an error with the reason why there is no URL, or nil if there is a URL.
func (w webhook) missing() error {
	switch {
	case w.Error != "":
		return fmt.Errorf("project %s has no webhook: %s", w.Namespace, text.OneLine(w.Error))
	case w.URL == "":
		return fmt.Errorf("project %s has no webhook; set project.push in key %s of ConfigMap %s; if it is set, the operator offers none, or the garden controller is not running",
			w.Namespace, fluxv1alpha1.KeyConfig, fluxv1alpha1.ConfigMapName)
	}
	return nil
}

func read(ctx context.Context, from garden.Client, namespace string) (webhook, error) {
	shown := webhook{Namespace: namespace}
	for _, name := range []string{fluxv1alpha1.ConfigMapName, fluxv1alpha1.PushConfigMapName} {
		configMap := &corev1.ConfigMap{}
		err := from.Get(ctx, types.NamespacedName{Namespace: namespace, Name: name}, configMap)
		switch {
		case apierrors.IsNotFound(err) && name == fluxv1alpha1.ConfigMapName:
			return webhook{}, fmt.Errorf("there is no ConfigMap %s in namespace %s; set the namespace of the project with -n", name, namespace)
		case apierrors.IsNotFound(err):
			continue
		case err != nil:
			return webhook{}, fmt.Errorf("failed to read ConfigMap %s/%s: %w", namespace, name, err)
		}
		if name == fluxv1alpha1.ConfigMapName {
			shown.URL, shown.Error = configMap.Annotations[fluxv1alpha1.AnnotationPushURL], configMap.Annotations[fluxv1alpha1.AnnotationPushError]
			continue
		}
		if at := fluxv1alpha1.ParsePushTime(configMap.Data[fluxv1alpha1.KeyPushedAt]); !at.IsZero() {
			shown.LastPush = &metav1.Time{Time: at.Truncate(time.Second)}
		}
	}
	return shown, nil
}
