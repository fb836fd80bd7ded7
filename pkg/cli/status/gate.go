// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// selection selects Shoots of a project by names or labels.
type selection struct {
	names    []string
	selector labels.Selector
}

// gate waits until enough of the selected Shoots have reached the goal.
type gate struct {
	garden.Recent

	selection selection
	goal      goal
	// least is the minimum number or percentage of Shoots that must reach the goal.
	least    intstr.IntOrString
	failFast bool
	out      io.Writer
	garden.Outage

	// single reads only the Shoot of --shoot. It is nil if the flag is not set.
	single *singleShoot
	report report
	// line is the line that was printed last.
	line string
	// noted is true after the note about a missing permission was printed.
	noted bool
}

// check prints the progress if it has changed, and reports whether enough Shoots have reached the goal. It returns an
// error if they can no longer reach it and failFast is set.
func (g *gate) check(ctx context.Context, current garden.Data) (bool, error) {
	if known, err := g.readConfigurations(ctx); err != nil || !known {
		return false, err
	}
	shown, err := g.read(ctx, current)
	if err != nil || shown == nil {
		return false, err
	}
	if err := g.checkLabels(shown); err != nil {
		return true, err
	}
	g.report = g.judge(shown)
	line := g.report.String() + g.reasonsOf(outcomePending)
	if g.single != nil {
		line = describe(shown[0])
	}
	if line != g.line {
		g.line = line
		fmt.Fprintf(g.out, "%s  %s\n", g.Reader.Clock.Now().UTC().Format(time.RFC3339), line)
	}
	counted, failed := g.report.counted(), g.report.count(outcomeFailed)
	switch {
	case g.report.Reached:
		return true, nil
	case g.failFast && failed > 0 && g.single != nil:
		return true, fmt.Errorf("Shoot %s/%s has failed: %s", shown[0].Namespace, shown[0].Name, line)
	case g.failFast && counted > 0 && failed > counted-g.report.Needed:
		return true, fmt.Errorf("too many Shoots have failed: %s", g.last())
	}
	return false, nil
}

// readConfigurations reads the present configurations of the projects. It returns false if they cannot be read
// temporarily. Without the permission to read them, only the seeds report pending Shoots.
func (g *gate) readConfigurations(ctx context.Context) (known bool, err error) {
	err = g.Reader.ReadConfigurations(ctx)
	switch {
	case ctx.Err() != nil:
		return false, ctx.Err()
	case apierrors.IsForbidden(err):
		if !g.noted {
			g.noted = true
			fmt.Fprintf(g.Notes, "Note: %s.\n", garden.ConfigurationsNote(err))
		}
	case err != nil:
		g.Report(err)
		return false, nil
	}
	return true, nil
}

// pendingOnly reports whether all Shoots that have not reached the goal have it with an earlier configuration of their
// project.
func (g *gate) pendingOnly() bool {
	return g.report.count(outcomePending) > 0 && g.report.count(outcomeWaiting)+g.report.count(outcomeFailed) == 0
}

// read returns the Shoots, or nil if they cannot be read temporarily.
func (g *gate) read(ctx context.Context, current garden.Data) ([]*garden.Shoot, error) {
	if g.single != nil {
		return g.single.read(ctx, current, &g.Outage)
	}
	if err := g.Refresh(ctx, current); err != nil {
		return nil, err
	}
	g.LastError = ""
	return append([]*garden.Shoot{}, g.Reader.Show(current, g.Shoots).Shoots...), nil
}

// judge returns the outcome of each selected Shoot. A Shoot selected by name counts even if it is hibernated, migrated
// or deleted.
func (g *gate) judge(shown []*garden.Shoot) report {
	r := report{Goal: strings.TrimPrefix(g.goal.String(), "to "), Shoots: []gatedShoot{}}
	for _, shoot := range g.selected(shown) {
		became := outcomeWaiting
		switch {
		case shoot.Old != "": // It proves nothing.
		case g.goal.reached(shoot):
			became = outcomeReached
		case g.goal.reachedBut(shoot), g.selection.selector == nil && shoot.Pending != nil && shoot.State == fluxv1alpha1.ShootHibernated:
			became = outcomePending
		case g.selection.selector != nil && shoot.State.Rests():
			became = outcomeNotCounted
		case g.goal.failed(shoot) && (shoot.Pending == nil || shoot.Pending.Reason == fluxv1alpha1.PendingRefused):
			became = outcomeFailed // A failure of an earlier configuration may be fixed in the pending one.
		}
		r.Shoots = append(r.Shoots, gatedShoot{shoot, became})
	}
	counted := r.counted()
	// The value was validated with the flags.
	r.Needed, _ = intstr.GetScaledValueFromIntOrPercent(&g.least, counted, true)
	r.Reached = counted > 0 && r.count(outcomeReached) >= r.Needed
	return r
}

// checkLabels returns an error if the labels of Shoots are not known well enough to evaluate the selector.
func (g *gate) checkLabels(shown []*garden.Shoot) error {
	if g.selection.selector == nil || g.selection.selector.Empty() || g.Shoots.Complete {
		return nil
	}
	if !g.Shoots.Forbidden {
		return fmt.Errorf("the labels of Shoots are needed for -l: %s", g.Shoots.Problem)
	}
	requirements, _ := g.selection.selector.Requirements()
	for _, requirement := range requirements {
		if !fleet.IsReportedLabel(requirement.Key()) {
			return fmt.Errorf("the labels of Shoots are needed for -l: you may not list Shoots, and %s is a label of Gardener, which flux-status does not contain", requirement.Key())
		}
	}
	var unlabelled []string
	for _, shoot := range shown {
		if _, known := g.Shoots.LabelsOf(shoot); !known {
			unlabelled = append(unlabelled, shoot.Name)
		}
	}
	if len(unlabelled) > 0 {
		return fmt.Errorf("the labels of Shoots are needed for -l: you may not list Shoots, and ConfigMap %s has no labels of %s",
			fluxv1alpha1.StatusConfigMapName, text.List(unlabelled, 5))
	}
	return nil
}

func (g *gate) selected(shown []*garden.Shoot) []*garden.Shoot {
	if g.selection.selector != nil {
		return slices.DeleteFunc(slices.Clone(shown), func(shoot *garden.Shoot) bool {
			set, known := g.Shoots.LabelsOf(shoot)
			return !g.selection.selector.Empty() && (!known || !g.selection.selector.Matches(labels.Set(set)))
		})
	}
	var selected []*garden.Shoot
	for _, name := range g.selection.names {
		found := slices.IndexFunc(shown, func(shoot *garden.Shoot) bool { return shoot.Name == name })
		if found < 0 {
			selected = append(selected, g.Reader.NotReported(name, "there is no such Shoot with the extension"))
			continue
		}
		selected = append(selected, shown[found])
	}
	return selected
}

// last describes the last progress for an error message: the counts, the status of the first Shoots that have not
// reached the goal, and the error if later reads of the garden have failed.
func (g *gate) last() string {
	if g.line == "" {
		return g.outdated("")
	}
	if g.single != nil {
		return g.outdated(g.line)
	}
	summary := g.report.String()
	if len(g.report.Shoots) == 0 {
		summary = "no Shoot is selected"
	}
	return g.outdated(summary + g.reasonsOf(outcomeFailed, outcomeWaiting, outcomePending))
}

// reasonsOf describes the first Shoots with the outcomes.
func (g *gate) reasonsOf(outcomes ...outcome) (reasons string) {
	const few = 3
	var shoots []gatedShoot
	for _, of := range outcomes {
		shoots = append(shoots, g.report.with(of)...)
	}
	for _, shoot := range shoots[:min(len(shoots), few)] {
		reasons += "; " + shoot.Name + ": " + describe(shoot.Shoot)
	}
	return reasons
}

// selected returns the selection from the arguments and flags.
func (w *waitCommand) selected(names []string) (selection, error) {
	ways := 0
	for _, set := range []bool{w.shoot != "", len(names) > 0, w.all, w.selector != ""} {
		if set {
			ways++
		}
	}
	if ways != 1 {
		return selection{}, errors.New("set the Shoots in one way: with --shoot, names, --all or -l; see --help")
	}
	least := intstr.Parse(w.minReady)
	if value, err := intstr.GetScaledValueFromIntOrPercent(&least, 100, true); err != nil || value < 1 || least.Type == intstr.String && value > 100 {
		return selection{}, fmt.Errorf("--min-ready %s is neither a number nor a percentage above 0", text.OneLine(w.minReady))
	}
	switch {
	case w.all:
		return selection{selector: labels.Everything()}, nil
	case w.selector != "":
		selector, err := labels.Parse(w.selector)
		if err != nil {
			return selection{}, fmt.Errorf("--selector: %w", err)
		}
		return selection{selector: selector}, nil
	case w.shoot != "":
		names = []string{w.shoot}
	}
	return selection{names: names}, nil
}
