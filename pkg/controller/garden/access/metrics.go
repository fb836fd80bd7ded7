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
	"k8s.io/apimachinery/pkg/util/sets"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

const (
	// causeForeign means that another client created the RoleBinding. causeMissing means any other cause.
	causeForeign = "foreign"
	causeMissing = "missing"
)

var withoutAccessDesc = prometheus.NewDesc("shoot_flux_seeds_without_access",
	"Seeds that have no access to a project although they run Shoots of the project that use Flux, summed over all projects, by cause.", []string{"cause"}, nil)

// Metrics counts the seeds that lack access to a project. It keeps no state: it reads the caches at each scrape. Only
// the leader exports the metric, because only the leader has the caches.
type Metrics struct {
	// Garden reads Shoots and RoleBindings from caches.
	Garden client.Reader
	// Log logs errors of scrapes.
	Log logr.Logger
	// Timeout limits the duration of a scrape.
	Timeout time.Duration

	// Elected is closed when this process becomes the leader.
	Elected <-chan struct{}
}

var _ prometheus.Collector = &Metrics{}

// Describe sends the description of the metric.
func (m *Metrics) Describe(descs chan<- *prometheus.Desc) { descs <- withoutAccessDesc }

// Collect sends the number of seeds per cause. After an error it sends nothing, because a zero would be wrong.
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
		m.Log.Error(err, "Failed to count the seeds without access to projects: the metric is not exported")
		return
	}
	for cause, count := range counts {
		metrics <- prometheus.MustNewConstMetric(withoutAccessDesc, prometheus.GaugeValue, float64(count), cause)
	}
}

// count returns the number of missing pairs of project and seed, by cause.
func (m *Metrics) count(ctx context.Context) (map[string]int, error) {
	bindings := &rbacv1.RoleBindingList{}
	if err := m.Garden.List(ctx, bindings, client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("failed to list the RoleBindings for seeds: %w", err)
	}
	shoots, err := garden.ListShoots(ctx, m.Garden, metav1.NamespaceAll)
	if err != nil {
		return nil, err
	}
	causes, current := map[string]string{}, map[string]grants{}
	for i := range bindings.Items {
		binding := &bindings.Items[i]
		if !isOurs(binding) {
			causes[binding.Namespace] = causeForeign
			continue
		}
		current[binding.Namespace] = grantsOf(binding)
	}
	missing := map[string]sets.Set[string]{}
	for i := range shoots {
		if !garden.UsesFlux(&shoots[i]) {
			continue
		}
		project := shoots[i].Namespace
		for _, seed := range garden.ReportersOf(&shoots[i]) {
			if _, ok := current[project][seed]; !ok {
				missing[project] = missing[project].Union(sets.New(seed))
			}
		}
	}
	counts := map[string]int{causeForeign: 0, causeMissing: 0}
	for project, seeds := range missing {
		counts[cmp.Or(causes[project], causeMissing)] += len(seeds)
	}
	return counts, nil
}
