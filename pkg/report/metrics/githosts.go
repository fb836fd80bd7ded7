// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

const (
	resultAsked   = "asked"
	resultSkipped = "skipped"
	resultFailed  = "failed"
)

// Pushes contains the metrics about pushes on a seed.
type Pushes struct {
	reads   *prometheus.CounterVec
	applied *prometheus.HistogramVec
}

// NewPushes registers the metrics about pushes.
func NewPushes(registry prometheus.Registerer) *Pushes {
	return &Pushes{
		reads: NewCounter(registry, "push_reads_total", "Turns of shoots after pushes, by result: asked (Flux reads its source), skipped (it was asked before, or polls), failed (it polls).",
			Values("result", resultAsked, resultSkipped, resultFailed)),
		applied: newHistogram(registry, "push_applied_seconds", "Time from a push until a shoot has applied its revision.", []float64{1, 2, 3, 5, 10, 20, 30, 60, 120, 300, 600}),
	}
}

// Asked counts a shoot whose source was annotated after a push, so that Flux reads it.
func (p *Pushes) Asked() { p.reads.WithLabelValues(resultAsked).Inc() }

// Skipped counts a shoot whose source needs no annotation after a push.
func (p *Pushes) Skipped() { p.reads.WithLabelValues(resultSkipped).Inc() }

// Failed counts a shoot whose source could not be annotated after a push.
func (p *Pushes) Failed() { p.reads.WithLabelValues(resultFailed).Inc() }

// Applied records the time from a push until a shoot has applied the pushed revision.
func (p *Pushes) Applied(after time.Duration) { p.applied.WithLabelValues().Observe(after.Seconds()) }

// Label values of the counter from NewRegistrations. For a failed request, the result is the reason for the failure.
const (
	ActionRegister = "register"
	ActionRemove   = "remove"
	ResultSuccess  = "success"
)

// NewRegistrations registers the counter of requests to Git hosts. failures lists the possible reasons for a failed
// request.
func NewRegistrations[T ~string](registry prometheus.Registerer, failures []T) *prometheus.CounterVec {
	return NewCounter(registry, "deploy_key_registrations_total", "Requests to Git hosts to register or remove deploy keys, by action and result.",
		Values("action", ActionRegister, ActionRemove), Values("result", append(failures, ResultSuccess)...))
}
