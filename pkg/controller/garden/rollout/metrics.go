// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"sync"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Phases exports how many projects have a rollout in which phase. Only the leader knows that: the others export zeros.
type Phases struct {
	gauge *prometheus.GaugeVec

	mutex    sync.Mutex
	projects map[string]rollout.Phase
}

// NewPhases returns Phases that are registered.
func NewPhases(registry prometheus.Registerer) (*Phases, error) {
	p := &Phases{
		gauge: prometheus.NewGaugeVec(prometheus.GaugeOpts{
			Name: "shoot_flux_rollouts", Help: "Projects with a rollout, by its phase. Only the leader counts them.",
		}, []string{"phase"}),
		projects: map[string]rollout.Phase{},
	}
	for _, phase := range rollout.Phases() {
		p.gauge.WithLabelValues(string(phase)).Set(0)
	}
	return p, registry.Register(p.gauge)
}

// set records the phase of a project; empty if it has no rollout.
func (p *Phases) set(project string, phase rollout.Phase) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if before := p.projects[project]; before != "" {
		p.gauge.WithLabelValues(string(before)).Dec()
	}
	delete(p.projects, project)
	if phase != "" {
		p.projects[project] = phase
		p.gauge.WithLabelValues(string(phase)).Inc()
	}
}
