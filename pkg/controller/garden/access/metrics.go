// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package access

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"github.com/go-logr/logr"
	"github.com/prometheus/client_golang/prometheus"
	rbacv1 "k8s.io/api/rbac/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

const (
	// causeForeign stands for a RoleBinding with the fixed name that another client created, causeMissing for
	// all else.
	causeForeign = "foreign"
	causeMissing = "missing"
)

var withoutAccessDesc = prometheus.NewDesc("shoot_flux_seeds_without_access",
	"Seeds without access to a project although they have a Shoot with Flux of it, summed over all projects, by cause.", []string{"cause"}, nil)

// Metrics counts the seeds that lack access. It reads the caches at each scrape and keeps no state. Only the
// leader has the caches.
type Metrics struct {
	// Garden reads Shoots and RoleBindings from caches.
	Garden client.Reader
	// Log logs why the metric is missing.
	Log logr.Logger
	// Timeout bounds a scrape.
	Timeout time.Duration

	// Elected is closed when this process becomes the leader.
	Elected <-chan struct{}
}

var _ prometheus.Collector = &Metrics{}

// Describe sends the description of the metric.
func (m *Metrics) Describe(descs chan<- *prometheus.Desc) { descs <- withoutAccessDesc }

// Collect counts the seeds. After an error it sends nothing, because a zero would be wrong.
func (m *Metrics) Collect(metrics chan<- prometheus.Metric) {
	select {
	case <-m.Elected:
	default:
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), m.Timeout) //nolint:forbidigo // a Collector has no context
	defer cancel()
	counts, err := m.count(ctx)
	if err != nil {
		m.Log.Error(err, "Failed to count the seeds without access to projects, so that the metric is missing")
		return
	}
	for cause, count := range counts {
		metrics <- prometheus.MustNewConstMetric(withoutAccessDesc, prometheus.GaugeValue, float64(count), cause)
	}
}

// count counts the missing pairs of project and seed by cause.
func (m *Metrics) count(ctx context.Context) (map[string]int, error) {
	bindings := &rbacv1.RoleBindingList{}
	if err := m.Garden.List(ctx, bindings, client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("failed to list the RoleBindings for seeds: %w", err)
	}
	shoots, err := garden.ListShoots(ctx, m.Garden, metav1.NamespaceAll)
	if err != nil {
		return nil, err
	}
	causes, present := map[string]string{}, map[string]grants{}
	for i := range bindings.Items {
		binding := &bindings.Items[i]
		if !isOurs(binding) {
			causes[binding.Namespace] = causeForeign
			continue
		}
		present[binding.Namespace] = grantsOf(binding)
	}
	type pair struct{ project, seed string }
	counts, counted := map[string]int{causeForeign: 0, causeMissing: 0}, map[pair]bool{}
	for i := range shoots {
		shoot := &shoots[i]
		if !garden.UsesFlux(shoot) {
			continue
		}
		for _, seed := range garden.SeedsOf(shoot) {
			p := pair{shoot.Namespace, seed}
			if _, has := present[shoot.Namespace][seed]; has || counted[p] || !isSeedName(seed) {
				continue
			}
			counted[p] = true
			counts[cmp.Or(causes[shoot.Namespace], causeMissing)]++
		}
	}
	return counts, nil
}
