// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package scale

import (
	"context"
	"fmt"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

// step is a part of a measurement.
type step struct {
	name string
	do   func(context.Context) error
}

// Run measures one number of Extensions. No process remains when it returns.
func Run(ctx context.Context, options Options) (Result, error) {
	return run(ctx, options, func(m *measurement) []step {
		return []step{
			{"prepare", m.prepare},
			{"first reconciles", m.first},
			{"settling", m.rest},
			{"what is stored", m.stored},
			{"repeated reconciles", m.repeat},
			{"a change of a project's configuration", m.fanOut},
			{"another start", m.startUp},
		}
	})
}

func run(ctx context.Context, options Options, steps func(*measurement) []step) (Result, error) {
	if options.N < 1 {
		return Result{}, fmt.Errorf("there must be an Extension")
	}
	e, err := simulation.Start(ctx, simulation.Options{
		ProjectDir: options.ProjectDir, Executable: options.Executable, Dir: options.Dir, WithoutShoots: options.WithoutShoots, Progress: options.Progress,
	})
	if err != nil {
		return Result{}, err
	}
	defer e.Stop()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-e.Failed():
			cancel(e.FailedBecause())
		case <-ctx.Done():
		}
	}()
	m := &measurement{Environment: e, options: options, result: Result{N: options.N}, population: simulation.Spread(options.N), reports: reportsShoot}
	if options.WithoutShoots {
		m.reports = reportsInstallation
	}
	m.result.Conditions = describe(ctx, options, m.population)
	for _, step := range steps(m) {
		m.progress("%d Extensions: %s", options.N, step.name)
		if err := step.do(ctx); err != nil {
			if cause := context.Cause(ctx); cause != nil {
				err = fmt.Errorf("%w: %w", cause, err)
			}
			return Result{}, fmt.Errorf("%d Extensions: %s: %w", options.N, step.name, err)
		}
	}
	return m.result, nil
}
