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
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/go-logr/logr"
	"golang.org/x/sync/errgroup"

	gardenrollout "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape"
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
	// Changes is the number of projects that are changed in a phase, one by one or at once.
	Changes int
	// Phases are the names of the phases to run. If it is empty, all phases are run. The phase start always is.
	Phases []string
	// Settle is the time between the start and the measurement, and Rest the length of the idle phase.
	Settle, Rest time.Duration
	// CheckInterval is the time between two requests of a check; zero for the default.
	CheckInterval time.Duration
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
	Phase    string `json:"phase"`
	Shoots   int    `json:"shoots"`
	Projects int    `json:"projects"`
	Seeds    int    `json:"seeds"`
	// Seconds is the length of the phase, or of the part of it that a phase has measured itself.
	Seconds float64 `json:"seconds"`
	// Changes is the number of changed objects, and MillisecondsPerChange the CPU time per change.
	Changes               int     `json:"changes,omitempty"`
	MillisecondsPerChange float64 `json:"cpuMillisecondsPerChange,omitempty"`
	// MedianSeconds and MaxSeconds are times until a change has arrived: a change of flux-config and a push on the notice
	// boards of all seeds of the project, a rollout in all rings, and a failure at the receiver of the project.
	MedianSeconds float64 `json:"medianSeconds,omitempty"`
	MaxSeconds    float64 `json:"maxSeconds,omitempty"`
	// AnswerMaxSeconds is the maximum time until the response to a push.
	AnswerMaxSeconds float64 `json:"answerMaxSeconds,omitempty"`
	// Messages is the number of messages to receivers of projects.
	Messages int `json:"messages,omitempty"`
	// ReadySeconds, NoticeSeconds and DecisionSeconds are times from the start of the process until it is ready, until the
	// notice boards are current, and until the rollout of the project that was changed before the start has a decision.
	ReadySeconds    float64 `json:"readySeconds,omitempty"`
	NoticeSeconds   float64 `json:"noticeSeconds,omitempty"`
	DecisionSeconds float64 `json:"decisionSeconds,omitempty"`
	// Statuses is the number of requests to the Git host.
	Statuses int `json:"statuses,omitempty"`
	// Checks is the number of checks that were asked, and Asked the number of requests for them.
	Checks       int     `json:"checks,omitempty"`
	Asked        int     `json:"asked,omitempty"`
	AskedPerHour float64 `json:"askedPerHour,omitempty"`
	// Decisions is the number of decisions on rollouts, and MillisecondsPerDecision the CPU time per decision, with all
	// that the process does in the phase.
	Decisions               int     `json:"decisions,omitempty"`
	MillisecondsPerDecision float64 `json:"cpuMillisecondsPerDecision,omitempty"`
	perDecision             bool
	// Requests is the number of requests to the garden, without watches in progress.
	Requests          int              `json:"requests"`
	RequestsPerMinute float64          `json:"requestsPerMinute"`
	Controller        simulation.Usage `json:"controller"`
}

// measurement is a measurement in progress.
type measurement struct {
	*estate

	options    Options
	controller *simulation.Controller
	requests   int
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
	if result.Seconds == 0 {
		result.Seconds = rounded(time.Since(began).Seconds())
	}
	var err error
	if result.Controller, err = m.controller.Take(ctx); err != nil {
		return err
	}
	if result.Requests, err = m.takeRequests(ctx); err != nil {
		return err
	}
	if result.Seconds > 0 {
		result.RequestsPerMinute = rounded(float64(result.Requests) / result.Seconds * 60)
	}
	if result.Decisions = result.Controller.Reconciles[gardenrollout.ProjectController]; !result.perDecision {
		result.Decisions = 0
	}
	if result.Decisions > 0 {
		result.MillisecondsPerDecision = rounded(result.Controller.CPUSeconds * 1000 / float64(result.Decisions))
	}
	if result.Changes > 0 {
		result.MillisecondsPerChange = rounded(result.Controller.CPUSeconds * 1000 / float64(result.Changes))
	}
	return json.NewEncoder(m.options.Out).Encode(result)
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
