// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

const (
	resultAsked   = "asked"
	resultSkipped = "skipped"
	resultFailed  = "failed"
)

// Pushes counts what follows from pushes on a seed. All values of its label are there from the start.
type Pushes struct {
	reads   *prometheus.CounterVec
	applied prometheus.Histogram
}

// NewPushes creates the metrics and registers them.
func NewPushes(registry prometheus.Registerer) (*Pushes, error) {
	p := &Pushes{
		reads: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: prefix, Name: "push_reads_total",
			Help: "Turns of shoots after pushes, by result: asked (Flux reads its source), skipped (it was asked before, or polls), failed (it polls).",
		}, []string{"result"}),
		applied: prometheus.NewHistogram(prometheus.HistogramOpts{
			Namespace: prefix, Name: "push_applied_seconds",
			Help:    "Time from a push to when a shoot has applied its revision.",
			Buckets: []float64{1, 2, 3, 5, 10, 20, 30, 60, 120, 300, 600},
		}),
	}
	for _, result := range []string{resultAsked, resultSkipped, resultFailed} {
		p.reads.WithLabelValues(result)
	}
	for _, collector := range []prometheus.Collector{p.reads, p.applied} {
		if err := registry.Register(collector); err != nil {
			return nil, fmt.Errorf("failed to register a metric: %w", err)
		}
	}
	return p, nil
}

// Asked counts a shoot in which Flux reads its source because of a push.
func (p *Pushes) Asked() { p.reads.WithLabelValues(resultAsked).Inc() }

// Skipped counts a shoot that was not asked.
func (p *Pushes) Skipped() { p.reads.WithLabelValues(resultSkipped).Inc() }

// Failed counts a shoot that could not be asked.
func (p *Pushes) Failed() { p.reads.WithLabelValues(resultFailed).Inc() }

// Applied observes how long after a push a revision was applied.
func (p *Pushes) Applied(after time.Duration) { p.applied.Observe(after.Seconds()) }
