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

// Pushes counts the results of pushes on a seed.
type Pushes struct {
	reads   *prometheus.CounterVec
	applied *prometheus.HistogramVec
}

// NewPushes registers the metrics.
func NewPushes(registry prometheus.Registerer) *Pushes {
	return &Pushes{
		reads: NewCounter(registry, "push_reads_total", "Turns of shoots after pushes, by result: asked (Flux reads its source), skipped (it was asked before, or polls), failed (it polls).",
			Values("result", resultAsked, resultSkipped, resultFailed)),
		applied: newHistogram(registry, "push_applied_seconds", "Time from a push until a shoot has applied its revision.", []float64{1, 2, 3, 5, 10, 20, 30, 60, 120, 300, 600}),
	}
}

// Asked counts a shoot whose Flux reads its source because of a push.
func (p *Pushes) Asked() { p.reads.WithLabelValues(resultAsked).Inc() }

// Skipped counts a shoot that needs no annotation.
func (p *Pushes) Skipped() { p.reads.WithLabelValues(resultSkipped).Inc() }

// Failed counts a shoot whose source could not be annotated.
func (p *Pushes) Failed() { p.reads.WithLabelValues(resultFailed).Inc() }

// Applied observes the time from a push until a shoot has applied its revision.
func (p *Pushes) Applied(after time.Duration) { p.applied.WithLabelValues().Observe(after.Seconds()) }

// Values of the labels of NewRegistrations. A failed request has the reason for the failure as its result.
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
