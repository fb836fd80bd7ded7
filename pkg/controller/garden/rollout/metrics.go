// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// NewBaselinePhase registers the metric with the phase of the rollout of the baseline.
func NewBaselinePhase(registry prometheus.Registerer) *metrics.Phase[rollout.Phase] {
	return metrics.NewPhase(registry, "shoot_flux_baseline_rollout", "1 for the phase of the rollout of the operator's baseline. Only the leader exports it.", rollout.Phases())
}

// NewVersionPhase registers the metric with the phase of the rollout of the default Flux version.
func NewVersionPhase(registry prometheus.Registerer) *metrics.Phase[rollout.Phase] {
	return metrics.NewPhase(registry, "shoot_flux_version_rollout", "1 for the phase of the operator's rollout of the default Flux version. Only the leader exports it.", rollout.Phases())
}

// Phases exports the number of projects with a rollout by phase. Only the leader has these numbers; other replicas
// export zeros.
type Phases struct {
	gauge *prometheus.GaugeVec

	mutex    sync.Mutex
	projects map[string]rollout.Phase
}

// NewPhases registers the metric.
func NewPhases(registry prometheus.Registerer) *Phases {
	p := &Phases{
		gauge: promauto.With(registry).NewGaugeVec(prometheus.GaugeOpts{
			Name: "shoot_flux_rollouts", Help: "Projects with a rollout, by its phase. Only the leader counts them.",
		}, []string{"phase"}),
		projects: map[string]rollout.Phase{},
	}
	for _, phase := range rollout.Phases() {
		p.gauge.WithLabelValues(string(phase)).Set(0)
	}
	return p
}

// set records the phase of a project. The phase is empty if the project has no rollout.
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
