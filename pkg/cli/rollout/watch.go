// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"

	apiequality "k8s.io/apimachinery/pkg/api/equality"
	apierrors "k8s.io/apimachinery/pkg/api/errors"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Exit codes of a watch. An error and the timeout have exit code 1.
const (
	exitFailed     = 2
	exitNeedsInput = 3
)

// rolloutWatch shows each change of a rollout until the rollout ends.
type rolloutWatch struct {
	garden.Outage

	command *rolloutCommand
	out     io.Writer
	shown   *Status
}

// watch shows the progress until the rollout of the present flux-config, or of the operator's target, ends.
func (r *rolloutCommand) watch(ctx context.Context, out, notes io.Writer) error {
	client, scope, err := r.connect()
	if err != nil {
		return err
	}
	limited, cancel := ctx, context.CancelFunc(func() {})
	if r.timeout > 0 {
		limited, cancel = context.WithTimeout(ctx, r.timeout)
	}
	defer cancel()
	w := &rolloutWatch{Outage: garden.Outage{Notes: notes}, command: r, out: out}
	// The first check explains a missing permission better than the Follower.
	if over, err := w.check(limited, client, scope); over || err != nil {
		return err
	}
	follower := &garden.Follower{
		Source: &garden.Source{ConfigMap: scope.Stored, Garden: client, Namespace: scope.Namespace}, Times: r.times,
		Check:       func(ctx context.Context, _ garden.Data) (bool, error) { return w.check(ctx, client, scope) },
		ReportError: w.Report,
	}
	switch err := follower.Follow(limited); {
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		return fmt.Errorf("interrupted while waiting for the end of %s: %s", scope.Title, w.last())
	case errors.Is(err, context.DeadlineExceeded) && limited.Err() != nil:
		return fmt.Errorf("timed out after %s waiting for the end of %s: %s", r.timeout, scope.Title, w.last())
	default:
		return err
	}
}

// check shows the progress if it has changed, and returns true if the rollout has ended. It retries failed reads,
// unless the project has no rollout or the first read was rejected.
func (w *rolloutWatch) check(ctx context.Context, client garden.Client, scope Scope) (bool, error) {
	read, err := scope.Read(ctx, client)
	var status Status
	if err == nil {
		status, err = read.Status()
	}
	isMissing := apierrors.IsNotFound(err) && !errors.Is(err, errNotStarted)
	switch {
	case errors.Is(err, errNoRollout) || w.shown == nil && (isMissing || garden.Refused(err)):
		return false, err
	case err != nil:
		w.Report(err)
		return false, nil
	}
	w.LastError = ""
	if w.shown == nil || !reflect.DeepEqual(*w.shown, status) {
		if w.shown != nil {
			fmt.Fprintln(w.out)
		}
		w.shown = &status
		if err := scope.show(w.out, status, w.command.clock.Now()); err != nil {
			return false, err
		}
	}
	if read.Pending() != "" || !read.isTarget() {
		return false, nil
	}
	return scope.ended(status.Progress)
}

// isTarget returns whether the garden controller has made the present flux-config the target of the rollout, and
// follows its rings. Users cannot read the operator's configuration, so that the target of a rollout of the operator is
// the stored one.
func (r *Rollout) isTarget() bool {
	if !r.scope.isOfProject() {
		return true
	}
	content := document.FromConfigMap(r.annotated)
	if rings, read := content.Rollout(); read == document.Valid && !apiequality.Semantic.DeepEqual(*rings, r.state.Rollout) {
		return false
	}
	return rollout.NewRevision(content, r.state.Revisions[r.state.Target].FluxVersion).ID() == r.state.Target
}

// ended returns whether a rollout has ended, with an error unless all members that count are ready with the target. A
// rollout that continues only after a request also counts as ended.
func (s Scope) ended(r rollout.Progress) (bool, error) {
	failed := slices.IndexFunc(r.Rings, func(ring rollout.RingProgress) bool { return ring.Failed > 0 })
	switch r.Phase {
	case rollout.PhaseComplete:
		if failed >= 0 {
			return true, printer.ExitError{Code: exitFailed, Message: fmt.Sprintf("the rollout is %s, but %d of the %s of ring %s have failed", describe(r), r.Rings[failed].Failed, s.subject.Many, r.Rings[failed].Name)}
		}
		// After the rollout was added, the members have the target before they report it.
		return !slices.ContainsFunc(r.Rings, func(ring rollout.RingProgress) bool { return ring.OnTheirWay+ring.Waiting > 0 }), nil
	case rollout.PhaseNotReady:
		if failed < 0 {
			return false, nil // A member that does not fail may become ready.
		}
		fallthrough
	case rollout.PhaseStopped, rollout.PhaseRolledBack:
		return true, printer.ExitError{Code: exitFailed, Message: "the rollout is " + describe(r)}
	case rollout.PhaseWaitingForApproval, rollout.PhasePaused, rollout.PhaseHolding, rollout.PhaseEmpty, rollout.PhaseGuarded:
		return true, printer.ExitError{Code: exitNeedsInput, Message: "the rollout is " + describe(r)}
	}
	return false, nil
}

func describe(r rollout.Progress) string {
	if r.Message == "" {
		return string(r.Phase)
	}
	return fmt.Sprintf("%s, %s", r.Phase, r.Message)
}

// last describes the last known progress.
func (w *rolloutWatch) last() string {
	switch {
	case w.LastError != "":
		return w.LastError
	case w.shown == nil:
		return "it could not be read"
	}
	return describe(w.shown.Progress)
}
