// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardencontroller

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/go-logr/logr"
	"golang.org/x/sync/errgroup"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/process"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

// Options configures a measurement.
type Options struct {
	// ProjectDir is the root of the extension's repository.
	ProjectDir string
	// Dir is an empty directory for all data.
	Dir string
	// Shoots, Projects and Seeds are the numbers of objects in the garden.
	Shoots, Projects, Seeds int
	// Changes is the number of objects that are changed one by one.
	Changes int
	// Phases are the names of the phases to run. If it is empty, all phases are run. The phase start always is.
	Phases []string
	// Settle is the time between the start and the measurement, and Rest the length of the idle phase.
	Settle, Rest time.Duration
	// Patience is the timeout of each wait.
	Patience time.Duration
	// Out receives a line of JSON for each phase.
	Out io.Writer
	// Progress receives a line for each step.
	Progress io.Writer
}

func (o Options) runs(phase string) bool {
	return len(o.Phases) == 0 || phase == "start" || slices.Contains(o.Phases, phase)
}

// Result is the result of a phase.
type Result struct {
	Phase    string  `json:"phase"`
	Shoots   int     `json:"shoots"`
	Projects int     `json:"projects"`
	Seeds    int     `json:"seeds"`
	Seconds  float64 `json:"seconds"`
	// Changes is the number of changed objects, and MillisecondsPerChange the CPU time per change.
	Changes               int     `json:"changes,omitempty"`
	MillisecondsPerChange float64 `json:"cpuMillisecondsPerChange,omitempty"`
	// MedianSeconds and MaxSeconds are times from a change of flux-config until the notice boards of all seeds of the
	// project contain the change.
	MedianSeconds float64 `json:"noticeMedianSeconds,omitempty"`
	MaxSeconds    float64 `json:"noticeMaxSeconds,omitempty"`
	// Statuses is the number of requests to the Git host.
	Statuses int `json:"statuses,omitempty"`
	// Requests is the number of requests to the garden, without watches in progress.
	Requests          int              `json:"requests"`
	RequestsPerMinute float64          `json:"requestsPerMinute"`
	Controller        simulation.Usage `json:"controller"`
}

// measurement is a measurement in progress.
type measurement struct {
	*estate

	options    Options
	boards     *boards
	controller *simulation.Controller
	requests   int
}

// Run measures all phases, and prints a line for each of them. No process remains when it returns.
func Run(ctx context.Context, options Options) (err error) {
	l, err := startLandscape(ctx, options)
	if err != nil {
		return err
	}
	defer l.Stop()
	m := &measurement{estate: &estate{garden: l.Garden}, options: options}
	if err := m.populate(ctx, options); err != nil {
		return fmt.Errorf("populating the garden: %w", err)
	}
	group := process.NewGroup(filepath.Join(options.Dir, "logs"))
	defer group.StopAll(10 * time.Second)
	watching, end := context.WithCancel(ctx)
	defer end()
	if m.boards, err = watchBoards(watching, l.Garden.Cluster.Config); err != nil {
		return err
	}
	for _, phase := range []struct {
		name string
		run  func(context.Context, *Result) error
	}{
		{"start", func(ctx context.Context, _ *Result) error { return m.start(ctx, group, l.Extension) }},
		{"settle", func(ctx context.Context, _ *Result) error { return pause(ctx, options.Settle) }},
		{"rest", func(ctx context.Context, _ *Result) error { return pause(ctx, options.Rest) }},
		{"flux-config, one after the other", m.changeConfigs},
		{"flux-config, all at once", m.changeAllConfigs},
		{"status of Shoots", m.changeShoots},
	} {
		if err := m.measure(ctx, phase.name, phase.run); err != nil {
			return fmt.Errorf("%s: %w", phase.name, err)
		}
	}
	return nil
}

// startLandscape builds and starts the local landscape.
func startLandscape(ctx context.Context, options Options) (*landscape.Landscape, error) {
	executables, err := landscape.Build(ctx, options.ProjectDir, filepath.Join(options.Dir, "bin"), options.Progress)
	if err != nil {
		return nil, err
	}
	return landscape.Start(ctx, landscape.Options{
		Dir: filepath.Join(options.Dir, "landscape"), ProjectDir: options.ProjectDir, Executables: executables, Log: logr.Discard(),
		Progress: func(step string) { fmt.Fprintln(options.Progress, step) },
	})
}

// measure runs a phase and prints the resource usage of the controller.
func (m *measurement) measure(ctx context.Context, name string, run func(context.Context, *Result) error) error {
	fmt.Fprintln(m.options.Progress, name)
	result := Result{Phase: name, Shoots: m.options.Shoots, Projects: m.options.Projects, Seeds: m.options.Seeds}
	began := time.Now()
	if err := run(ctx, &result); err != nil {
		return err
	}
	result.Seconds = rounded(time.Since(began).Seconds())
	var err error
	if result.Controller, err = m.controller.Take(ctx); err != nil {
		return err
	}
	if result.Requests, err = m.takeRequests(ctx); err != nil {
		return err
	}
	result.RequestsPerMinute = rounded(float64(result.Requests) / result.Seconds * 60)
	if result.Changes > 0 {
		result.MillisecondsPerChange = rounded(result.Controller.CPUSeconds * 1000 / float64(result.Changes))
	}
	return json.NewEncoder(m.options.Out).Encode(result)
}

// start starts the garden controller, and waits until all notice boards contain all projects.
func (m *measurement) start(ctx context.Context, group *process.Group, executable string) error {
	var err error
	if m.controller, err = startController(ctx, group, executable, m.garden.Cluster); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, m.options.Patience)
	defer cancel()
	for i, version := range m.versions {
		if err := m.boards.await(ctx, m.seedsOf(i), project(i), version); err != nil {
			return err
		}
	}
	return nil
}

// takeRequests returns the number of requests of the controller since the last call.
func (m *measurement) takeRequests(ctx context.Context) (int, error) {
	families, err := m.controller.Metrics(ctx)
	if err != nil {
		return 0, err
	}
	all := 0
	for _, metric := range families["rest_client_requests_total"].GetMetric() {
		all += int(metric.GetCounter().GetValue())
	}
	since := all - m.requests
	m.requests = all
	return since, nil
}

// changeConfigs changes the flux-config of several projects. It waits after each change until the notice boards contain
// the change.
func (m *measurement) changeConfigs(ctx context.Context, result *Result) error {
	ctx, cancel := context.WithTimeout(ctx, m.options.Patience)
	defer cancel()
	times := make([]float64, 0, m.options.Changes)
	for _, i := range rand.Perm(m.options.Projects)[:min(m.options.Changes, m.options.Projects)] {
		took, err := m.changeConfig(ctx, i)
		if err != nil {
			return err
		}
		times = append(times, took.Seconds())
	}
	result.report(times)
	return nil
}

// changeAllConfigs changes the flux-config of all projects at once.
func (m *measurement) changeAllConfigs(ctx context.Context, result *Result) error {
	ctx, cancel := context.WithTimeout(ctx, m.options.Patience)
	defer cancel()
	times := make([]float64, m.options.Projects)
	group, groupCtx := errgroup.WithContext(ctx)
	for i := range m.options.Projects {
		group.Go(func() error {
			took, err := m.changeConfig(groupCtx, i)
			times[i] = took.Seconds()
			return err
		})
	}
	err := group.Wait()
	result.report(times)
	return err
}

func (m *measurement) changeConfig(ctx context.Context, i int) (time.Duration, error) {
	began := time.Now()
	version, err := m.writeConfig(ctx, i)
	if err != nil {
		return 0, err
	}
	err = m.boards.await(ctx, m.seedsOf(i), project(i), version)
	return time.Since(began), err
}

// changeShoots changes the status of all Shoots, as gardenlet does, and waits until the controller is idle.
func (m *measurement) changeShoots(ctx context.Context, result *Result) error {
	result.Changes = m.options.Shoots
	if err := each(ctx, m.options.Shoots, m.progressShoot); err != nil {
		return err
	}
	return pause(ctx, 5*time.Second)
}

func (r *Result) report(times []float64) {
	slices.Sort(times)
	r.Changes = len(times)
	r.MedianSeconds, r.MaxSeconds = rounded(times[len(times)/2]), rounded(times[len(times)-1])
}

func rounded(value float64) float64 { return math.Round(value*100) / 100 }

func pause(ctx context.Context, length time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(length):
		return nil
	}
}

// each calls a function n times, with up to 16 concurrent calls.
func each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	group, groupCtx := errgroup.WithContext(ctx)
	group.SetLimit(16)
	for i := range n {
		group.Go(func() error { return do(groupCtx, i) })
	}
	return group.Wait()
}

// environment returns the environment of the current process with additional variables.
func environment(further ...string) []string { return append(os.Environ(), further...) }
