// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package rollout provides the commands for rollouts of projects and of the operator: progress, changes, history and
// operations. It reads and writes ConfigMaps with the user's permissions. The garden controller performs the
// operations.
package rollout

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/utils/clock"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

const long = `Show the progress of a rollout, and request operations on it, with a kubeconfig for the garden: of the rollout of a project or,
with --landscape, of a rollout of the operator, whose rings contain seeds.

Of a project, it reads ConfigMaps flux-config and flux-rollout. To request an operation, it annotates flux-config; the garden
controller removes the annotation when the operation is done. It requires the permission to get ConfigMaps in the project's
namespace, and to patch them for an operation. Members of a project have both permissions, viewers can read.

With --landscape fluxVersion or all, it reads and annotates ConfigMap shoot-flux in namespace garden, with --landscape baseline ConfigMap
shoot-flux-baseline. It requires the permission to get that ConfigMap, and to patch it for an operation.`

const statusLong = `Show the progress of the rollout by ring.

With --watch, it shows each change until the rollout of the present flux-config, or with --landscape of the present target, end. The
exit code is
  0  all Shoots or seeds that count are ready with it (Complete)
  1  an error, or the timeout
  2  it has failed (Stopped, RolledBack)
  3  it needs a request, a Shoot or a seed to continue (WaitingForApproval, Paused, Holding, Empty)`

const example = `  # Show the progress of each ring.
  kubectl shoot-flux rollout status -n garden-my-project

  # Wait until the rollout ends.
  kubectl shoot-flux rollout status -n garden-my-project --watch

  # Show the diff of the change at which the rollout has stopped.
  kubectl shoot-flux rollout diff -n garden-my-project

  # Start ring production with the current change.
  kubectl shoot-flux rollout approve production -n garden-my-project

  # Do not wait for a Shoot that fails for another reason.
  kubectl shoot-flux rollout skip my-shoot -n garden-my-project

  # Operators: show the progress of the rollout of the default Flux version.
  kubectl shoot-flux rollout status --landscape fluxVersion`

// rolloutCommand contains the flags that all subcommands of rollout share.
type rolloutCommand struct {
	garden.Access
	clock clock.PassiveClock
	times garden.Times
	// landscape is the flag that selects a rollout of the operator.
	landscape *pflag.Flag
	// follow and timeout are flags of status.
	follow  bool
	timeout time.Duration
}

// NewCommand returns the command rollout with its subcommands.
func NewCommand() *cobra.Command {
	return (&rolloutCommand{Access: garden.NewAccess(), clock: clock.RealClock{}, times: garden.DefaultTimes()}).command()
}

func (r *rolloutCommand) command() *cobra.Command {
	subcommands := []*cobra.Command{r.statusCommand(), r.diffCommand(), r.historyCommand(), r.calendarCommand(), r.stopCommand()}
	for _, o := range ofAny().Operations() {
		subcommands = append(subcommands, r.operationCommand(o))
	}
	command := printer.Group(&cobra.Command{
		Use:     "rollout",
		Short:   "Show the rollout of a project or of the operator, and request operations on it",
		Long:    long,
		Example: example,
	}, subcommands...)
	fs := command.PersistentFlags()
	r.AddFlags(fs)
	r.CompleteFlags(command)
	landscapes := append(namesOf(OfLandscape(), Scope.name), landscapeAll)
	fs.String(flagLandscape, "", fmt.Sprintf("Rollout of the operator, instead of that of a project: %s. With stop, resume and status also %s: the rollouts of all projects and of the operator.",
		strings.Join(landscapes[:len(landscapes)-1], " or "), landscapeAll))
	r.landscape = fs.Lookup(flagLandscape)
	// Registration fails only if the flag does not exist.
	_ = command.RegisterFlagCompletionFunc(flagLandscape, cobra.FixedCompletions(landscapes, cobra.ShellCompDirectiveNoFileComp))
	return command
}

// connect returns a client for the garden, and the rollout that the flags select.
func (r *rolloutCommand) connect() (garden.Client, Scope, error) {
	if !r.landscape.Changed {
		client, namespace, err := r.Project()
		return client, OfProject(namespace), err
	}
	if r.isAll() {
		return nil, Scope{}, errOnlyAll
	}
	scope, err := scopeOfLandscape(r.landscape.Value.String())
	if err != nil {
		return nil, scope, err
	}
	client, err := r.Landscape("--" + flagLandscape)
	return client, scope, err
}

// read connects to the garden and reads the rollout.
func (r *rolloutCommand) read(ctx context.Context) (garden.Client, *Rollout, error) {
	client, scope, err := r.connect()
	if err != nil {
		return nil, nil, err
	}
	read, err := scope.Read(ctx, client)
	return client, read, err
}

// readStatus reads the rollout and its status.
func (r *rolloutCommand) readStatus(ctx context.Context) (*Rollout, Status, error) {
	_, read, err := r.read(ctx)
	if err != nil {
		return nil, Status{}, err
	}
	status, err := read.Status()
	return read, status, err
}

const selectRollout = "set the project with -n, or the operator's rollout with --" + flagLandscape

func (r *rolloutCommand) statusCommand() *cobra.Command {
	var form string
	command := &cobra.Command{
		Use:     "status",
		Short:   "Show the progress of the rollout by ring, or wait for its end",
		Long:    statusLong,
		Example: "  " + commandName + " status -n garden-my-project\n  " + commandName + " status -n garden-my-project --watch --timeout 1h",
		Args:    printer.NoArguments(selectRollout),
		RunE: func(command *cobra.Command, _ []string) error {
			switch {
			case r.follow && form != "":
				return errors.New("--watch cannot be used with -o")
			case r.timeout < 0 || r.timeout > 0 && !r.follow:
				return errors.New("--timeout is a positive time for --watch, such as --watch --timeout 1h")
			case r.isAll() && (r.follow || form != ""):
				return fmt.Errorf("--%s %s cannot be used with --watch and -o", flagLandscape, landscapeAll)
			case r.isAll():
				return r.showAll(command.Context(), command.OutOrStdout())
			case r.follow:
				return r.watch(command.Context(), command.OutOrStdout(), command.ErrOrStderr())
			}
			read, status, err := r.readStatus(command.Context())
			if err != nil {
				return err
			}
			if form != "" {
				return printer.Print(command.OutOrStdout(), form, status)
			}
			return read.scope.show(command.OutOrStdout(), status, r.clock.Now())
		},
	}
	printer.AddOutputFlag(command, &form, "Defaults to a table.", printer.JSON, printer.YAML)
	command.Flags().BoolVarP(&r.follow, "watch", "w", false, "Show each change until the rollout ends.")
	command.Flags().DurationVar(&r.timeout, "timeout", 0, "Maximum time of --watch. 0 means no limit.")
	return command
}

func (r *rolloutCommand) historyCommand() *cobra.Command {
	return &cobra.Command{
		Use:     "history",
		Short:   "Show the current target of the rollout, the previous ones, and the last operations",
		Example: "  " + commandName + " history -n garden-my-project",
		Args:    printer.NoArguments(selectRollout),
		RunE: func(command *cobra.Command, _ []string) error {
			read, status, err := r.readStatus(command.Context())
			if err != nil {
				return err
			}
			return showHistory(command.OutOrStdout(), read.History(status.Phase), read.Operations(), r.clock.Now())
		},
	}
}

func (r *rolloutCommand) operationCommand(o Operation) *cobra.Command {
	use, arguments := o.Name, printer.NoArguments(selectRollout)
	if o.Argument != "" {
		use += " " + o.Argument
		arguments = printer.OneArgument(strings.ToLower(o.Argument), commandName+" "+use)
	}
	var complete cobra.CompletionFunc
	switch o.Name {
	case fluxv1alpha1.RolloutSkip:
		complete = r.completeMember
	case fluxv1alpha1.RolloutApprove:
		complete = r.completeRing
	}
	var duringFreeze bool
	command := &cobra.Command{
		Use:     use,
		Short:   o.Short,
		Example: "  " + commandName + " " + o.example + " -n garden-my-project",
		Args:    arguments,

		ValidArgsFunction: complete,
		RunE: func(command *cobra.Command, args []string) error {
			if r.isAll() && o.Name == fluxv1alpha1.RolloutResume {
				return r.requestAll(command.Context(), command.OutOrStdout(), fluxv1alpha1.AllRolloutsResume, "All rollouts continue.")
			}
			client, read, err := r.read(command.Context())
			if err != nil {
				return err
			}
			operations := read.scope.Operations()
			own := operations[slices.IndexFunc(operations, func(known Operation) bool { return known.Name == o.Name })]
			if duringFreeze {
				own = own.DuringFreeze()
			}
			value, err := read.Request(command.Context(), client, own, strings.Join(args, ""))
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(command.OutOrStdout(), "Requested %s for %s.\n%s\n", value, read.scope.Title, own.Next)
			return err
		},
	}
	if o.Name == fluxv1alpha1.RolloutApprove {
		command.Flags().BoolVar(&duringFreeze, "during-freeze", false, "Also lets the ring start with this change during the present freezes, unless the operator does not allow it.")
	}
	return command
}

// completeRing completes the names of the rings.
func (r *rolloutCommand) completeRing(command *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	return r.complete(command, args, begun, (*Rollout).ringNames)
}

// completeMember completes the names of the Shoots of the project, or of the seeds in the rollout.
func (r *rolloutCommand) completeMember(command *cobra.Command, args []string, begun string) ([]cobra.Completion, cobra.ShellCompDirective) {
	if !r.landscape.Changed {
		return r.CompleteShoot()(command, args, begun)
	}
	return r.complete(command, args, begun, (*Rollout).memberNames)
}

// complete completes an argument with names of the rollout.
func (r *rolloutCommand) complete(command *cobra.Command, args []string, begun string, namesOf func(*Rollout) []string) ([]cobra.Completion, cobra.ShellCompDirective) {
	var names []string
	if len(args) == 0 {
		if _, read, err := r.read(command.Context()); err == nil {
			names = namesOf(read)
		}
	}
	return printer.Completions(names, begun), cobra.ShellCompDirectiveNoFileComp
}
