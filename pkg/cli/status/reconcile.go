// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"context"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/reconcilerequest"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

const reconcileLong = `Request a reconciliation of Shoots of a project, with a kubeconfig for the garden: their seeds deliver the pending flux-config, and Flux fetches
its source and applies it now. It sets an annotation of ConfigMap flux-config, which needs the permission to patch it.

It respects the rings of a rollout, approvals and pauses. A pending configuration waits for the maintenance time windows of Shoots that
confine changes to them, unless --outside-window is set. Without a pending configuration, a Shoot is reconciled as by annotation
gardener.cloud/operation=reconcile: after an upgrade of the extension, it may also get another default version of Flux. Hibernated Shoots
get the configuration when they wake up. A further request replaces one that a seed
has not seen yet.`

const reconcileExample = `  kubectl shoot-flux reconcile -n garden-my-project my-shoot --wait

  # All production Shoots, also outside of their maintenance time windows.
  kubectl shoot-flux reconcile -n garden-my-project -l env=prod --outside-window`

type reconcileCommand struct {
	waitCommand

	outsideWindow, wait bool
}

// NewReconcileCommand returns the command reconcile.
func NewReconcileCommand() *cobra.Command {
	return (&reconcileCommand{waitCommand: waitCommand{
		Access: garden.NewAccess(), clock: clock.RealClock{}, times: garden.DefaultTimes(), goal: goalReady, minReady: "100%",
	}}).command()
}

func (r *reconcileCommand) command() *cobra.Command {
	command := &cobra.Command{
		Use:     "reconcile [SHOOT...]",
		Short:   "Deliver the pending configuration, and have Flux fetch and apply now",
		Long:    reconcileLong,
		Example: reconcileExample,

		ValidArgsFunction: r.CompleteShoot(),
		RunE: func(command *cobra.Command, args []string) error {
			return r.run(command.Context(), args, command.OutOrStdout(), command.ErrOrStderr())
		},
	}
	fs := command.Flags()
	r.AddFlags(fs)
	fs.BoolVar(&r.all, "all", false, "Reconcile all Shoots of the project.")
	fs.StringVarP(&r.selector, "selector", "l", "", "Reconcile the Shoots with these labels, such as env=prod.")
	fs.BoolVar(&r.outsideWindow, "outside-window", false, "Also delivers to Shoots that confine changes to their maintenance time window.")
	fs.BoolVar(&r.wait, "wait", false, "Wait until the Shoots have seen the request, and are ready with the present configuration, as the command wait does.")
	fs.DurationVar(&r.timeout, "timeout", 15*time.Minute, "Maximum time to wait.")
	r.CompleteFlags(command)
	printer.Silence(command)
	return command
}

func (r *reconcileCommand) run(ctx context.Context, names []string, out, notes io.Writer) error {
	selected, err := r.selected(names)
	if err != nil {
		return err
	}
	gardenClient, namespace, err := r.Project()
	if err != nil {
		return err
	}
	if err := r.checkNames(ctx, &garden.FleetReader{Garden: gardenClient, Clock: r.clock, Namespace: namespace}, names); err != nil {
		return err
	}
	request := reconcilerequest.Request{At: metav1.NewTime(r.clock.Now()), Shoots: selected.names, Selector: r.selector, OutsideWindow: r.outsideWindow}
	if err := RequestReconcile(ctx, gardenClient, namespace, request); err != nil {
		return err
	}
	fmt.Fprintf(out, "Requested the reconciliation of %s in namespace %s.\n", r.subject(names), namespace)
	if !r.wait {
		return nil
	}
	r.requested = request.ID()
	return r.waitCommand.run(ctx, names, out, notes)
}

// checkNames returns an error for a name that no Shoot with the extension has. Without the permission to read Shoots,
// any name is accepted.
func (r *reconcileCommand) checkNames(ctx context.Context, reader *garden.FleetReader, names []string) error {
	for _, name := range names {
		shoot, err := reader.Get(ctx, name)
		switch {
		case apierrors.IsForbidden(err):
			return nil
		case err != nil:
			return err
		case shoot == nil:
			return fmt.Errorf("there is no Shoot %q in namespace %s; see: %s status -n %s", text.OneLine(name), reader.Namespace, printer.Program, reader.Namespace)
		case !shoot.HasExtension:
			return fmt.Errorf("Shoot %s has no extension of type %s; see: %s status -n %s", text.OneLine(name), fluxv1alpha1.ExtensionType, printer.Program, reader.Namespace)
		}
	}
	return nil
}

// RequestReconcile writes the request to ConfigMap flux-config of the project, where seeds read it.
func RequestReconcile(ctx context.Context, gardenClient garden.Client, namespace string, request reconcilerequest.Request) error {
	if _, err := reconcilerequest.Parse(request.String(), request.At.Time); err != nil {
		return err
	}
	configMap := &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.ConfigMapName}}
	configMap.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("ConfigMap"))
	err := garden.Annotate(ctx, gardenClient, configMap, fluxv1alpha1.AnnotationReconcile, request.String(), metav1.PatchOptions{})
	if apierrors.IsNotFound(err) {
		return fmt.Errorf("there is no ConfigMap %s in namespace %s; set the namespace of the project with -n", fluxv1alpha1.ConfigMapName, namespace)
	}
	return err
}

func (r *reconcileCommand) subject(names []string) string {
	switch {
	case r.all:
		return "all Shoots"
	case r.selector != "":
		return "the Shoots with " + text.OneLine(r.selector)
	case len(names) == 1:
		return "Shoot " + text.OneLine(names[0])
	}
	return fmt.Sprintf("%d Shoots", len(names))
}
