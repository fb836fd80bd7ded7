// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package status

import (
	"context"
	"errors"
	"fmt"
	"io"

	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/printer"
)

// junit is the form of the output for test reports.
const junit = "junit"

// selected returns the Shoots that arguments and flags select.
func (w *waitCommand) selected(names []string) (selection, error) {
	ways := 0
	for _, set := range []bool{w.shoot != "", len(names) > 0, w.all, w.selector != ""} {
		if set {
			ways++
		}
	}
	if ways != 1 {
		return selection{}, errors.New("set the Shoot with --shoot, or several by their names, with --all or with -l, and only in one of these ways; see --help")
	}
	if w.output != "" && w.output != printer.JSON && w.output != junit {
		return selection{}, fmt.Errorf("--output %s is none of %s, %s", printer.OneLine(w.output), printer.JSON, junit)
	}
	least := intstr.Parse(w.minReady)
	if value, err := intstr.GetScaledValueFromIntOrPercent(&least, 100, true); err != nil || value < 1 || least.Type == intstr.String && value > 100 {
		return selection{}, fmt.Errorf("--min-ready %s is neither a number nor a percentage above 0", printer.OneLine(w.minReady))
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

// runGate waits for several Shoots, and writes the report.
func (w *waitCommand) runGate(ctx context.Context, source *garden.Source, selected selection, goal goal, out, notes io.Writer) error {
	progress := out
	if w.output != "" {
		progress = notes
	}
	gate := &gate{
		Recent:    garden.Recent{Reader: &garden.FleetReader{Garden: source.Garden, Namespace: source.Namespace}, Clock: w.clock},
		report:    report{Shoots: []gatedShoot{}},
		selection: selected, goal: goal, least: intstr.Parse(w.minReady), failFast: w.failFast, out: progress, outage: outage{notes: notes},
	}
	follower := &garden.Follower{Source: source, Times: w.times, Check: gate.check, ReportError: gate.reportError}
	limited, cancel := context.WithTimeout(ctx, w.timeout)
	defer cancel()
	err := follower.Follow(limited)
	switch {
	case ctx.Err() != nil:
		err = fmt.Errorf("interrupted while waiting for Shoots of %s %s: %s", source.Namespace, goal, gate.last())
	case errors.Is(err, context.DeadlineExceeded):
		err = fmt.Errorf("timed out after %s waiting for Shoots of %s %s: %s", w.timeout, source.Namespace, goal, gate.last())
	}
	if reportErr := w.writeReport(out, gate.report); reportErr != nil {
		return errors.Join(err, reportErr)
	}
	return err
}

func (w *waitCommand) writeReport(out io.Writer, r report) error {
	switch w.output {
	case printer.JSON:
		return printer.Print(out, printer.JSON, r)
	case junit:
		return r.writeJUnit(out)
	}
	return nil
}
