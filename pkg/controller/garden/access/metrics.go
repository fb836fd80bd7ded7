// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package access

import (
	"context"
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/go-logr/logr"
	"github.com/prometheus/client_golang/prometheus"
	rbacv1 "k8s.io/api/rbac/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

const (
	// causeForeign is that another client has created a RoleBinding of our name, and causeMissing any other.
	causeForeign = "foreign"
	causeMissing = "missing"
)

var withoutAccessDesc = prometheus.NewDesc("shoot_flux_seeds_without_access",
	"Seeds that have no access to a project of which they have a Shoot with Flux, summed over all projects, by cause.", []string{"cause"}, nil)

// Metrics collects how many seeds have no access that they need. It reads from caches with each scrape, and keeps no state. Only the leader has
// the caches.
type Metrics struct {
	// Garden reads Shoots and RoleBindings from caches.
	Garden client.Reader
	// Log logs why metrics are missing.
	Log logr.Logger
	// Timeout limits the time for a scrape.
	Timeout time.Duration

	// Elected is closed when this process becomes the leader.
	Elected <-chan struct{}
}

var _ prometheus.Collector = &Metrics{}

// Describe sends the description.
func (m *Metrics) Describe(descs chan<- *prometheus.Desc) { descs <- withoutAccessDesc }

// Collect reads the current state. After an error the metrics are missing, because a zero would be wrong.
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
		m.Log.Error(err, "Failed to determine which seeds have no access to projects, that metric is missing")
		return
	}
	for cause, count := range counts {
		metrics <- prometheus.MustNewConstMetric(withoutAccessDesc, prometheus.GaugeValue, float64(count), cause)
	}
}

// count returns the number of missing pairs of project and seed for each cause.
func (m *Metrics) count(ctx context.Context) (map[string]int, error) {
	bindings, shoots := &rbacv1.RoleBindingList{}, &gardencorev1beta1.ShootList{}
	if err := m.Garden.List(ctx, bindings, client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("failed to list the RoleBindings for seeds: %w", err)
	}
	if err := m.Garden.List(ctx, shoots, client.UnsafeDisableDeepCopy); err != nil {
		return nil, fmt.Errorf("failed to list Shoots: %w", err)
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
	for i := range shoots.Items {
		shoot := &shoots.Items[i]
		if !garden.UsesFlux(shoot) {
			continue
		}
		for _, seed := range garden.SeedsOf(shoot) {
			p := pair{shoot.Namespace, seed}
			if _, has := present[shoot.Namespace][seed]; has || counted[p] || !isSeedName(seed) {
				continue
			}
			counted[p] = true
			cause, known := causes[shoot.Namespace]
			if !known {
				cause = causeMissing
			}
			counts[cause]++
		}
	}
	return counts, nil
}
