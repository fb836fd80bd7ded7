// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"crypto/rand"
	"fmt"
	mathrand "math/rand/v2"
	"time"

	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	"github.com/prometheus/client_golang/prometheus"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	crmetrics "sigs.k8s.io/controller-runtime/pkg/metrics"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/deploykey"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

// newProjectWatcher returns the watcher of the configurations and the deploy key metadata of projects.
func newProjectWatcher(ctx context.Context, mgr manager.Manager, o *gardenControllerOptions) (*garden.Watcher, error) {
	watcher, err := garden.NewWatcher(ctx, endless(o.garden.config), gardenMapper(), mgr.GetLogger().WithName("projects"))
	if err != nil {
		return nil, err
	}
	run := manager.Runnable(watcher)
	if o.operator.config.Push != nil {
		run = everywhere{run}
	}
	if err := mgr.Add(run); err != nil {
		return nil, fmt.Errorf("failed to add the watch of projects: %w", err)
	}
	return watcher, nil
}

// everywhere is a Runnable that runs in each replica, not only in the leader.
type everywhere struct{ manager.Runnable }

// NeedLeaderElection returns false, so that each replica runs the Runnable.
func (everywhere) NeedLeaderElection() bool { return false }

// newDeployKeys returns the controller for deploy keys. Its client has no cache, because the controller may only read
// Secrets by name.
func (p *gardenParts) newDeployKeys(context.Context) (addable, error) {
	gardenClient, err := newGardenClient(p.garden.config)
	if err != nil {
		return nil, err
	}
	return &deploykey.Reconciler{
		Shoots:       p.mgr.GetClient(),
		Garden:       gardenClient,
		Projects:     p.projects,
		Resolver:     p.operator.resolver,
		Store:        secrets.NewStore(gardenClient, rand.Reader, clock.RealClock{}),
		Events:       p.mgr.GetEventRecorder(gardenControllerName),
		Statuses:     garden.NewStatusConfigMaps(gardenClient, "", clock.RealClock{}, p.statusRefresh),
		Reminders:    gardenClient,
		Clock:        clock.RealClock{},
		Costs:        kube.NewCosts(clock.RealClock{}, kube.ElapsedTime(clock.RealClock{})),
		Poll:         10 * time.Second,
		LongestPoll:  5 * time.Minute,
		Scanner:      &githost.HostKeyScanner{Dial: githost.NewHosts(p.operator.config.GitHosts).DialContext, Timeout: 15 * time.Second},
		ScanRetry:    30 * time.Second,
		Registration: deploykey.NewRegistration(newRegistrar(p.operator.config.GitHosts, crmetrics.Registry), p.identity, mathrand.N[time.Duration]),
	}, nil
}

// gardenIdentity returns the identity of the garden. Gardener permits all authenticated users to read it
// (pkg/component/garden/system/virtual in Gardener).
func gardenIdentity(ctx context.Context, reader client.Reader) (string, error) {
	configMap := &corev1.ConfigMap{}
	if err := reader.Get(ctx, client.ObjectKey{Namespace: metav1.NamespaceSystem, Name: v1beta1constants.ClusterIdentity}, configMap); err != nil {
		return "", fmt.Errorf("failed to read the identity of the garden: %w", err)
	}
	identity := configMap.Data[v1beta1constants.ClusterIdentity]
	if identity == "" {
		return "", fmt.Errorf("ConfigMap %s/%s has no identity of the garden", metav1.NamespaceSystem, v1beta1constants.ClusterIdentity)
	}
	return identity, nil
}

// newRegistrar returns a registrar for keys at the Git hosts that the operator allows.
func newRegistrar(hosts []string, registry prometheus.Registerer) *countedRegistrar {
	return &countedRegistrar{Registrar: githost.NewRegistrar(githost.NewHosts(hosts), clock.RealClock{}), registrations: metrics.NewRegistrations(registry, githost.Reasons())}
}

// countedRegistrar counts registrations and removals at Git hosts.
type countedRegistrar struct {
	deploykey.Registrar

	registrations *prometheus.CounterVec
}

// Ensure registers a key and counts the result.
func (r *countedRegistrar) Ensure(ctx context.Context, repository githost.Repository, key githost.Key) (githost.Registered, error) {
	registered, err := r.Registrar.Ensure(ctx, repository, key)
	r.registrations.WithLabelValues(metrics.ActionRegister, resultOf(err)).Inc()
	return registered, err
}

// Remove removes a key and counts the result.
func (r *countedRegistrar) Remove(ctx context.Context, repository githost.Repository, fingerprint string) (bool, error) {
	removed, err := r.Registrar.Remove(ctx, repository, fingerprint)
	r.registrations.WithLabelValues(metrics.ActionRemove, resultOf(err)).Inc()
	return removed, err
}

func resultOf(err error) string {
	if err == nil {
		return metrics.ResultSuccess
	}
	return string(githost.FailureOf(err).Reason)
}
