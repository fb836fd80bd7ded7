// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package steady

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

// Options configures a measurement.
type Options struct {
	// ProjectDir is the root of the extension's repository.
	ProjectDir string
	// Dir is an empty directory for all data.
	Dir string
	// Shoots is the number of Shoots, a fifth of which is in one project.
	Shoots int
	// Settle is the time between the restart of the controller after all Shoots are reported and the measurement, and
	// Period the length of the measurement.
	Settle, Period time.Duration
	// Patience is the timeout until all Shoots are reported.
	Patience time.Duration
	// ControllerArgs are additional arguments of the extension's controller.
	ControllerArgs []string
	// Out receives a line of JSON.
	Out io.Writer
	// Progress receives a line for each step.
	Progress io.Writer
}

const (
	controllerName = "only"
	// stopGrace is the time that a stopped controller has to give up its Leases.
	stopGrace = 10 * time.Second
)

// reportInterval is the polling interval for reports. These requests bypass the gateways.
const reportInterval = 2 * time.Second

// measurement is a measurement in progress.
type measurement struct {
	*simulation.Environment

	options                      Options
	controller, gardenController *simulation.Controller
}

// Run measures one period in which nothing changes, and prints the result. No process remains when it returns.
func Run(ctx context.Context, options Options) error {
	if options.Shoots < 1 || options.Period <= 0 {
		return errors.New("there must be at least one Shoot, and the period must be positive")
	}
	e, err := simulation.Start(ctx, simulation.Options{
		ProjectDir: options.ProjectDir, Dir: options.Dir, Progress: options.Progress,
	})
	if err != nil {
		return err
	}
	defer e.Stop()
	population := simulation.Spread(options.Shoots)
	population.Trees, population.ShootsInGarden = true, true
	if err := e.Populate(ctx, population); err != nil {
		return err
	}
	m := &measurement{Environment: e, options: options}
	m.progress("%d Shoots of %d projects are prepared", options.Shoots, population.Projects+1)
	if m.gardenController, err = e.StartGardenController(ctx); err != nil {
		return err
	}
	if m.controller, err = e.StartController(ctx, controllerName, options.ControllerArgs...); err != nil {
		return err
	}
	if err := m.deliver(ctx); err != nil {
		return err
	}
	m.progress("all are delivered and reported")
	// For a while after a delivery, health checks read more. A new process knows from the reports that nothing has
	// changed.
	m.controller.Stop(stopGrace)
	if m.controller, err = e.StartController(ctx, controllerName, options.ControllerArgs...); err != nil {
		return err
	}
	if err := m.pause(ctx, options.Settle); err != nil {
		return err
	}
	result, err := m.measure(ctx)
	if err != nil {
		return err
	}
	result.Projects = population.Projects + 1
	return json.NewEncoder(options.Out).Encode(result)
}

// deliver creates all Extensions, and waits until the revision of all shoots is reported.
func (m *measurement) deliver(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, m.options.Patience)
	defer cancel()
	began, shoots := time.Now(), m.Shoots()
	if err := m.CreateExtensions(ctx, shoots...); err != nil {
		return err
	}
	if err := m.AwaitOperations(ctx, began, shoots...); err != nil {
		return err
	}
	return process.Until(ctx, "reports of all Shoots", reportInterval, func(ctx context.Context) error {
		reported, err := m.ReportedRevisions(ctx)
		if err != nil {
			return err
		}
		missing := 0
		for _, s := range shoots {
			if reported[s.TechnicalID] != s.Expectation().Revision {
				missing++
			}
		}
		if missing > 0 {
			return fmt.Errorf("%d of %d are not reported", missing, len(shoots))
		}
		return nil
	})
}

// measure measures the period.
func (m *measurement) measure(ctx context.Context) (Result, error) {
	if _, _, err := m.take(ctx, 0); err != nil {
		return Result{}, err
	}
	began := time.Now()
	m.progress("nothing happens for %s", m.options.Period)
	if err := m.pause(ctx, m.options.Period); err != nil {
		return Result{}, err
	}
	passed := time.Since(began)
	traffic, usage, err := m.take(ctx, passed)
	if err != nil {
		return Result{}, err
	}
	return newResult(m.options.Shoots, passed, traffic, usage), nil
}

// take returns traffic and resource usage since the last call.
func (m *measurement) take(
	ctx context.Context, passed time.Duration,
) (map[Line]simulation.Traffic, map[Program]simulation.Usage, error) {
	traffic := map[Line]simulation.Traffic{
		ExtensionToSeed:          m.SeedGateway.Take(passed),
		ExtensionToGarden:        m.GardenGateway.Take(passed),
		ExtensionToShoots:        m.ShootRequests.Take(passed),
		GardenControllerToGarden: m.GardenControllerGateway.Take(passed),
	}
	usage := map[Program]simulation.Usage{}
	for program, controller := range map[Program]*simulation.Controller{
		Extension: m.controller, GardenController: m.gardenController,
	} {
		taken, err := controller.Take(ctx)
		if err != nil {
			return nil, nil, err
		}
		usage[program] = taken
	}
	return traffic, usage, nil
}

// pause waits, and returns an error if a component ends in the meantime.
func (m *measurement) pause(ctx context.Context, length time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-m.Failed():
		return m.FailedBecause()
	case <-m.controller.Done():
		return fmt.Errorf("the controller ended, see %s", m.controller.LogFile())
	case <-m.gardenController.Done():
		return fmt.Errorf("the garden controller ended, see %s", m.gardenController.LogFile())
	case <-time.After(length):
		return nil
	}
}

func (m *measurement) progress(format string, arguments ...any) {
	fmt.Fprintf(m.options.Progress, "%s "+format+"\n", append([]any{time.Now().Format(time.TimeOnly)}, arguments...)...)
}
