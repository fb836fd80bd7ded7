// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package metrics has the Prometheus metrics of the extension. No label may name a Shoot or a project, so that the
// number of time series does not grow with them.
package metrics

import (
	"context"
	"fmt"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"
)

// prefix is the prefix of all metric names.
const prefix = "shoot_flux"

// Options are the options of the metrics.
type Options struct {
	Clock clock.PassiveClock
}

// Metrics are the counters and histograms of the extension. All label values exist from the start, so that a query
// returns a zero before the first event.
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
		configurationErrors: newCounter("configuration_errors_total", "Reconciliations that delivered nothing because of a configuration error, by where the error is.", "kind", configurationErrorKinds()...),
		garden: prometheus.NewCounterVec(prometheus.CounterOpts{
			Namespace: prefix, Name: "garden_requests_total",
			Help: "Requests to the API server of the garden, by verb, resource and result.",
		}, []string{"verb", "resource", "result"}),
		webhook: newCounter("webhook_requests_total", "Requests to the webhook for gardener-resource-manager, by result.", "result", resultSuccess, resultError),
	}
	for _, operation := range operations {
		for _, result := range results {
			m.operations.WithLabelValues(operation, result)
		}
	}
	for _, result := range []string{resultSuccess, resultError} {
		m.deliveries.WithLabelValues(result)
	}
	for resource, verbs := range gardenRequests {
		for _, verb := range verbs {
			for _, result := range gardenResults {
				m.garden.WithLabelValues(verb, resource, result)
			}
		}
	}
	return m, register(registry, m.operations, m.deliveries, m.configurationErrors, m.garden, m.webhook)
}

func register(registry prometheus.Registerer, collectors ...prometheus.Collector) error {
	for _, collector := range collectors {
		if err := registry.Register(collector); err != nil {
			return fmt.Errorf("failed to register a metric: %w", err)
		}
	}
	return nil
}

// newCounter returns a counter with one series for each of the label values.
func newCounter(name, help, label string, values ...string) *prometheus.CounterVec {
	counter := prometheus.NewCounterVec(prometheus.CounterOpts{Namespace: prefix, Name: name, Help: help}, []string{label})
	for _, value := range values {
		counter.WithLabelValues(value)
	}
	return counter
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

// Webhook counts the responses of a webhook that denies requests only after an error. controller-runtime counts
// the HTTP status codes, so that a denied request counts as a success.
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

// ConfigurationError counts a reconciliation with an incomplete delivery because of a configuration error.
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
	// ConfigurationErrorShoot is an error in the Shoot's providerConfig, or a conflict of the configuration with
	// an object in the shoot.
	ConfigurationErrorShoot ConfigurationErrorKind = "shoot"
	// ConfigurationErrorDeployKey is an unusable Secret with the deploy key.
	ConfigurationErrorDeployKey ConfigurationErrorKind = "deploy_key"
	// ConfigurationErrorProjectMissing is the removal of ConfigMap flux-config after a delivery based on it.
	ConfigurationErrorProjectMissing ConfigurationErrorKind = "project_missing"
	// ConfigurationErrorShootMissing is the removal of the providerConfig after a delivery based on it.
	ConfigurationErrorShootMissing ConfigurationErrorKind = "shoot_missing"
	// ConfigurationErrorSourceMissing is a configuration without a source, although one is synced.
	ConfigurationErrorSourceMissing ConfigurationErrorKind = "source_missing"
	// ConfigurationErrorOther is any other error.
	ConfigurationErrorOther ConfigurationErrorKind = "other"
)

func configurationErrorKinds() []string {
	return []string{
		string(ConfigurationErrorOperator), string(ConfigurationErrorProject), string(ConfigurationErrorShoot), string(ConfigurationErrorDeployKey),
		string(ConfigurationErrorProjectMissing), string(ConfigurationErrorShootMissing), string(ConfigurationErrorSourceMissing), string(ConfigurationErrorOther),
	}
}
