// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package push

import (
	"fmt"

	"github.com/prometheus/client_golang/prometheus"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// outcome is what became of a request.
type outcome string

const (
	// accepted is a push that is handed on.
	accepted outcome = "accepted"
	// ignored is a request that knows the token, about something else than a push, or a ping, which needs no token.
	ignored outcome = "ignored"
	// deferred is a push beyond the rate of its project, which is handed on later.
	deferred outcome = "deferred"
	// refused is a request that does not know the token, or a path that no project has.
	refused outcome = "refused"
	// limited is a request that exceeds a limit.
	limited outcome = "limited"
	// failed is a push that could not be stored.
	failed outcome = "failed"
)

// stranger is the type of requests to paths that no project has.
const stranger = fluxv1alpha1.PushType("unknown")

// Outcomes counts requests. All values of its labels are there from the start.
type Outcomes struct {
	requests *prometheus.CounterVec
}

// NewOutcomes creates the metric and registers it.
func NewOutcomes(registry prometheus.Registerer) (*Outcomes, error) {
	o := &Outcomes{requests: prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: "shoot_flux", Name: "pushes_total",
		Help: "Requests to the endpoint for webhooks of projects, by type of the webhook (unknown: no project has the path) and outcome.",
	}, []string{"type", "outcome"})}
	for _, kind := range append(fluxv1alpha1.PushTypes(), stranger) {
		for _, outcome := range []outcome{accepted, ignored, deferred, refused, limited, failed} {
			o.requests.WithLabelValues(string(kind), string(outcome))
		}
	}
	if err := registry.Register(o.requests); err != nil {
		return nil, fmt.Errorf("failed to register the metric of webhooks: %w", err)
	}
	return o, nil
}

func (o *Outcomes) count(kind fluxv1alpha1.PushType, of outcome) {
	o.requests.WithLabelValues(string(kind), string(of)).Inc()
}
