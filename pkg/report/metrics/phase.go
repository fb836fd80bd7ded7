// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// Phase exports the phase of a rollout of the operator: 1 for this phase, 0 for the others. Only the leader knows the
// phase; other replicas export zeros.
type Phase[P ~string] struct {
	gauge  *prometheus.GaugeVec
	phases []P
}

// NewPhase registers a metric with label phase for these phases.
func NewPhase[P ~string](registry prometheus.Registerer, name, help string, phases []P) *Phase[P] {
	p := &Phase[P]{
		gauge:  promauto.With(registry).NewGaugeVec(prometheus.GaugeOpts{Name: name, Help: help}, []string{"phase"}),
		phases: phases,
	}
	p.Set("")
	return p
}

// Set exports the phase.
func (p *Phase[P]) Set(phase P) {
	for _, each := range p.phases {
		value := 0.0
		if each == phase {
			value = 1
		}
		p.gauge.WithLabelValues(string(each)).Set(value)
	}
}
