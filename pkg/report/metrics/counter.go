// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/promauto"
)

// prefix is the prefix of all metric names.
const prefix = "shoot_flux"

// LabelValues is a label with all its values.
type LabelValues struct {
	name   string
	values []string
}

// Values returns a label with the given name and values.
func Values[T ~string](name string, values ...T) LabelValues {
	l := LabelValues{name: name}
	for _, value := range values {
		l.values = append(l.values, string(value))
	}
	return l
}

// NewCounter registers a counter. It initializes the time series for all combinations of label values, so that a query
// returns zero before the first event.
func NewCounter(registry prometheus.Registerer, name, help string, labels ...LabelValues) *prometheus.CounterVec {
	counter := promauto.With(registry).NewCounterVec(prometheus.CounterOpts{Namespace: prefix, Name: name, Help: help}, namesOf(labels))
	combine(labels, nil, func(values []string) { counter.WithLabelValues(values...) })
	return counter
}

// newHistogram registers a histogram, and initializes the time series for all combinations of label values.
func newHistogram(registry prometheus.Registerer, name, help string, buckets []float64, labels ...LabelValues) *prometheus.HistogramVec {
	histogram := promauto.With(registry).NewHistogramVec(prometheus.HistogramOpts{Namespace: prefix, Name: name, Help: help, Buckets: buckets}, namesOf(labels))
	combine(labels, nil, func(values []string) { histogram.WithLabelValues(values...) })
	return histogram
}

func namesOf(labels []LabelValues) []string {
	names := make([]string, len(labels))
	for i, label := range labels {
		names[i] = label.name
	}
	return names
}

// combine calls found with each combination of label values.
func combine(labels []LabelValues, chosen []string, found func(values []string)) {
	if len(labels) == 0 {
		found(chosen)
		return
	}
	for _, value := range labels[0].values {
		combine(labels[1:], append(chosen, value), found)
	}
}
