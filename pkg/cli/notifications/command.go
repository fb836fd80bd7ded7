// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package notifications provides the command that has the garden controller send test messages. The command reads no
// Secrets and sends nothing to the receivers.
package notifications

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// commandName is the command as the user enters it.
const commandName = printer.Program + " notifications"

const long = `Have the garden controller send a test message to each receiver of project.notifications, and print whether it was sent, with a kubeconfig
for the garden. The command sets an annotation of ConfigMap flux-config, which needs the permission to patch it, and does not read the
addresses of the receivers.

The exit code is 0 if all messages were sent, and otherwise 1. The garden controller goes on trying to send a message.`

const example = "  " + commandName + " test -n garden-my-project"

type testCommand struct {
	*garden.Access

	clock   clock.PassiveClock
	poll    time.Duration
	timeout time.Duration
}

// NewCommand returns the command notifications with its subcommand.
func NewCommand() *cobra.Command {
	return newCommand(garden.NewAccess(), testCommand{clock: clock.RealClock{}, poll: time.Second})
}

func newCommand(access garden.Access, t testCommand) *cobra.Command {
	t.Access = &access
	command := printer.Group(&cobra.Command{
		Use:     "notifications",
		Short:   "Test the receivers of notifications",
		Long:    long,
		Example: example,
	}, t.command())
	access.AddFlags(command.PersistentFlags())
	access.CompleteFlags(command)
	return command
}

func (t *testCommand) command() *cobra.Command {
	command := &cobra.Command{
		Use:     "test",
		Short:   "Send a test message to each receiver of the project",
		Long:    long,
		Example: example,
		Args:    printer.NoArguments("set the project with -n"),
		RunE: func(command *cobra.Command, _ []string) error {
			return t.run(command.Context(), command.OutOrStdout())
		},
	}
	command.Flags().DurationVar(&t.timeout, "timeout", time.Minute, "Maximum time to wait for the outcome.")
	return command
}

func (t *testCommand) run(ctx context.Context, out io.Writer) error {
	client, namespace, err := t.Project()
	if err != nil {
		return err
	}
	at := t.clock.Now().Truncate(time.Second)
	receivers, err := request(ctx, client, namespace, at)
	if err != nil {
		return err
	}
	results, err := t.await(ctx, client, namespace, receivers, at)
	if err != nil {
		return err
	}
	table := printer.NewTable(out, 2)
	table.Row("RECEIVER", "TYPE", "RESULT")
	var failed []string
	for _, r := range results {
		if r.problem != "" {
			failed = append(failed, r.name)
		}
		table.Row(r.name, r.kind, r.String())
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if len(failed) > 0 {
		return fmt.Errorf("the test message was not sent to %s; the garden controller retries it", strings.Join(failed, ", "))
	}
	return nil
}

// request writes the request to ConfigMap flux-config, where the garden controller reads it, and returns the receivers
// of the project.
func request(ctx context.Context, client garden.Client, namespace string, at time.Time) ([]fluxv1alpha1.Notification, error) {
	configMap := &corev1.ConfigMap{}
	err := client.Get(ctx, types.NamespacedName{Namespace: namespace, Name: fluxv1alpha1.ConfigMapName}, configMap)
	switch {
	case apierrors.IsNotFound(err):
		return nil, fmt.Errorf("there is no ConfigMap %s in namespace %s; set the namespace of the project with -n", fluxv1alpha1.ConfigMapName, namespace)
	case err != nil:
		return nil, fmt.Errorf("failed to read ConfigMap %s/%s: %w", namespace, fluxv1alpha1.ConfigMapName, err)
	}
	receivers, configured := document.FromConfigMap(configMap).Notifications()
	switch configured {
	case document.Valid:
	case document.None:
		return nil, fmt.Errorf("project %s has no receivers; set project.notifications in key %s of ConfigMap %s", namespace, fluxv1alpha1.KeyConfig, fluxv1alpha1.ConfigMapName)
	default:
		return nil, fmt.Errorf("ConfigMap %s/%s is invalid; for the reason, run: %s render -f FILE", namespace, fluxv1alpha1.ConfigMapName, printer.Program)
	}
	annotated := &corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.ConfigMapName, ResourceVersion: configMap.ResourceVersion},
	}
	return receivers, garden.Annotate(ctx, client, annotated, fluxv1alpha1.AnnotationNotificationTest, notification.TestRequest(at), metav1.PatchOptions{})
}

// result is the outcome of the test of a receiver.
type result struct {
	name, kind, problem string
}

func (r result) String() string {
	if r.problem != "" {
		return text.OneLine(r.problem)
	}
	return "sent"
}

// await waits until each message was sent or an attempt has failed.
func (t *testCommand) await(ctx context.Context, client garden.Client, namespace string, receivers []fluxv1alpha1.Notification, at time.Time) ([]result, error) {
	ctx, cancel := context.WithTimeout(ctx, t.timeout)
	defer cancel()
	for {
		results, err := outcomes(ctx, client, namespace, receivers, at)
		if len(results) == len(receivers) && err == nil {
			return results, nil
		}
		if garden.Refused(err) {
			return nil, err
		}
		switch pause := garden.Pause(ctx, t.poll); {
		case pause == nil:
		case err != nil && !errors.Is(err, context.DeadlineExceeded):
			return nil, err
		case errors.Is(pause, context.DeadlineExceeded):
			return nil, fmt.Errorf("there is no outcome for %d of %d receivers after %s; ConfigMap %s shows it later. If there is none, the operator allows no receivers, the garden "+
				"controller is not running, or the clock of this machine is wrong", len(receivers)-len(results), len(receivers), t.timeout, fluxv1alpha1.NotificationConfigMapName)
		default:
			return nil, pause
		}
	}
}

// outcomes returns the known outcomes.
func outcomes(ctx context.Context, client garden.Client, namespace string, receivers []fluxv1alpha1.Notification, at time.Time) ([]result, error) {
	configMap := &corev1.ConfigMap{}
	err := client.Get(ctx, types.NamespacedName{Namespace: namespace, Name: fluxv1alpha1.NotificationConfigMapName}, configMap)
	if apierrors.IsNotFound(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("failed to read ConfigMap %s/%s: %w", namespace, fluxv1alpha1.NotificationConfigMapName, err)
	}
	state, err := notification.Decode(configMap)
	if err != nil {
		return nil, fmt.Errorf("ConfigMap %s/%s is damaged: %w", namespace, fluxv1alpha1.NotificationConfigMapName, err)
	}
	var results []result
	for _, receiver := range receivers {
		if sent, problem := state.Receivers[*receiver.Name].Outcome(at); sent || problem != "" {
			results = append(results, result{name: *receiver.Name, kind: string(receiver.Type), problem: problem})
		}
	}
	return results, nil
}
