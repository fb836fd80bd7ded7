// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"cmp"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

const (
	resultAsked    = "asked"
	resultSkipped  = "skipped"
	resultFailed   = "failed"
	actionRegister = "register"
	actionRemove   = "remove"
)

// Pushes counts the results of pushes on a seed. All label values exist from the start.
type Pushes struct {
	reads   *prometheus.CounterVec
	applied prometheus.Histogram
}

// NewPushes creates the metrics and registers them.
func NewPushes(registry prometheus.Registerer) (*Pushes, error) {
	p := &Pushes{
		reads: newCounter("push_reads_total", "Turns of shoots after pushes, by result: asked (Flux reads its source), skipped (it was asked before, or polls), failed (it polls).", "result",
			resultAsked, resultSkipped, resultFailed),
		applied: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: prefix, Name: "push_applied_seconds",
			Help:    "Time from a push to when a shoot has applied its revision.",
			Buckets: []float64{1, 2, 3, 5, 10, 20, 30, 60, 120, 300, 600},
		}),
	}
	return p, register(registry, p.reads, p.applied)
}

// Asked counts a shoot whose Flux reads its source because of a push.
func (p *Pushes) Asked() { p.reads.WithLabelValues(resultAsked).Inc() }

// Skipped counts a shoot that was not asked.
func (p *Pushes) Skipped() { p.reads.WithLabelValues(resultSkipped).Inc() }

// Failed counts a shoot that could not be asked.
func (p *Pushes) Failed() { p.reads.WithLabelValues(resultFailed).Inc() }

// Applied observes the time from a push to its revision in a shoot.
func (p *Pushes) Applied(after time.Duration) { p.applied.Observe(after.Seconds()) }

// Registrations counts the requests to Git hosts. All label values exist from the start.
type Registrations struct {
	requests *prometheus.CounterVec
}

// NewRegistrations creates the metric and registers it. failures lists the possible reasons for a failed request.
func NewRegistrations(registry prometheus.Registerer, failures []string) (*Registrations, error) {
	r := &Registrations{requests: prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: prefix, Name: "deploy_key_registrations_total",
		Help: "Requests to Git hosts to register or remove deploy keys, by action and result.",
	}, []string{"action", "result"})}
	for _, action := range []string{actionRegister, actionRemove} {
		for _, result := range slices.Concat([]string{resultSuccess}, failures) {
			r.requests.WithLabelValues(action, result)
		}
	}
	return r, register(registry, r.requests)
}

// Registered counts a request to register a deploy key. The failure is one of the known ones, or empty.
func (r *Registrations) Registered(failure string) { r.count(actionRegister, failure) }

// Removed counts a request to remove a deploy key. The failure is one of the known ones, or empty.
func (r *Registrations) Removed(failure string) { r.count(actionRemove, failure) }

func (r *Registrations) count(action, failure string) {
	r.requests.WithLabelValues(action, cmp.Or(failure, resultSuccess)).Inc()
}
