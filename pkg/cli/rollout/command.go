// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package rollout provides the commands for rollouts of projects: progress, changes, history and operations. It reads
// and writes ConfigMaps of the project with the user's permissions. The garden controller performs the operations.
package rollout

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"k8s.io/utils/clock"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

const long = `Shows the progress of a project's rollout, and requests operations on it, with a kubeconfig for the garden.

It reads ConfigMaps flux-config and flux-rollout of the project. To request an operation, it annotates flux-config; the garden
controller removes the annotation when the operation is done. It requires the permission to get ConfigMaps in the project's
namespace, and to patch them for an operation. Members of a project have both permissions, viewers can read.`

const statusLong = `Shows the progress of the rollout by ring.

With --watch, it shows each change until the rollout of the present flux-config ends. The exit code is
  0  all Shoots that count are ready with it (Complete)
  1  an error, or the timeout
  2  it has failed (Stopped, RolledBack)
  3  it needs a request or a Shoot to continue (WaitingForApproval, Paused, Holding, Empty)`

const example = `  # Show the progress of each ring.
  kubectl shoot-flux rollout status -n garden-my-project

  # Wait until the rollout ends.
  kubectl shoot-flux rollout status -n garden-my-project --watch

  # Show what the change at which the rollout has stopped changes.
  kubectl shoot-flux rollout diff -n garden-my-project

  # Start ring production with the current change.
  kubectl shoot-flux rollout approve production -n garden-my-project

  # Do not wait for a Shoot that fails for another reason.
  kubectl shoot-flux rollout skip my-shoot -n garden-my-project`

// rolloutCommand contains the flags that all subcommands of rollout share.
type rolloutCommand struct {
	garden.Access
	clock clock.PassiveClock
	times garden.Times
	// follow and timeout are flags of status.
	follow  bool
	timeout time.Duration
}

// NewCommand returns the command rollout with its subcommands.
func NewCommand() *cobra.Command {
	return (&rolloutCommand{Access: garden.NewAccess(), clock: clock.RealClock{}, times: garden.DefaultTimes()}).command()
}

func (r *rolloutCommand) command() *cobra.Command {
	subcommands := []*cobra.Command{r.statusCommand(), r.diffCommand(), r.historyCommand()}
	for _, o := range Operations() {
		subcommands = append(subcommands, r.operationCommand(o))
	}
	command := printer.Group(&cobra.Command{
		Use:     "rollout",
		Short:   "Shows the rollout of a project, and requests operations on it",
		Long:    long,
		Example: example,
	}, subcommands...)
	r.AddFlags(command.PersistentFlags())
	r.CompleteFlags(command)
	return command
}

func (r *rolloutCommand) statusCommand() *cobra.Command {
	var form string
	command := &cobra.Command{
		Use:     "status",
		Short:   "Shows the progress of the rollout by ring, or waits for its end",
		Long:    statusLong,
		Example: "  " + commandName + " status -n garden-my-project\n  " + commandName + " status -n garden-my-project --watch --timeout 1h",
		Args:    printer.NoArguments("set the project with -n"),
		RunE: func(command *cobra.Command, _ []string) error {
			switch {
			case r.follow && form != "":
				return errors.New("--watch cannot be used with -o")
			case r.timeout < 0 || r.timeout > 0 && !r.follow:
				return errors.New("--timeout is a positive time for --watch, such as --watch --timeout 1h")
			case r.follow:
				return r.watch(command.Context(), command.OutOrStdout(), command.ErrOrStderr())
			}
			_, progress, err := r.progress(command.Context())
			if err != nil {
				return err
			}
			if form != "" {
				return printer.Print(command.OutOrStdout(), form, progress)
			}
			return show(command.OutOrStdout(), progress, r.clock.Now())
		},
	}
	printer.AddOutputFlag(command, &form, "Defaults to a table.", printer.JSON, printer.YAML)
	command.Flags().BoolVarP(&r.follow, "watch", "w", false, "Shows each change until the rollout ends.")
	command.Flags().DurationVar(&r.timeout, "timeout", 0, "Maximum time of --watch. 0 means no limit.")
	return command
}

// progress reads the rollout of the project and its progress.
func (r *rolloutCommand) progress(ctx context.Context) (*Project, rollout.Progress, error) {
	client, namespace, err := r.Project()
	if err != nil {
		return nil, rollout.Progress{}, err
	}
	p, err := Read(ctx, client, namespace)
	if err != nil {
		return nil, rollout.Progress{}, err
	}
	progress, err := p.Progress()
	return p, progress, err
}

func (r *rolloutCommand) historyCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "history",
		Short:   "Shows the current target of the rollout and the previous ones",
		Example: "  " + commandName + " history -n garden-my-project",
		Args:    printer.NoArguments("set the project with -n"),
		RunE: func(command *cobra.Command, _ []string) error {
			p, progress, err := r.progress(command.Context())
			if err != nil {
				return err
			}
			return showHistory(command.OutOrStdout(), p.History(progress.Phase), r.clock.Now())
		},
	}
}

func (r *rolloutCommand) operationCommand(o Operation) *cobra.Command {
	use, arguments := o.Name, printer.NoArguments("set the project with -n")
	if o.Argument != "" {
		use += " " + o.Argument
		arguments = cobra.ExactArgs(1)
	}
	var complete cobra.CompletionFunc
	switch o.Name {
	case fluxv1alpha1.RolloutSkip:
		complete = r.CompleteShoot()
	case fluxv1alpha1.RolloutApprove:
		complete = r.completeRing
	}
	return &cobra.Command{
		Use:     use,
		Short:   o.Short,
		Example: "  " + commandName + " " + o.example + " -n garden-my-project",
		Args:    arguments,

		ValidArgsFunction: complete,
		RunE: func(command *cobra.Command, args []string) error {
			client, namespace, err := r.Project()
			if err != nil {
				return err
			}
			p, err := Read(command.Context(), client, namespace)
			if err != nil {
				return err
			}
			value, err := p.Request(command.Context(), client, o, strings.Join(args, ""))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(command.OutOrStdout(), "Requested %s in namespace %s.\n%s\n", value, namespace, o.Next)
			return err
		},
	}
}
