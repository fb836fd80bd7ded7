// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package unconfigured measures the cost of Extensions of Shoots without configuration, with the operator's setting
// whenUnconfigured: Nothing.
package unconfigured

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"time"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

// Options configures a measurement.
type Options struct {
	// ProjectDir is the root of the extension's repository.
	ProjectDir string
	// Dir is an empty directory for all data.
	Dir string
	// Shoots is the number of Shoots, in projects of ten.
	Shoots int
	// Patience is the timeout of each phase, and Rest the length of the idle phase.
	Patience, Rest time.Duration
	// Out receives a line of JSON for each phase.
	Out io.Writer
	// Progress receives a line for each step.
	Progress io.Writer
}

// Result is the result of a phase.
type Result struct {
	// Phase is first (all Extensions are created), repeat (gardenlet reconciles all of them) or rest (nothing happens).
	Phase   string  `json:"phase"`
	Shoots  int     `json:"shoots"`
	Seconds float64 `json:"seconds"`
	// CPUMilliseconds is the CPU time of the controller divided by the number of Shoots. Seed, Garden and InShoot are the
	// numbers of requests divided by the number of Shoots.
	CPUMilliseconds float64          `json:"cpuMillisecondsPerShoot"`
	Seed            float64          `json:"requestsToSeedPerShoot"`
	Garden          float64          `json:"requestsToGardenPerShoot"`
	InShoot         float64          `json:"requestsToShootPerShoot"`
	Controller      simulation.Usage `json:"controller"`
}

// Run measures all phases, and prints a line for each of them. No process remains when it returns.
func Run(ctx context.Context, options Options) error {
	e, err := simulation.Start(ctx, simulation.Options{ProjectDir: options.ProjectDir, Dir: options.Dir, Progress: options.Progress})
	if err != nil {
		return err
	}
	defer e.Stop()
	// A ConfigMap without content is no configuration.
	population := simulation.Population{Shoots: options.Shoots, Projects: max(1, options.Shoots/10), Config: " "}
	if err := e.Populate(ctx, population); err != nil {
		return err
	}
	config := filepath.Join(options.Dir, "operator.yaml")
	content := fmt.Sprintf("apiVersion: config.flux.extensions.gardener.cloud/v1alpha1\nkind: ControllerConfiguration\nwhenUnconfigured: %s\n", configv1alpha1.WhenUnconfiguredNothing)
	if err := os.WriteFile(config, []byte(content), 0o600); err != nil {
		return err
	}
	controller, err := e.StartController(ctx, "only", "--config="+config)
	if err != nil {
		return err
	}
	shoots := e.Shoots()
	for _, phase := range []struct {
		name string
		run  func(context.Context) error
	}{
		{"first", func(ctx context.Context) error { return e.CreateExtensions(ctx, shoots...) }},
		{"repeat", func(ctx context.Context) error { return e.Reconcile(ctx, shoots...) }},
		{"rest", nil},
	} {
		result := Result{Phase: phase.name, Shoots: options.Shoots}
		if _, err := controller.Take(ctx); err != nil {
			return err
		}
		began := time.Now()
		for _, gateway := range []interface {
			Take(time.Duration) simulation.Traffic
		}{e.SeedGateway, e.GardenGateway, e.ShootRequests} {
			gateway.Take(0)
		}
		if err := runPhase(ctx, e, options, phase.run, began); err != nil {
			return fmt.Errorf("%s: %w", phase.name, err)
		}
		passed := time.Since(began)
		if result.Controller, err = controller.Take(ctx); err != nil {
			return err
		}
		each := func(value float64) float64 { return math.Round(value/float64(options.Shoots)*100) / 100 }
		result.Seconds = math.Round(passed.Seconds()*10) / 10
		result.CPUMilliseconds = each(result.Controller.CPUSeconds * 1000)
		result.Seed, result.Garden, result.InShoot = each(count(e.SeedGateway.Take(passed))), each(count(e.GardenGateway.Take(passed))), each(count(e.ShootRequests.Take(passed)))
		if err := json.NewEncoder(options.Out).Encode(result); err != nil {
			return err
		}
	}
	return nil
}

func runPhase(ctx context.Context, e *simulation.Environment, options Options, run func(context.Context) error, began time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, options.Patience)
	defer cancel()
	if run == nil {
		select {
		case <-time.After(options.Rest):
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	if err := run(ctx); err != nil {
		return err
	}
	return e.AwaitOperations(ctx, began, e.Shoots()...)
}

func count(traffic simulation.Traffic) float64 {
	all := 0
	for _, requests := range traffic.Requests {
		all += requests.Count
	}
	return float64(all)
}
