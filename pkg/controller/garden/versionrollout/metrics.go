// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package versionrollout

import (
	"github.com/prometheus/client_golang/prometheus"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/versionrollout"
)

// Phase exports the phase of the rollout. Only the leader knows it: the others export zeros.
type Phase struct {
	gauge *prometheus.GaugeVec
}

// NewPhase returns a Phase that is registered.
func NewPhase(registry prometheus.Registerer) (*Phase, error) {
	p := &Phase{gauge: prometheus.NewGaugeVec(prometheus.GaugeOpts{
		Name: "shoot_flux_version_rollout", Help: "1 for the phase of the operator's rollout of the default Flux version. Only the leader knows it.",
	}, []string{"phase"})}
	p.set("")
	return p, registry.Register(p.gauge)
}

func (p *Phase) set(phase versionrollout.Phase) {
	for _, each := range versionrollout.Phases() {
		value := 0.0
		if each == phase {
			value = 1
		}
		p.gauge.WithLabelValues(string(each)).Set(value)
	}
}
