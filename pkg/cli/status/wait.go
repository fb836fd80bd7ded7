// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/util/intstr"
	"k8s.io/utils/clock"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

const waitLong = `Wait for Flux in one Shoot or several, with a kubeconfig for the garden. The command watches ConfigMap flux-status and prints a line for
each change. Shoot and ConfigMap may be created later, and the garden may be unavailable meanwhile. Read access is sufficient. The
status of an earlier Shoot with the same name does not count, if you may read the Shoot.

The command waits for one of
  ready                 the whole configuration is applied and runs: the source, the root Kustomization, all Flux objects in the
                        shoot, and the workloads that they have applied; also if the Shoot has no repository
  applied               the root Kustomization is ready, regardless of the objects below it; also without a repository
  revision=<revision>   the revision is applied: the full revision, such as main@sha1:<digits>, or at least 7 digits of the
                        commit or digest. A revision that the branch has already passed is never applied.
  version=<version>     it is ready with this Flux version, such as v2.9 or v2.9.3

A Shoot that does not have the present flux-config of its project yet has reached none of these, except a revision: it is
pending, with the reason, such as its maintenance time window or its ring. --allow-pending accepts its earlier configuration.

For several Shoots, selected by names, --all or -l, it prints the progress and ends with --min-ready. With --all and -l,
hibernated, migrating and deleted Shoots do not count, and new ones do.

The exit code is 0 when the goal is reached, 3 if only pending Shoots are missing at the timeout, and 1 otherwise, with the last
status. A failure does not end the wait, because it
may be fixed meanwhile, unless --fail-fast is set: for ready, also for a failure below the root Kustomization (Degraded); for
revision=, only for a failure of that revision, or of all revisions.`

const waitExample = `  kubectl shoot-flux wait -n garden-my-project --shoot my-shoot --for ready --timeout 20m

  # Wait for the root Kustomization alone.
  kubectl shoot-flux wait -n garden-my-project --shoot my-shoot --for applied

  # Wait for 90% of the production Shoots, and write a report for a pipeline.
  kubectl shoot-flux wait -n garden-my-project -l env=prod --min-ready 90% -o junit >report.xml

  # Wait for the commit that a pipeline has just pushed.
  kubectl shoot-flux wait -n garden-my-project --shoot my-shoot --for revision=$(git rev-parse HEAD) --fail-fast`

type waitCommand struct {
	garden.Access
	clock clock.PassiveClock
	times garden.Times

	shoot, goal                string
	all                        bool
	selector, minReady, output string
	timeout                    time.Duration
	failFast, allowPending     bool
	// requested identifies the request of the command reconcile.
	requested string
}

// exitPending is the exit code if only pending Shoots are missing at the timeout.
const exitPending = 3

// NewWaitCommand returns the command wait.
func NewWaitCommand() *cobra.Command {
	return (&waitCommand{Access: garden.NewAccess(), clock: clock.RealClock{}, times: garden.DefaultTimes()}).command()
}

func (w *waitCommand) command() *cobra.Command {
	command := &cobra.Command{
		Use:     "wait [SHOOT...]",
		Short:   "Wait until Flux in Shoots is ready, or has applied a revision",
		Long:    waitLong,
		Example: waitExample,

		ValidArgsFunction: w.CompleteShoot(),
		RunE: func(command *cobra.Command, args []string) error {
			return w.run(command.Context(), args, command.OutOrStdout(), command.ErrOrStderr())
		},
	}
	fs := command.Flags()
	w.AddFlags(fs)
	fs.StringVar(&w.shoot, "shoot", "", "Wait for one Shoot, and print each change of its status.")
	fs.BoolVar(&w.all, "all", false, "Wait for all Shoots of the project that have the extension.")
	fs.StringVarP(&w.selector, "selector", "l", "", "Wait for the Shoots with these labels, such as env=prod.")
	fs.StringVar(&w.minReady, "min-ready", "100%", "Minimum number or percentage of Shoots that have to reach the goal.")
	printer.AddOutputFlag(command, &w.output, "Write a report at the end, and progress to standard error.", printer.JSON, junit)
	fs.StringVar(&w.goal, "for", goalReady, "Goal: ready, applied, revision=<revision> or version=<version>.")
	fs.DurationVar(&w.timeout, "timeout", 15*time.Minute, "Maximum time to wait.")
	fs.BoolVar(&w.allowPending, "allow-pending", false, "Accept Shoots that do not have the present flux-config yet.")
	fs.BoolVar(&w.failFast, "fail-fast", false, "End when the Shoot has failed; with --for ready, also when it is degraded.")
	w.CompleteFlags(command)
	_ = command.RegisterFlagCompletionFunc("for", cobra.FixedCompletions([]cobra.Completion{goalReady, goalApplied, goalRevision, goalVersion},
		cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveNoSpace))
	printer.Silence(command)
	return command
}

func (w *waitCommand) run(ctx context.Context, names []string, out, notes io.Writer) error {
	selected, err := w.selected(names)
	if err != nil {
		return err
	}
	if w.timeout <= 0 {
		return fmt.Errorf("--timeout %s is not positive", w.timeout)
	}
	goal, err := parseGoal(w.goal)
	if err != nil {
		return err
	}
	goal.allowPending, goal.requested = w.allowPending, w.requested
	gardenClient, namespace, err := w.Project()
	if err != nil {
		return err
	}
	progress, reader := out, &garden.FleetReader{Garden: gardenClient, Clock: w.clock, Namespace: namespace}
	if w.output != "" {
		progress = notes
	}
	gate := &gate{
		Recent: garden.Recent{Reader: reader}, report: report{Shoots: []gatedShoot{}},
		selection: selected, goal: goal, least: intstr.Parse(w.minReady), failFast: w.failFast, out: progress, Outage: garden.Outage{Notes: notes},
	}
	subject := fmt.Sprintf("Shoots of %s %s", namespace, goal)
	if w.shoot != "" && w.output == "" {
		gate.least, gate.single = intstr.FromInt32(1), &singleShoot{reader: reader, name: w.shoot, between: w.times.Poll}
		subject = fmt.Sprintf("Shoot %s/%s %s", namespace, w.shoot, goal)
	}
	err = w.follow(ctx, &garden.Follower{Source: garden.StatusSource(gardenClient, namespace), Times: w.times, Check: gate.check, ReportError: gate.Report}, subject, gate)
	if reportErr := w.writeReport(out, gate.report); reportErr != nil {
		return errors.Join(err, reportErr)
	}
	return err
}

// follow runs the follower until it ends or --timeout has passed.
func (w *waitCommand) follow(ctx context.Context, follower *garden.Follower, subject string, gate *gate) error {
	limited, cancel := context.WithTimeout(ctx, w.timeout)
	defer cancel()
	switch err := follower.Follow(limited); {
	case ctx.Err() != nil:
		return fmt.Errorf("interrupted while waiting for %s: %s", subject, gate.last())
	case errors.Is(err, context.DeadlineExceeded) && gate.pendingOnly():
		return printer.ExitError{Code: exitPending, Message: fmt.Sprintf("timed out after %s waiting for %s: the present configuration is pending: %s", w.timeout, subject, gate.last())}
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("timed out after %s waiting for %s: %s", w.timeout, subject, gate.last())
	default:
		return err
	}
}

// singleShoot reads one Shoot. It requires neither the permission to list Shoots nor the permission to read the Shoot.
type singleShoot struct {
	reader *garden.FleetReader
	name   string
	// between is the time between two attempts to read the Shoot after a denied request.
	between time.Duration

	// answered is true after a successful read of the Shoot. forbidden is true after as many consecutive denied reads as
	// refusals specifies.
	answered, forbidden bool
}

// read returns the status of the Shoot. It returns nil if the Shoot cannot be read, because the status may belong to an
// earlier Shoot; the next check reads again.
func (s *singleShoot) read(ctx context.Context, current garden.Data, outage *garden.Outage) ([]*garden.Shoot, error) {
	entry := current[s.reader.Namespace][s.name]
	shoot, unchecked, err := s.get(ctx, outage)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case unchecked:
		outage.Report(garden.UncheckedError(err))
		return []*garden.Shoot{s.reader.Unchecked(s.name, entry)}, nil
	case err != nil:
		outage.Report(err)
		return nil, nil
	}
	return []*garden.Shoot{s.reader.Chosen(s.name, entry, shoot)}, nil
}

// refusals is the number of consecutive denied reads that count as a missing permission. A starting API server denies
// requests until it has loaded the roles, and an authorization webhook caches denials for some seconds.
const refusals = 4

// get reads the Shoot. It returns nil if the Shoot does not exist. unchecked is true if the user has no permission to
// read the Shoot; in this case, the reported status counts although it may belong to an earlier Shoot. After a
// successful read, unchecked is always false. Otherwise, the status of an earlier Shoot would count if the permission
// is revoked or the credentials expire.
func (s *singleShoot) get(ctx context.Context, outage *garden.Outage) (shoot *garden.KnownShoot, unchecked bool, err error) {
	for refused := 1; ; refused++ {
		shoot, err := s.reader.Get(ctx, s.name)
		switch {
		case err == nil:
			s.answered, outage.LastError = true, ""
			return shoot, false, nil
		case s.answered || !apierrors.IsForbidden(err):
			return nil, false, err
		case s.forbidden || refused == refusals:
			s.forbidden = true
			return nil, true, err
		}
		outage.Report(err)
		if err := garden.Pause(ctx, s.between); err != nil {
			return nil, false, err
		}
	}
}

// outdated adds the last error to a text. The text must be empty before the first successful read.
func (g *gate) outdated(text string) string {
	switch {
	case text == "":
		return "the garden could not be read. " + g.LastError
	case g.LastError != "":
		return text + ". The status may be outdated: " + g.LastError
	}
	return text
}
