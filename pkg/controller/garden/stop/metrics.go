// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package stop

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/stop"
)

// Metric exports whether the operator has stopped all rollouts.
type Metric struct{ gauge prometheus.Gauge }

// NewMetric registers the metric.
func NewMetric(registry prometheus.Registerer) *Metric {
	return &Metric{promauto.With(registry).NewGauge(prometheus.GaugeOpts{
		Name: "shoot_flux_all_rollouts_stopped", Help: "1 while the operator has stopped all rollouts. Only the leader exports it.",
	})}
}

func (m *Metric) set(record stop.Record) {
	value := 0.0
	if record.Stopped {
		value = 1
	}
	m.gauge.Set(value)
}
