// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package metrics registers the Prometheus metrics of the extension. No label may contain the name of a Shoot or
// project, so that the number of time series does not depend on the number of Shoots or projects.
package metrics

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/webhook/admission"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
)

// Metrics are the counters and histograms of the extension.
type Metrics struct {
	clock               clock.PassiveClock
	operations          *prometheus.HistogramVec
	deliveries          *prometheus.HistogramVec
	configurationErrors *prometheus.CounterVec
	garden              *prometheus.CounterVec
	webhook             *prometheus.CounterVec
}

// New registers the metrics.
func New(registry prometheus.Registerer, now clock.PassiveClock) *Metrics {
	result := Values("result", ResultSuccess, resultError)
	m := &Metrics{
		clock: now,
		operations: newHistogram(registry, "operation_duration_seconds", "Duration of operations on Extensions, by operation and result.",
			[]float64{0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 180},
			Values("operation", "reconcile", "restore", "migrate", "delete", "forcedelete"), Values("result", ResultSuccess, resultConfigurationError, resultWaiting, resultError)),
		deliveries: newHistogram(registry, "delivery_duration_seconds", "Duration of writing the ManagedResources of a shoot, by result.",
			[]float64{0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30}, result),
		configurationErrors: NewCounter(registry, "configuration_errors_total", "Reconciliations that delivered nothing because of a configuration error, by the location of the error.",
			Values("kind", document.ErrorKindOperator, document.ErrorKindProject, document.ErrorKindShoot, document.ErrorKindDeployKey,
				document.ErrorKindProjectMissing, document.ErrorKindShootMissing, document.ErrorKindSourceMissing, document.ErrorKindOther)),
		garden: NewCounter(registry, "garden_requests_total", "Requests to the API server of the garden, by verb, resource and result.",
			LabelValues{name: "verb"}, LabelValues{name: "resource"}, LabelValues{name: "result"}),
		webhook: NewCounter(registry, "webhook_requests_total", "Requests to the webhook for gardener-resource-manager, by result.", result),
	}
	for resource, verbs := range gardenRequests {
		for _, verb := range verbs {
			for _, result := range gardenResults {
				m.garden.WithLabelValues(verb, resource, result)
			}
		}
	}
	return m
}

// Delivery starts to measure the duration of a delivery. The caller must call the returned function with the result of
// the delivery.
func (m *Metrics) Delivery() func(error) {
	started := m.clock.Now()
	return func(err error) {
		m.deliveries.WithLabelValues(resultIf(err == nil)).Observe(m.clock.Since(started).Seconds())
	}
}

// Webhook wraps a handler and counts its responses: each denied request counts as an error. Use it only for a webhook
// that denies a request solely if its handler fails. The metrics of controller-runtime do not suffice: they count HTTP
// status codes, so a denied request counts as a success.
func (m *Metrics) Webhook(next admission.Handler) admission.Handler {
	return admission.HandlerFunc(func(ctx context.Context, request admission.Request) admission.Response {
		response := next.Handle(ctx, request)
		m.webhook.WithLabelValues(resultIf(response.Allowed)).Inc()
		return response
	})
}

// ConfigurationError counts a reconciliation that a configuration error has blocked.
func (m *Metrics) ConfigurationError(kind document.ErrorKind) {
	m.configurationErrors.WithLabelValues(string(kind)).Inc()
}

func resultIf(succeeded bool) string {
	if succeeded {
		return ResultSuccess
	}
	return resultError
}
