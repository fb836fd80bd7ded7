// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"errors"
	"fmt"
	"io"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"github.com/spf13/cobra"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
)

// landscapeAll selects the rollouts of all projects and of the operator with --landscape.
const landscapeAll = "all"

const stopLong = `Stop all rollouts: those of all projects, of the baseline and of the default Flux version. No further Shoot or seed gets a change until
rollout resume --landscape all, which nothing else replaces. Shoots keep what they have, and those on their way finish. The status of each rollout
shows the reason.

Projects without rollout, and commits of sources that Shoots follow, are not stopped.

It annotates ConfigMap shoot-flux in namespace garden, which requires the permission to get and patch it.`

var errOnlyAll = fmt.Errorf("--%s %s is for the commands status, stop and resume", flagLandscape, landscapeAll)

// isAll returns whether the flags select all rollouts.
func (r *rolloutCommand) isAll() bool {
	return r.landscape.Changed && r.landscape.Value.String() == landscapeAll
}

func (r *rolloutCommand) stopCommand() *cobra.Command {
	var reason string
	command := &cobra.Command{
		Use:     "stop",
		Short:   "Operators: stop all rollouts of the landscape until resume",
		Long:    stopLong,
		Example: fmt.Sprintf("  %s stop --%s %s --reason 'incident 42: registry unavailable'", commandName, flagLandscape, landscapeAll),
		Args:    printer.NoArguments("give the reason with --reason"),
		RunE: func(command *cobra.Command, _ []string) error {
			if !r.isAll() {
				return fmt.Errorf("stop stops all rollouts of the landscape: set --%s %s; to stop one rollout, run: %s pause", flagLandscape, landscapeAll, commandName)
			}
			operation := fluxv1alpha1.AllRolloutsStop + "=" + reason
			if _, _, err := (stop.Record{}).Operate(operation, metav1.Time{}); err != nil {
				return errors.New("set --reason, which the status of each rollout shows, such as --reason 'incident 42'")
			}
			return r.requestAll(command.Context(), command.OutOrStdout(), operation,
				fmt.Sprintf("No further Shoot or seed gets a change until: %s resume --%s %s", commandName, flagLandscape, landscapeAll))
		},
	}
	command.Flags().StringVar(&reason, "reason", "", "Reason, which the status of each rollout shows. At most 200 bytes are shown.")
	return command
}

// readAll connects to the garden and reads the ConfigMap with the record of the stop.
func (r *rolloutCommand) readAll(ctx context.Context) (garden.Client, *corev1.ConfigMap, error) {
	client, err := r.Landscape("--" + flagLandscape)
	if err != nil {
		return nil, nil, err
	}
	configMap := &corev1.ConfigMap{}
	name := types.NamespacedName{Namespace: v1beta1constants.GardenNamespace, Name: fluxv1alpha1.NoticeBoardName}
	switch err := client.Get(ctx, name, configMap); {
	case apierrors.IsNotFound(err):
		return nil, nil, fmt.Errorf("ConfigMap %s does not exist, which the garden controller creates; check that it is running: %w", name, err)
	case apierrors.IsForbidden(err):
		return nil, nil, fmt.Errorf("you may not read the stop of all rollouts, which requires the permission to get ConfigMap %s in namespace %s, and to patch it for an operation: %w", name.Name, name.Namespace, err)
	case err != nil:
		return nil, nil, fmt.Errorf("failed to read ConfigMap %s: %w", name, err)
	}
	return client, configMap, nil
}

// requestAll requests an operation on all rollouts. It replaces a request that the garden controller has not completed,
// because a stop must not wait for one.
func (r *rolloutCommand) requestAll(ctx context.Context, out io.Writer, operation, next string) error {
	client, configMap, err := r.readAll(ctx)
	if err != nil {
		return err
	}
	target := &corev1.ConfigMap{
		TypeMeta:   metav1.TypeMeta{Kind: "ConfigMap"},
		ObjectMeta: metav1.ObjectMeta{Namespace: configMap.Namespace, Name: configMap.Name, ResourceVersion: configMap.ResourceVersion},
	}
	if err := garden.Annotate(ctx, client, target, fluxv1alpha1.AnnotationAllRollouts, operation, metav1.PatchOptions{}); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "Requested %s for all rollouts.\n%s\n", printer.Truncate(operation, longestReason), next)
	return err
}

// showAll shows the record of the stop.
func (r *rolloutCommand) showAll(ctx context.Context, out io.Writer) error {
	_, configMap, err := r.readAll(ctx)
	if err != nil {
		return err
	}
	record, err := stop.Read(configMap.Data)
	text := "No stop is in effect."
	switch {
	case err != nil:
		text = fmt.Sprintf("All rollouts are stopped: the record in ConfigMap %s/%s is damaged, and the garden controller restores it.", configMap.Namespace, configMap.Name)
	case record.Stopped:
		text = fmt.Sprintf("All rollouts are stopped, since %s: %s", age(record.At, r.clock.Now()), record.Reason)
	case record.Number > 0:
		text = fmt.Sprintf("No stop is in effect. The last one ended %s.", age(record.At, r.clock.Now()))
	}
	if requested, is := configMap.Annotations[fluxv1alpha1.AnnotationAllRollouts]; is {
		text += fmt.Sprintf("\nRequested and not completed: %s", word(requested))
	}
	_, err = fmt.Fprintln(out, text)
	return err
}
