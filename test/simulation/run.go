// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package simulation

import (
	"bytes"
	"testing"
	"testing/synctest"
	"time"

	"github.com/go-logr/logr"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	utilruntime "k8s.io/apimachinery/pkg/util/runtime"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history/check"
)

// Options of a run.
type Options struct {
	// Seed decides everything that is left to chance.
	Seed uint64
	// Days is how long a run lasts.
	Days float64
	// Events replace those that follow from Seed and Days, unless they are nil.
	Events []Event
	// Perturb are the writes and reads that are perturbed.
	Perturb []Perturbation
	// Projects are the projects that exist; all if it is empty.
	Projects []string
	// HealthPeriod is the time between two health checks of a ready shoot; 1m if it is 0, as in the chart.
	HealthPeriod time.Duration
	// Swift lets Flux apply a commit at once, as it does with few objects that are ready soon. Otherwise it takes seconds.
	Swift bool
	// Latency is the median time that the API servers of shoots take for a request; 5ms if it is 0.
	Latency time.Duration
	// Log receives what the processes log. The zero value discards it.
	Log logr.Logger
}

// times are those of the pages that do not hold in a simulation: it observes each change without a silence, and faults
// delay what a healthy landscape does in time.
func (Options) times() map[string]metav1.Duration {
	return map[string]metav1.Duration{
		history.TimeSilence: {Duration: 1000 * 24 * time.Hour},
	}
}

// Result is what a run has shown.
type Result struct {
	// History is the history of the run, and Observations are its lines.
	History      []byte
	Observations []history.Observation
	// Events are the events that have taken place.
	Events []Event
	// Requests is how many requests the processes have sent, without watches.
	Requests int64
	// Writes and Reads count the requests by their places.
	Writes, Reads map[string]int
	// Perturbed are the perturbations that have taken place.
	Perturbed []Perturbation
	// Violations are the promises that the history breaks.
	Violations []check.Violation
	// Broken are the violations that the judge cannot see.
	Broken []check.Violation
	// Err is an error of the simulation itself.
	Err error
}

// Run runs the landscape and judges its history.
func Run(t *testing.T, options Options) Result {
	t.Helper()
	result := Simulate(t, options)
	if result.Err == nil {
		result.Violations = append(check.History(result.Observations), result.Broken...)
	}
	return result
}

// Simulate runs the landscape without judging its history.
func Simulate(t *testing.T, options Options) Result {
	t.Helper()
	if options.HealthPeriod == 0 {
		options.HealthPeriod = time.Minute
	}
	if len(options.Projects) == 0 {
		options.Projects = projectNames()
	}
	if options.Events == nil {
		options.Events = Generate(options.Seed, options.Days, options.Projects)
	}
	if options.Log.GetSink() == nil {
		options.Log = logr.Discard()
	}
	defer chance{options.Seed}.replaceCrypto()()
	// Its back-off compares the simulated time with the one outside.
	utilruntime.ErrorHandlers = nil
	result := Result{Events: options.Events}
	to := &bytes.Buffer{}
	synctest.Test(t, func(t *testing.T) {
		w, err := newWorld(t.Context(), options, to)
		if err != nil {
			result.Err = err
			return
		}
		result.Err = w.live(time.Duration(options.Days * float64(24*time.Hour)))
		result.Requests, result.Writes, result.Reads, result.Perturbed, result.Broken = w.requests.Load(), w.writes, w.reads, w.perturbed, w.broken()
	})
	result.History = to.Bytes()
	if result.Err == nil {
		result.Observations, result.Err = history.Read(bytes.NewReader(result.History))
	}
	return result
}

// tick is the time between two steps of gardenlet, gardener-resource-manager and Flux.
const tick = 2 * time.Second

// live runs the landscape for a time.
func (w *world) live(lasts time.Duration) error {
	begin := time.Now()
	w.populate()
	for _, name := range processNames() {
		w.processes[name].start()
		time.Sleep(time.Second) // Nothing is to happen at the same instant.
	}
	next := 0
	for time.Since(begin) < lasts && w.failure() == nil {
		for ; next < len(w.options.Events) && time.Since(begin) >= w.options.Events[next].At; next++ {
			w.execute(w.options.Events[next])
		}
		w.chance.jitter("tick")
		w.gardenlets()
		time.Sleep(tick)
	}
	w.cancel() // From now on, no process starts.
	for _, name := range processNames() {
		w.processes[name].kill()
	}
	w.group.Wait()
	err := w.failure()
	if failed := w.follower.End(); err == nil {
		err = failed
	}
	// Goroutines of ended processes end by their own timeouts, which are longer after a clock was set back.
	time.Sleep(time.Hour + 2*mostOffset)
	return err
}

func (w *world) failure() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	return w.failed
}
