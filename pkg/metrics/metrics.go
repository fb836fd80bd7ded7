// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

// prefix is that of the names of all metrics.
const prefix = "shoot_flux"

// Options are what the metrics are made with.
type Options struct {
	// Clock tells the time.
	Clock clock.PassiveClock
	// HostFailures are the reasons why a Git host does not register a deploy key.
	HostFailures []string
}

// Metrics are what is counted and measured where it happens. All values of all labels are there from the start, so that a query
// finds a zero where nothing has happened.
type Metrics struct {
	clock         clock.PassiveClock
	operations    *prometheus.HistogramVec
	deliveries    *prometheus.HistogramVec
	mistakes      *prometheus.CounterVec
	registrations *prometheus.CounterVec
	garden        *prometheus.CounterVec
	webhook       *prometheus.CounterVec
}

// New makes the metrics and registers them.
func New(registry prometheus.Registerer, options Options) (*Metrics, error) {
	m := &Metrics{
		clock: options.Clock,
		operations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: prefix, Name: "operation_duration_seconds",
			Help:    "How long operations on Extensions took, by operation and result.",
			Buckets: []float64{0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180},
		}, []string{"operation", "result"}),
		deliveries: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: prefix, Name: "delivery_duration_seconds",
			Help:    "How long it took to write the ManagedResources of a shoot, by result.",
			Buckets: []float64{0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30},
		}, []string{"result"}),
		mistakes: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: prefix, Name: "configuration_errors_total",
			Help: "Reconciliations that delivered nothing, because somebody has to correct the configuration, by what has to be corrected.",
		}, []string{"kind"}),
		registrations: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: prefix, Name: "deploy_key_registrations_total",
			Help: "What Git hosts were asked to do with deploy keys, by action and result.",
		}, []string{"action", "result"}),
		garden: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: prefix, Name: "garden_requests_total",
			Help: "Requests to the garden's API server, by verb, what they are for, and result.",
		}, []string{"verb", "resource", "result"}),
		webhook: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: prefix, Name: "webhook_requests_total",
			Help: "Requests to the webhook for gardener-resource-manager, by result.",
		}, []string{"result"}),
	}
	for _, operation := range operations {
		for _, result := range results {
			m.operations.WithLabelValues(operation, result)
		}
	}
	for _, result := range []string{resultSuccess, resultError} {
		m.deliveries.WithLabelValues(result)
		m.webhook.WithLabelValues(result)
	}
	for _, kind := range mistakeKinds() {
		m.mistakes.WithLabelValues(string(kind))
	}
	for _, action := range []string{actionRegister, actionRemove} {
		for _, result := range slices.Concat([]string{resultSuccess}, options.HostFailures) {
			m.registrations.WithLabelValues(action, result)
		}
	}
	for request := range gardenRequests {
		for _, result := range gardenResults {
			m.garden.WithLabelValues(request.verb, request.resource, result)
		}
	}
	for _, collector := range []prometheus.Collector{m.operations, m.deliveries, m.mistakes, m.registrations, m.garden, m.webhook} {
		if err := registry.Register(collector); err != nil {
			return nil, fmt.Errorf("failed to register a metric: %w", err)
		}
	}
	return m, nil
}

// Delivery begins the measurement of a delivery. What it returns ends it.
func (m *Metrics) Delivery() func(error) {
	begun := m.clock.Now()
	return func(err error) {
		result := resultSuccess
		if err != nil {
			result = resultError
		}
		m.deliveries.WithLabelValues(result).Observe(m.since(begun))
	}
}

// Webhook counts the answers of a webhook. It refuses nothing but what it could not work on, and controller-runtime, which counts how
// HTTP requests end, takes that for a success.
func (m *Metrics) Webhook(next admission.Handler) admission.Handler {
	return admission.HandlerFunc(func(ctx context.Context, request admission.Request) admission.Response {
		response := next.Handle(ctx, request)
		result := resultSuccess
		if !response.Allowed {
			result = resultError
		}
		m.webhook.WithLabelValues(result).Inc()
		return response
	})
}

// Mistake counts a reconciliation that did not deliver everything because of a mistake.
func (m *Metrics) Mistake(kind MistakeKind) { m.mistakes.WithLabelValues(string(kind)).Inc() }

// KeyRegistered counts that a Git host was asked to register a deploy key. The failure is one of the HostFailures, or empty.
func (m *Metrics) KeyRegistered(failure string) { m.registered(actionRegister, failure) }

// KeyRemoved counts that a Git host was asked to remove a deploy key. The failure is one of the HostFailures, or empty.
func (m *Metrics) KeyRemoved(failure string) { m.registered(actionRemove, failure) }

const (
	actionRegister = "register"
	actionRemove   = "remove"
)

func (m *Metrics) registered(action, failure string) {
	if failure == "" {
		failure = resultSuccess
	}
	m.registrations.WithLabelValues(action, failure).Inc()
}

func (m *Metrics) since(begun time.Time) float64 { return m.clock.Since(begun).Seconds() }

// MistakeKind says where somebody has to correct something.
type MistakeKind string

const (
	// MistakeOperator is a mistake in what the operator has configured.
	MistakeOperator MistakeKind = "operator"
	// MistakeProject is a mistake in the project's ConfigMap flux-config.
	MistakeProject MistakeKind = "project"
	// MistakeShoot is a mistake in the Shoot's providerConfig, or what that or the project's configuration finds in the shoot.
	MistakeShoot MistakeKind = "shoot"
	// MistakeDeployKey is a Secret with the deploy key that cannot be used.
	MistakeDeployKey MistakeKind = "deploy_key"
	// MistakeProjectMissing is a ConfigMap flux-config that is gone, although something was made from it.
	MistakeProjectMissing MistakeKind = "project_missing"
	// MistakeShootMissing is a providerConfig that is gone, although something was made from it.
	MistakeShootMissing MistakeKind = "shoot_missing"
	// MistakeSourceMissing is configuration that names no source any more, although one is synced.
	MistakeSourceMissing MistakeKind = "source_missing"
	// MistakeOther is anything else.
	MistakeOther MistakeKind = "other"
)

func mistakeKinds() []MistakeKind {
	return []MistakeKind{
		MistakeOperator, MistakeProject, MistakeShoot, MistakeDeployKey, MistakeProjectMissing, MistakeShootMissing, MistakeSourceMissing, MistakeOther,
	}
}
