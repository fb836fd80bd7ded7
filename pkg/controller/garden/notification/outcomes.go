// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"fmt"

	"github.com/prometheus/client_golang/prometheus"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// outcome is what became of a message, or of an attempt to send it.
type outcome string

const (
	// sent is a message that its receiver has taken.
	sent outcome = "sent"
	// failed is an attempt that has failed.
	failed outcome = "failed"
	// givenUp is a message that could not be sent for too long.
	givenUp outcome = "given_up"
)

// Outcomes counts messages. All values of its labels are there from the start.
type Outcomes struct {
	messages *prometheus.CounterVec
}

// NewOutcomes creates the metric and registers it.
func NewOutcomes(registry prometheus.Registerer) (*Outcomes, error) {
	o := &Outcomes{messages: prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: "shoot_flux", Name: "notifications_total",
		Help: "Messages to receivers of projects, by type of the receiver and outcome.",
	}, []string{"type", "outcome"})}
	for _, kind := range fluxv1alpha1.NotificationTypes() {
		for _, outcome := range []outcome{sent, failed, givenUp} {
			o.messages.WithLabelValues(string(kind), string(outcome))
		}
	}
	if err := registry.Register(o.messages); err != nil {
		return nil, fmt.Errorf("failed to register the metric of notifications: %w", err)
	}
	return o, nil
}

func (o *Outcomes) count(kind fluxv1alpha1.NotificationType, of outcome) {
	o.messages.WithLabelValues(string(kind), string(of)).Inc()
}
