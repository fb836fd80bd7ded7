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
	"k8s.io/utils/clock"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

const waitLong = `Waits for Flux in one Shoot or several, with a kubeconfig for the garden. It watches ConfigMap flux-status and prints a line for
each change. Shoot and ConfigMap may be created later, and the garden may be unavailable meanwhile. Read access is sufficient. The
status of an earlier Shoot with the same name does not count, if you may read the Shoot.

It waits for one of
  ready                 the whole configuration is applied and runs: the source, the root Kustomization, all Flux objects in the
                        shoot, and the workloads that they have applied; also if the Shoot has no repository
  applied               the root Kustomization is ready, independent of objects below it; also without a repository
  revision=<revision>   the revision is applied: the full revision, such as main@sha1:<digits>, or at least 7 digits of the
                        commit or digest. A revision that the branch has already passed is never applied.
  version=<version>     it is ready with this Flux version, such as v2.9 or v2.9.3

For several Shoots, selected by names, --all or -l, it prints the progress and ends with --min-ready. With --all and -l,
hibernated, migrating and deleted Shoots do not count, and new ones do.

The exit code is 0 when the goal is reached, and 1 with the last status at the timeout. A failure does not end the wait, because it
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
	failFast                   bool
}

// NewWaitCommand returns the command wait.
func NewWaitCommand() *cobra.Command {
	return (&waitCommand{Access: garden.NewAccess(), clock: clock.RealClock{}, times: garden.DefaultTimes()}).command()
}

func (w *waitCommand) command() *cobra.Command {
	command := &cobra.Command{
		Use:     "wait [SHOOT...]",
		Short:   "Waits until Flux in Shoots is ready, or has applied a revision",
		Long:    waitLong,
		Example: waitExample,

		ValidArgsFunction: w.CompleteShoot(),
		RunE: func(command *cobra.Command, args []string) error {
			return w.run(command.Context(), args, command.OutOrStdout(), command.ErrOrStderr())
		},
	}
	fs := command.Flags()
	w.AddFlags(fs)
	fs.StringVar(&w.shoot, "shoot", "", "Name of one Shoot. Prints each change of it.")
	fs.BoolVar(&w.all, "all", false, "Waits for all Shoots of the project that have the extension.")
	fs.StringVarP(&w.selector, "selector", "l", "", "Waits for the Shoots with these labels, such as env=prod.")
	fs.StringVar(&w.minReady, "min-ready", "100%", "How many of several Shoots are enough, as a number or percentage.")
	fs.StringVarP(&w.output, "output", "o", "", "Form of a report at the end: json or junit. Progress is on standard error then.")
	fs.StringVar(&w.goal, "for", goalReady, "What to wait for: ready, applied, revision=<revision> or version=<version>.")
	fs.DurationVar(&w.timeout, "timeout", 15*time.Minute, "How long to wait.")
	fs.BoolVar(&w.failFast, "fail-fast", false, "Ends when the Shoot has failed; with --for ready, also when it is degraded.")
	w.CompleteFlags(command)
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
	gardenClient, namespace, err := w.Project()
	if err != nil {
		return err
	}
	source := garden.StatusSource(gardenClient, namespace)
	if w.shoot == "" || w.output != "" {
		return w.runGate(ctx, source, selected, goal, out, notes)
	}
	waiting := &waiting{
		reader: &garden.FleetReader{Garden: gardenClient, Namespace: namespace}, shoot: w.shoot, goal: goal, failFast: w.failFast, clock: w.clock, between: w.times.Poll,
		out: out, outage: outage{notes: notes},
	}
	follower := &garden.Follower{Source: source, Times: w.times, Check: waiting.check, ReportError: waiting.reportError}
	return w.follow(ctx, follower, fmt.Sprintf("Shoot %s/%s %s", namespace, w.shoot, goal), waiting.last)
}

// follow waits until the follower ends, or for --timeout.
func (w *waitCommand) follow(ctx context.Context, follower *garden.Follower, subject string, last func() string) error {
	limited, cancel := context.WithTimeout(ctx, w.timeout)
	defer cancel()
	switch err := follower.Follow(limited); {
	case ctx.Err() != nil:
		return fmt.Errorf("interrupted while waiting for %s: %s", subject, last())
	case errors.Is(err, context.DeadlineExceeded):
		return fmt.Errorf("timed out after %s waiting for %s: %s", w.timeout, subject, last())
	default:
		return err
	}
}

// waiting is the state of a wait for one Shoot.
type waiting struct {
	reader   *garden.FleetReader
	shoot    string
	goal     goal
	failFast bool
	clock    clock.PassiveClock
	// between is the time between two attempts to read a forbidden Shoot.
	between time.Duration
	out     io.Writer
	outage

	// answered is whether the Shoot was ever read, forbidden whether the garden has refused often enough.
	answered, forbidden bool
	// line was printed last.
	line string
}

// check returns whether the goal is reached.
func (w *waiting) check(ctx context.Context, current garden.Data) (bool, error) {
	entry := current[w.reader.Namespace][w.shoot]
	shoot, unchecked, err := w.read(ctx)
	if ctx.Err() != nil {
		return false, ctx.Err()
	}
	var shown *garden.Shoot
	switch {
	case err != nil && !unchecked:
		// The status may belong to an earlier Shoot. The next check follows soon.
		w.reportError(err)
		return false, nil
	case unchecked:
		w.reportError(garden.UncheckedError(err))
		shown = w.reader.Unchecked(w.shoot, entry)
	default:
		shown = w.reader.Chosen(w.shoot, entry, shoot)
	}
	if line := describe(shown); line != w.line {
		w.line = line
		fmt.Fprintf(w.out, "%s  %s\n", w.clock.Now().UTC().Format(time.RFC3339), line)
	}
	if w.goal.reached(shown) {
		return true, nil
	}
	if w.failFast && w.goal.failed(shown) {
		return true, fmt.Errorf("Shoot %s/%s has failed: %s", w.reader.Namespace, w.shoot, w.line)
	}
	return false, nil
}

// refusals is the number of consecutive refusals that end the wait. A starting API server refuses requests
// until it has read the roles, and an authorization webhook caches refusals for some seconds.
const refusals = 4

// read reads the Shoot, or returns nil if it does not exist. It returns whether the status counts unchecked, because
// the user may not read the Shoot. After an answer it never does, so that an earlier Shoot does not count when
// permissions are revoked or credentials expire.
func (w *waiting) read(ctx context.Context) (shoot *garden.KnownShoot, unchecked bool, err error) {
	for refused := 1; ; refused++ {
		shoot, err := w.reader.Get(ctx, w.shoot)
		switch {
		case err == nil:
			w.answered, w.lastError = true, ""
			return shoot, false, nil
		case w.answered || !apierrors.IsForbidden(err):
			return nil, false, err
		case w.forbidden || refused == refusals:
			w.forbidden = true
			return nil, true, err
		}
		w.reportError(err)
		if err := garden.Pause(ctx, w.between); err != nil {
			return nil, false, err
		}
	}
}

// outage reports errors while the garden cannot be read.
type outage struct {
	notes io.Writer
	// lastError is empty if the garden can be read.
	lastError string
}

// reportError prints each new error once.
func (o *outage) reportError(err error) {
	if text := printer.OneLine(err.Error()); text != o.lastError {
		o.lastError = text
		fmt.Fprintf(o.notes, "Note: %s.\n", text)
	}
}

// last returns the last status, and the error since.
func (w *waiting) last() string { return w.outdated(w.line) }

// outdated adds the current error to the last text, which is empty before the first successful read.
func (o *outage) outdated(text string) string {
	switch {
	case text == "":
		return "the garden could not be read. " + o.lastError
	case o.lastError != "":
		return text + ". That may be outdated: " + o.lastError
	}
	return text
}
