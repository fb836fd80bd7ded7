// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"fmt"
	"slices"

	"github.com/prometheus/client_golang/prometheus"
)

const (
	actionRegister = "register"
	actionRemove   = "remove"
)

// Registrations counts the requests to Git hosts. All values of all labels exist from the start, so that a query returns a zero before the first
// request.
type Registrations struct {
	requests *prometheus.CounterVec
}

// NewRegistrations creates the metric and registers it. The failures are the reasons of failed requests.
func NewRegistrations(registry prometheus.Registerer, failures []string) (*Registrations, error) {
	r := &Registrations{requests: prometheus.NewCounterVec(prometheus.CounterOpts{
		Namespace: prefix, Name: "deploy_key_registrations_total",
		Help: "Requests to Git hosts to register or remove deploy keys, by action and result.",
	}, []string{"action", "result"})}
	for _, action := range []string{actionRegister, actionRemove} {
		for _, result := range slices.Concat([]string{resultSuccess}, failures) {
			r.requests.WithLabelValues(action, result)
		}
	}
	if err := registry.Register(r.requests); err != nil {
		return nil, fmt.Errorf("failed to register a metric: %w", err)
	}
	return r, nil
}

// Registered counts a request to register a deploy key. The failure is one of those that are known, or empty.
func (r *Registrations) Registered(failure string) { r.count(actionRegister, failure) }

// Removed counts a request to remove a deploy key. The failure is one of those that are known, or empty.
func (r *Registrations) Removed(failure string) { r.count(actionRemove, failure) }

func (r *Registrations) count(action, failure string) {
	if failure == "" {
		failure = resultSuccess
	}
	r.requests.WithLabelValues(action, failure).Inc()
}
