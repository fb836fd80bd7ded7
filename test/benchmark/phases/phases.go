// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package phases

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/landscape/simulation"
)

// Options configure a measurement.
type Options struct {
	// ProjectDir is the root of the extension's repository.
	ProjectDir string
	// Dir is an empty directory for all data.
	Dir string
	// Shoots is the number of shoots. Largest is the number of shoots in one project, by default a fifth. The others are
	// distributed over Projects additional projects, by default one per ten shoots.
	Shoots, Largest, Projects int
	// Rest is the length of each idle phase.
	Rest time.Duration
	// GardenOutage is the duration of the outage of the garden's API server.
	GardenOutage time.Duration
	// Patience is the timeout for expected reports.
	Patience time.Duration
	// ControllerArgs are additional arguments of the controller.
	ControllerArgs []string
	// Out receives a line of JSON for each phase.
	Out io.Writer
	// Progress receives the steps.
	Progress io.Writer
}

// Phase is the result of one phase.
type Phase struct {
	// Phase is the name of the phase.
	Phase string `json:"phase"`
	// Shoots and Projects are the numbers of objects.
	Shoots   int `json:"shoots"`
	Projects int `json:"projects"`
	// Seconds is the duration of the phase.
	Seconds float64 `json:"seconds"`
	// Delivered is the time until the operations on all Extensions have succeeded, Reported the time until all Extensions
	// have the expected conditions, and Told the time until all ConfigMaps flux-status have the expected entries. Each is
	// nil if this has not happened.
	Delivered *float64 `json:"deliveredSeconds,omitempty"`
	Reported  *float64 `json:"reportedSeconds,omitempty"`
	Told      *float64 `json:"toldSeconds,omitempty"`
	// ToldMedian is the median of Told for Shoots that changed in the phase.
	ToldMedian *float64 `json:"toldMedianSeconds,omitempty"`
	// Missing counts the Shoots without the expected report.
	Missing *Missing `json:"missing,omitempty"`
	// FluxStatus describes the writes of ConfigMaps flux-status.
	FluxStatus FluxStatus `json:"fluxStatus"`
	// Seed, Garden and AllShoots are the requests to the seed, the garden and the shoots.
	Seed      simulation.Traffic `json:"seed"`
	Garden    simulation.Traffic `json:"garden"`
	AllShoots simulation.Traffic `json:"allShoots"`
	// PerShootMinute is the average number of requests per shoot and minute. MostOfOneObject is the maximum number of
	// requests for one object during the phase.
	PerShootMinute  float64 `json:"requestsPerShootAndMinute"`
	MostOfOneObject int     `json:"mostOfOneObject"`
	// Controller is the resource usage of the controller.
	Controller simulation.Usage `json:"controller"`
}

// Missing counts Shoots without the expected report.
type Missing struct {
	// Undelivered counts Shoots whose operation has not succeeded, InSeed Shoots whose Extensions do not have the expected
	// conditions, and InGarden Shoots that do not have the expected entry in flux-status.
	Undelivered int `json:"undelivered"`
	InSeed      int `json:"inSeed"`
	InGarden    int `json:"inGarden"`
}

// FluxStatus describes the requests for ConfigMaps flux-status.
type FluxStatus struct {
	// Writes and Reads count requests.
	Writes          int     `json:"writes"`
	WritesPerMinute float64 `json:"writesPerMinute"`
	Reads           int     `json:"reads"`
	// SentKiB is the size of requests, and ReceivedKiB the size of responses. The response to a write contains the object.
	SentKiB     float64 `json:"sentKiB"`
	ReceivedKiB float64 `json:"receivedKiB"`
}

func rounded(value float64) float64 { return math.Round(value*100) / 100 }

// benchmark is a benchmark in progress.
type benchmark struct {
	*simulation.Environment

	options    Options
	shoots     []*simulation.Shoot
	controller *simulation.Controller
	began      time.Time
}

// Run measures all phases, and prints each result at the end of its phase. No process remains when Run returns.
func Run(ctx context.Context, options Options) error {
	population := simulation.Spread(options.Shoots)
	if options.Largest != 0 {
		population.Largest = options.Largest
	}
	if options.Projects != 0 {
		population.Projects = options.Projects
	}
	if options.Shoots < 1 || options.Largest < 0 || options.Largest > options.Shoots || options.Projects < 0 {
		return errors.New("there must be at least one shoot, and at least as many as in the largest project")
	}
	options.Projects = population.Projects
	e, err := simulation.Start(ctx, simulation.Options{ProjectDir: options.ProjectDir, Dir: options.Dir, Progress: options.Progress})
	if err != nil {
		return err
	}
	defer e.Stop()
	b := &benchmark{Environment: e, options: options}
	b.progress("seed and garden run")
	population.Trees = true
	if err := e.Populate(ctx, population); err != nil {
		return err
	}
	b.shoots = e.Shoots()
	if err := e.CreateExtensions(ctx, b.shoots...); err != nil {
		return err
	}
	b.progress("%d shoots of %d projects are prepared", len(b.shoots), options.Projects+1)
	b.began = time.Now()
	if b.controller, err = e.StartController(ctx, "only", options.ControllerArgs...); err != nil {
		return err
	}
	return b.measure(ctx)
}

// step is a phase of the benchmark.
type step struct {
	name string
	// do is called at the start of the phase.
	do func(ctx context.Context) error
	// delivers is true if the phase causes deliveries.
	delivers bool
	// settles is true if the phase lasts until all expected reports are received. gardenDown excludes the reports in the
	// garden.
	settles, gardenDown bool
	// lasts is the minimum duration of the phase.
	lasts time.Duration
}

func (b *benchmark) steps() []step {
	rest := b.options.Rest
	return []step{
		{name: "start", delivers: true, settles: true},
		{name: "settle", lasts: rest},
		{name: "rest", lasts: rest},
		{name: "objects-fail", do: b.tenth(func(s *simulation.Shoot) { s.SetObjectsFail(true) }), settles: true},
		{name: "objects-fail-still", lasts: rest},
		{name: "objects-heal", do: b.all(func(s *simulation.Shoot) { s.SetObjectsFail(false) }), settles: true},
		{name: "commit", do: b.all(func(s *simulation.Shoot) { s.SetFlux(simulation.Revision(2), simulation.FetchFailure{}) }), settles: true},
		{name: "git-outage", do: b.all(func(s *simulation.Shoot) { s.SetFlux(simulation.Revision(2), simulation.Outage()) }), settles: true},
		{name: "git-outage-goes-on", lasts: rest},
		{name: "healing", do: b.all(func(s *simulation.Shoot) { s.SetFlux(simulation.Revision(2), simulation.FetchFailure{}) }), settles: true},
		{name: "healed", lasts: rest},
		{name: "shoots-hang", do: b.tenth(func(s *simulation.Shoot) { s.SetHung(true) }), settles: true, lasts: rest},
		{name: "shoots-back", do: b.all(func(s *simulation.Shoot) { s.SetHung(false) }), settles: true},
		{name: "garden-outage", do: b.stopGarden, settles: true, gardenDown: true, lasts: b.options.GardenOutage},
		{name: "garden-back", do: b.startGarden, settles: true},
		{name: "rest-again", lasts: rest},
	}
}

func (b *benchmark) all(do func(s *simulation.Shoot)) func(context.Context) error {
	return func(context.Context) error {
		for _, s := range b.shoots {
			do(s)
		}
		return nil
	}
}

// tenth calls a function for every tenth shoot.
func (b *benchmark) tenth(do func(s *simulation.Shoot)) func(context.Context) error {
	return func(context.Context) error {
		for i := 0; i < len(b.shoots); i += 10 {
			do(b.shoots[i])
		}
		return nil
	}
}

// stopGarden stops the garden's API server and then changes shoots. These changes must be reported after the next
// start.
func (b *benchmark) stopGarden(ctx context.Context) error {
	b.GardenGateway.Close()
	b.Garden.StopAPIServer()
	return b.tenth(func(s *simulation.Shoot) { s.SetFlux(simulation.Revision(2), simulation.RefusedKey()) })(ctx)
}

func (b *benchmark) startGarden(ctx context.Context) error {
	if err := b.Garden.StartAPIServer(ctx); err != nil {
		return err
	}
	return b.GardenGateway.Open()
}

func (b *benchmark) measure(ctx context.Context) error {
	for _, s := range b.steps() {
		phase, err := b.run(ctx, s)
		if err != nil {
			return fmt.Errorf("phase %s: %w", s.name, err)
		}
		line, err := json.Marshal(phase)
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(b.options.Out, string(line)); err != nil {
			return err
		}
	}
	return nil
}

// run runs a phase, and prints its result.
func (b *benchmark) run(ctx context.Context, s step) (Phase, error) {
	b.progress("phase %s", s.name)
	phase := Phase{Phase: s.name, Shoots: len(b.shoots), Projects: b.options.Projects + 1}
	if s.do != nil {
		if err := s.do(ctx); err != nil {
			return Phase{}, err
		}
	}
	if s.settles {
		if err := b.awaitReports(ctx, s, &phase); err != nil {
			return Phase{}, err
		}
	}
	select {
	case <-ctx.Done():
		return Phase{}, context.Cause(ctx)
	case <-b.Failed():
		return Phase{}, b.FailedBecause()
	case <-b.controller.Done():
		return Phase{}, fmt.Errorf("the controller ended, see %s", b.controller.LogFile())
	case <-time.After(s.lasts - time.Since(b.began)):
	}

	passed := time.Since(b.began)
	b.began = time.Now()
	phase.Seconds = rounded(passed.Seconds())
	phase.Seed = b.SeedGateway.Take(passed)
	phase.Garden = b.GardenGateway.Take(passed)
	phase.AllShoots = b.ShootRequests.Take(passed)
	phase.MostOfOneObject = phase.AllShoots.MostOfOneObject()
	phase.PerShootMinute = rounded(phase.AllShoots.PerMinute / float64(len(b.shoots)))
	phase.FluxStatus = fluxStatusOf(phase.Garden, passed)
	var err error
	phase.Controller, err = b.controller.Take(ctx)
	return phase, err
}

func fluxStatusOf(garden simulation.Traffic, passed time.Duration) FluxStatus {
	var status FluxStatus
	var sent, received int64
	for _, verb := range []string{"get", "list", "create", "update", "patch", "apply"} {
		requests := garden.Requests[verb+" configmaps "+simulation.StatusName]
		sent, received = sent+requests.Sent, received+requests.Received
		if verb == "get" || verb == "list" {
			status.Reads += requests.Count
		} else {
			status.Writes += requests.Count
		}
	}
	status.WritesPerMinute = simulation.PerMinute(status.Writes, passed)
	status.SentKiB, status.ReceivedKiB = rounded(float64(sent)/1024), rounded(float64(received)/1024)
	return status
}

func (b *benchmark) progress(format string, arguments ...any) {
	fmt.Fprintf(b.options.Progress, "%s "+format+"\n", append([]any{time.Now().Format(time.TimeOnly)}, arguments...)...)
}
