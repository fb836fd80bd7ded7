// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"slices"
	"time"

	extensionswebhook "github.com/gardener/gardener/extensions/pkg/webhook"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"github.com/go-logr/logr"
	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/client-go/rest"
	clientmetrics "k8s.io/client-go/tools/metrics"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/webhook/resourcemanager"
)

// newMetrics registers the metrics, makes the garden's client configuration count requests, and limits the hosts in
// client-go's metrics. It must be called before any client is created.
func newMetrics(registry prometheus.Registerer, o *options) *metrics.Metrics {
	measured := metrics.New(registry, clock.RealClock{})
	o.garden.config.Wrap(measured.Garden)
	boundHosts(o.seedConfig, o.garden.config)
	return measured
}

// boundHosts replaces client-go's request counter with a counter that uses one host name for all shoots. Otherwise,
// client-go exports a time series per host.
func boundHosts(configs ...*rest.Config) {
	counted := &requestsByHost{ResultMetric: clientmetrics.RequestResult}
	for _, config := range configs {
		if host, _, err := rest.DefaultServerUrlFor(config); err == nil {
			counted.known = append(counted.known, host.Host)
		}
	}
	clientmetrics.RequestResult = counted
}

// requestsByHost counts requests to known hosts by host, and all other requests with the host "shoot".
type requestsByHost struct {
	clientmetrics.ResultMetric

	known []string
}

// Increment counts a request.
func (r *requestsByHost) Increment(ctx context.Context, code, method, host string) {
	if !slices.Contains(r.known, host) {
		host = "shoot"
	}
	r.ResultMetric.Increment(ctx, code, method, host)
}

// newWebhook returns the webhook for gardener-resource-manager, with a handler that counts responses.
func (o *options) newWebhook(mgr manager.Manager) (*extensionswebhook.Webhook, error) {
	webhook, err := resourcemanager.New(mgr, o.operator.resolver.BaselineNamespace())
	if err != nil {
		return nil, err
	}
	webhook.Webhook.Handler = o.metrics.Webhook(webhook.Webhook.Handler)
	return webhook, nil
}

// projectStates returns the state of a project from a watch.
type projectStates interface {
	State(ctx context.Context, namespace string) (garden.State, bool, error)
}

// newFleet returns the metrics of the shoots and deploy keys on the seed. Only the leader exports them.
func newFleet(reader client.Reader, projects projectStates, versions []string, elected <-chan struct{}, log logr.Logger) *metrics.Fleet {
	return &metrics.Fleet{
		Seed:     reader,
		StatusOf: shootStatus,
		KeysOf: func(ctx context.Context, namespace string) ([]metrics.Key, error) {
			return keysOf(ctx, projects, namespace)
		},
		Versions: versions,
		Clock:    clock.RealClock{},
		Log:      log,
		Timeout:  5 * time.Second,
		Elected:  elected,
	}
}

// keysOf returns the deploy keys of a project from a watch, except for keys of sources that the configuration no longer
// lists.
func keysOf(ctx context.Context, projects projectStates, namespace string) ([]metrics.Key, error) {
	state, known, err := projects.State(ctx, namespace)
	if err != nil || !known {
		return nil, err
	}
	var keys []metrics.Key
	add := func(state garden.State) {
		observed := health.DeployKeyStatusOf(health.DeployKeyObservation{Project: namespace, Annotations: state.KeyAnnotations})
		keys = append(keys, metrics.Key{Phase: observed.Phase, Since: state.KeySince()})
	}
	if state.KeyVersion != "" {
		add(state)
	}
	for _, source := range deploykey.SourceNames(state.SourceKeys.Annotations) {
		if own := state.OfSource(source); own.KeyAnnotations[fluxv1alpha1.AnnotationUnused] != "true" {
			add(own)
		}
	}
	return keys, nil
}

// shootStatus returns the status of a shoot, as in flux-status but without the seed, and the namespace of the Shoot.
func shootStatus(ex *extensionsv1alpha1.Extension, raw []byte) (fluxv1alpha1.ShootStatus, string) {
	shoot, _ := fleet.ReadShoot(raw)
	return fleet.StatusOf(ex, shoot, ""), shoot.Namespace
}
