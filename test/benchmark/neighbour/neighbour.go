// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package neighbour

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

const (
	pollInterval = 50 * time.Millisecond
	// pause is the time between two rounds of the hostile project.
	pause = time.Second
)

// Options configures a measurement.
type Options struct {
	// ProjectDir is the root of the extension's repository.
	ProjectDir string
	// Dir is an empty directory for all data.
	Dir string
	// Shoots is the number of shoots of the hostile project. Neighbours is the number of shoots of the other projects.
	// If it is 0, it is Shoots.
	Shoots, Neighbours int
	// Rounds is the number of reconciliations of the neighbour's shoots per door.
	Rounds int
	// Doors are the names of the doors to measure. If it is empty, all doors are measured.
	Doors []string
	// Reports also measures the time until a new revision is reported. This needs about a minute per round.
	Reports bool
	// Patience is the timeout of each wait.
	Patience time.Duration
	// ControllerArgs are additional arguments of the controller.
	ControllerArgs []string
	// Out receives a line of JSON for each door.
	Out io.Writer
	// Progress receives a line for each step.
	Progress io.Writer
}

// Result is the result for a door.
type Result struct {
	// Door is the action of the hostile project. It is "alone" if there is no such action.
	Door string `json:"door"`
	// Shoots is the number of shoots of the hostile project. Neighbours is the number of shoots of the other projects.
	Shoots     int `json:"shoots"`
	Neighbours int `json:"neighbours"`
	// ReconciledSeconds is the median time until all shoots of the neighbour are reconciled. ReportedSeconds is the median
	// time until all of them report a new revision.
	ReconciledSeconds float64 `json:"reconciledSeconds"`
	ReportedSeconds   float64 `json:"reportedSeconds,omitzero"`
	// Controller is the resource usage of the controller during the measurement.
	Controller simulation.Usage `json:"controller"`
}

// door is an action of the hostile project that may affect other projects.
type door struct {
	name string
	// open performs the action. It is called again after each pause with the number of the round. close ends the action.
	open  func(ctx context.Context, round int) error
	close func(ctx context.Context) error
}

// measurement is a measurement in progress.
type measurement struct {
	*simulation.Environment

	options             Options
	hostile, neighbours []*simulation.Shoot
	controller          *simulation.Controller
	revision            int
}

// Run measures all doors, and prints a line for each of them. No process remains when it returns.
func Run(ctx context.Context, options Options) error {
	e, err := simulation.Start(ctx, simulation.Options{ProjectDir: options.ProjectDir, Dir: options.Dir, Progress: options.Progress})
	if err != nil {
		return err
	}
	defer e.Stop()
	if options.Neighbours == 0 {
		options.Neighbours = options.Shoots
	}
	m := &measurement{Environment: e, options: options, revision: 1}
	population := simulation.Population{
		Shoots:   options.Shoots + options.Neighbours,
		Largest:  options.Shoots,
		Projects: max(1, options.Neighbours/10),
	}
	if err := e.Populate(ctx, population); err != nil {
		return err
	}
	for _, shoot := range e.Shoots() {
		if shoot.Project == simulation.LargestProject {
			m.hostile = append(m.hostile, shoot)
		} else {
			m.neighbours = append(m.neighbours, shoot)
		}
	}
	if m.controller, err = e.StartController(ctx, "only", options.ControllerArgs...); err != nil {
		return err
	}
	began := time.Now()
	if err := e.CreateExtensions(ctx, e.Shoots()...); err != nil {
		return err
	}
	if err := e.AwaitOperations(ctx, began, e.Shoots()...); err != nil {
		return err
	}
	for _, d := range m.doors() {
		if len(options.Doors) > 0 && !slices.Contains(options.Doors, d.name) {
			continue
		}
		result, err := m.measure(ctx, d)
		if err != nil {
			return fmt.Errorf("%s: %w", d.name, err)
		}
		if err := json.NewEncoder(options.Out).Encode(result); err != nil {
			return err
		}
	}
	return nil
}

func (m *measurement) doors() []door {
	each := func(do func(s *simulation.Shoot)) {
		for _, s := range m.hostile {
			do(s)
		}
	}
	return []door{
		{name: "alone"},
		{
			// Start more valid operations than gardenlets do. The cost of an operation does not depend on its content.
			name: "operations",
			open: func(ctx context.Context, _ int) error { return m.Reconcile(ctx, m.hostile...) },
		},
		{
			// An ordinary edit, which all shoots of the project get at once.
			name: "edit",
			open: func(ctx context.Context, round int) error {
				if round > 0 {
					return nil
				}
				return m.SetConfig(ctx, simulation.LargestProject, edit)
			},
			close: func(ctx context.Context) error { return m.SetConfig(ctx, simulation.LargestProject, simulation.Config) },
		},
		{
			name: "flux-config",
			open: func(ctx context.Context, round int) error {
				return m.SetConfig(ctx, simulation.LargestProject, hostileConfig(round))
			},
			close: func(ctx context.Context) error { return m.SetConfig(ctx, simulation.LargestProject, simulation.Config) },
		},
		{
			name: "answers of shoots",
			open: func(context.Context, int) error {
				each(func(s *simulation.Shoot) { s.SetFlood(true) })
				return nil
			},
			close: func(context.Context) error {
				each(func(s *simulation.Shoot) { s.SetFlood(false) })
				return nil
			},
		},
		{
			name: "status of Flux",
			open: func(_ context.Context, round int) error {
				message := fmt.Sprintf("round %d %s", round, strings.Repeat("<", 1<<20))
				each(func(s *simulation.Shoot) {
					s.SetFlux(message, simulation.FetchFailure{Reason: "Hostile", Message: message})
				})
				return nil
			},
			close: func(context.Context) error {
				each(func(s *simulation.Shoot) { s.SetFlux(simulation.Revision(m.revision), simulation.FetchFailure{}) })
				return nil
			},
		},
	}
}

// edit is the project's configuration with another path.
var edit = strings.Replace(simulation.Config, "path: ./clusters/default", "path: ./clusters/edited", 1)

// hostileConfig returns the most expensive configuration that test/hostile has found. Its content differs in each
// round, and is propagated immediately to the project's shoots.
func hostileConfig(round int) string {
	worst := fmt.Sprintf("spec: {path: ./round-%d, healthChecks: [%s]}", round, strings.Repeat(`"${SHOOT_INFO_X}", `, 3900))
	return strings.Replace(simulation.Config, "spec: {path: ./clusters/default}", worst, 1) + "project: {propagation: Immediate}\n"
}

// measure measures the neighbour's shoots while the door is open.
func (m *measurement) measure(ctx context.Context, d door) (Result, error) {
	group, hostile := errgroup.WithContext(ctx)
	hostile, stop := context.WithCancel(hostile)
	defer stop()
	if d.open != nil {
		group.Go(func() error { return m.keepOpen(hostile, d) })
	}
	if _, err := m.controller.Take(ctx); err != nil {
		return Result{}, err
	}
	result := Result{Door: d.name, Shoots: m.options.Shoots, Neighbours: m.options.Neighbours}
	var reconciled, reported []float64
	for range m.options.Rounds {
		r, err := m.reconcile(ctx)
		if err != nil {
			return Result{}, err
		}
		reconciled = append(reconciled, r.Seconds())
		fmt.Fprintf(m.options.Progress, "%s: reconciled in %s\n", d.name, r)
		if !m.options.Reports {
			continue
		}
		t, err := m.report(ctx)
		if err != nil {
			return Result{}, err
		}
		reported = append(reported, t.Seconds())
		fmt.Fprintf(m.options.Progress, "%s: reported in %s\n", d.name, t)
	}
	var err error
	if result.Controller, err = m.controller.Take(ctx); err != nil {
		return Result{}, err
	}
	result.ReconciledSeconds = median(reconciled)
	if m.options.Reports {
		result.ReportedSeconds = median(reported)
	}
	stop()
	if err := group.Wait(); err != nil {
		return Result{}, err
	}
	if d.close != nil {
		return result, d.close(ctx)
	}
	return result, nil
}

// keepOpen repeats the action of the door until the context ends.
func (m *measurement) keepOpen(ctx context.Context, d door) error {
	ticker := time.NewTicker(pause)
	defer ticker.Stop()
	for round := 0; ; round++ {
		if err := d.open(ctx, round); err != nil && ctx.Err() == nil {
			return err
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

func (m *measurement) reconcile(ctx context.Context) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, m.options.Patience)
	defer cancel()
	began := time.Now()
	if err := m.Reconcile(ctx, m.neighbours...); err != nil {
		return 0, err
	}
	err := m.AwaitOperations(ctx, began, m.neighbours...)
	return time.Since(began), err
}

// report changes the revision of all shoots of the neighbour, and returns the time until they report the new revision.
func (m *measurement) report(ctx context.Context) (time.Duration, error) {
	ctx, cancel := context.WithTimeout(ctx, m.options.Patience)
	defer cancel()
	m.revision++
	revision, began := simulation.Revision(m.revision), time.Now()
	for _, s := range m.neighbours {
		s.SetFlux(revision, simulation.FetchFailure{})
	}
	err := process.Until(ctx, "the revision in all Extensions", pollInterval, func(ctx context.Context) error {
		reported, err := m.ReportedRevisions(ctx)
		if err != nil {
			return err
		}
		for _, s := range m.neighbours {
			if reported[s.TechnicalID] != revision {
				return fmt.Errorf("%s is missing", s.TechnicalID)
			}
		}
		return nil
	})
	return time.Since(began), err
}

func median(values []float64) float64 {
	slices.Sort(values)
	return values[len(values)/2]
}
