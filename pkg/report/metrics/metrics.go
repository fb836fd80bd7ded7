// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

// prefix is that of the names of all metrics.
const prefix = "shoot_flux"

// Options are the options of the metrics.
type Options struct {
	// Clock returns the time.
	Clock clock.PassiveClock
}

// Metrics are the counters and histograms of the extension. All values of all labels exist from the start, so that a query returns a zero
// before the first event.
type Metrics struct {
	clock               clock.PassiveClock
	operations          *prometheus.HistogramVec
	deliveries          *prometheus.HistogramVec
	configurationErrors *prometheus.CounterVec
	garden              *prometheus.CounterVec
	webhook             *prometheus.CounterVec
}

// New creates the metrics and registers them.
func New(registry prometheus.Registerer, options Options) (*Metrics, error) {
	m := &Metrics{
		clock: options.Clock,
		operations: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: prefix, Name: "operation_duration_seconds",
			Help:    "Duration of operations on Extensions, by operation and result.",
			Buckets: []float64{0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180},
		}, []string{"operation", "result"}),
		deliveries: prometheus.NewHistogramVec(prometheus.HistogramOpts{
			Namespace: prefix, Name: "delivery_duration_seconds",
			Help:    "Duration of writing the ManagedResources of a shoot, by result.",
			Buckets: []float64{0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30},
		}, []string{"result"}),
		configurationErrors: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: prefix, Name: "configuration_errors_total",
			Help: "Reconciliations that delivered nothing because of a configuration error, by where the error is.",
		}, []string{"kind"}),
		garden: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: prefix, Name: "garden_requests_total",
			Help: "Requests to the API server of the garden, by verb, resource and result.",
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
	for _, kind := range configurationErrorKinds() {
		m.configurationErrors.WithLabelValues(string(kind))
	}
	for request := range gardenRequests {
		for _, result := range gardenResults {
			m.garden.WithLabelValues(request.verb, request.resource, result)
		}
	}
	for _, collector := range []prometheus.Collector{m.operations, m.deliveries, m.configurationErrors, m.garden, m.webhook} {
		if err := registry.Register(collector); err != nil {
			return nil, fmt.Errorf("failed to register a metric: %w", err)
		}
	}
	return m, nil
}

// Delivery starts to measure a delivery. The returned function ends it.
func (m *Metrics) Delivery() func(error) {
	started := m.clock.Now()
	return func(err error) {
		result := resultSuccess
		if err != nil {
			result = resultError
		}
		m.deliveries.WithLabelValues(result).Observe(m.since(started))
	}
}

// Webhook counts the answers of a webhook. This one denies a request only after an error, and controller-runtime, which counts the codes
// of HTTP answers, counts a denied request as a success.
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

// ConfigurationError counts a reconciliation that did not deliver everything because of a configuration error.
func (m *Metrics) ConfigurationError(kind ConfigurationErrorKind) {
	m.configurationErrors.WithLabelValues(string(kind)).Inc()
}

func (m *Metrics) since(started time.Time) float64 { return m.clock.Since(started).Seconds() }

// ConfigurationErrorKind is the kind of document with a configuration error.
type ConfigurationErrorKind string

const (
	// ConfigurationErrorOperator is an error in the configuration of the operator.
	ConfigurationErrorOperator ConfigurationErrorKind = "operator"
	// ConfigurationErrorProject is an error in the project's ConfigMap flux-config.
	ConfigurationErrorProject ConfigurationErrorKind = "project"
	// ConfigurationErrorShoot is an error in the Shoot's providerConfig, or an object in the shoot that its configuration or the project's
	// conflicts with.
	ConfigurationErrorShoot ConfigurationErrorKind = "shoot"
	// ConfigurationErrorDeployKey is a Secret with the deploy key that cannot be used.
	ConfigurationErrorDeployKey ConfigurationErrorKind = "deploy_key"
	// ConfigurationErrorProjectMissing is a ConfigMap flux-config that was removed after objects were delivered because of it.
	ConfigurationErrorProjectMissing ConfigurationErrorKind = "project_missing"
	// ConfigurationErrorShootMissing is a providerConfig that was removed after objects were delivered because of it.
	ConfigurationErrorShootMissing ConfigurationErrorKind = "shoot_missing"
	// ConfigurationErrorSourceMissing is configuration without a source, although one is synced.
	ConfigurationErrorSourceMissing ConfigurationErrorKind = "source_missing"
	// ConfigurationErrorOther is any other error.
	ConfigurationErrorOther ConfigurationErrorKind = "other"
)

func configurationErrorKinds() []ConfigurationErrorKind {
	return []ConfigurationErrorKind{
		ConfigurationErrorOperator, ConfigurationErrorProject, ConfigurationErrorShoot, ConfigurationErrorDeployKey,
		ConfigurationErrorProjectMissing, ConfigurationErrorShootMissing, ConfigurationErrorSourceMissing, ConfigurationErrorOther,
	}
}
