// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"errors"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

// Reconciler runs the steps for the deploy keys of a project.
type Reconciler struct {
	// Shoots reads Shoots from a cache. Objects from it are not changed.
	Shoots client.Reader
	// Garden writes annotations of the Secrets with the keys. It must not read from a cache.
	Garden client.Client
	// Projects provides the states of the projects in the garden.
	Projects garden.StateWatcher
	// Resolver resolves the configuration of the projects.
	Resolver *configuration.Resolver
	// Store keeps the deploy keys.
	Store *secrets.Store
	// Events records Events in the project's namespace in the garden.
	Events events.EventRecorder
	// Statuses reads which key each of the project's Shoots has.
	Statuses StatusReader
	// Reminders creates Events of given names, so that none is written twice.
	Reminders client.Writer
	// Clock is the clock.
	Clock clock.PassiveClock
	// Registration registers the keys at Git hosts; with nil, none is registered.
	Registration *Registration
	// Costs lets projects whose keys take many requests rest in between; nil lets none.
	Costs *kube.Costs
	// Poll is the time between two checks of the keys that the Shoots have, soon after a rotation, and LongestPoll is that long after it.
	Poll, LongestPoll time.Duration
	// Scanner gets the keys of hosts.
	Scanner HostKeyScanner
	// ScanRetry is the time after which a scan that has failed is tried again.
	ScanRetry time.Duration

	// scanned is when the scan of the host of a key has failed last.
	scanned kube.ConcurrentMap[string, time.Time]
}

// step is a part of the reconciliation.
type step interface {
	// run returns the time after which the step has to be run again; 0 if only a change requires it.
	run(ctx context.Context, key projectKey) (time.Duration, error)
}

// steps returns those for the key of the additional source of that name, or for the first key.
func (r *Reconciler) steps(name string, keys *sourceKeySecret, statuses StatusReader) []step {
	store, lagging := r.Store.OfSource(name), laggingShoots{shoots: r.Shoots, statuses: statuses}
	return []step{
		generation{store: store, keys: keys, garden: r.Garden, events: r.Events},
		rotation{store: store, registration: r.Registration, events: r.Events, clock: r.Clock},
		hostKeyScan{store: store, scanner: r.Scanner, garden: r.Garden, failed: &r.scanned, events: r.Events, clock: r.Clock, retry: r.ScanRetry},
		registrationStep{registration: r.Registration, lagging: lagging, events: r.Events, clock: r.Clock},
		retirement{store: store, registration: r.Registration, garden: r.Garden, lagging: lagging, events: r.Events, clock: r.Clock, poll: r.Poll, longestPoll: r.LongestPoll},
		reminder{events: r.Reminders, clock: r.Clock},
	}
}

var _ reconcile.Reconciler = &Reconciler{}

// Reconcile runs the steps for each deploy key of the project whose namespace is that of the request. The steps do not depend on each
// other: one that fails is retried, and does not prevent the others.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	if r.Costs != nil {
		defer r.Costs.Measure(request.Namespace)()
	}
	state, known, err := r.Projects.State(ctx, request.Namespace)
	if err != nil || !known {
		return reconcile.Result{}, err
	}
	keys, err := newProjectKeys(ctx, r.Resolver, request.Namespace, state)
	if err != nil {
		return reconcile.Result{}, err
	}
	if key := keys[0]; key.hostRefused && key.state.KeyVersion != "" {
		key.recordEvent(r.Events, corev1.EventTypeWarning, "GitHostNotAllowed", actionRegister, key.configurationErrors.Error())
	}
	var (
		next     []time.Duration
		failures []error
	)
	secret, statuses := &sourceKeySecret{garden: r.Garden, namespace: request.Namespace}, &readStatuses{StatusReader: r.Statuses}
	unlisted, stale, err := secret.unlisted(ctx, keys)
	if err != nil {
		failures = append(failures, err)
	}
	// A write of one key of additional sources changes the version of the Secret that the others have.
	version := state.SourceKeys.Version
	if len(keys[0].configurationErrors) == 0 {
		if version, err = secret.forget(ctx, state.SourceKeys, stale); err != nil {
			failures = append(failures, err)
		}
	}
	keys = append(keys, unlisted...)
	for _, key := range keys {
		if key.name != "" {
			key.state.KeyVersion, key.written = version, &version
		}
		for _, step := range r.steps(key.name, secret, statuses) {
			again, err := step.run(ctx, key)
			if err != nil {
				failures = append(failures, err)
			}
			if again > 0 {
				next = append(next, again)
			}
		}
	}
	if len(failures) > 0 {
		return reconcile.Result{}, errors.Join(failures...)
	}
	if len(next) == 0 {
		return reconcile.Result{}, nil
	}
	// Without Shoots that use Flux, the key is not used.
	projects, err := projectsWithFlux(ctx, r.Shoots, request.Namespace)
	if err != nil || len(projects) == 0 {
		return reconcile.Result{}, err
	}
	return reconcile.Result{RequeueAfter: slices.Min(next)}, nil
}
