// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package commitstatus writes the progress of commits to the Git hosts of projects. It reads the ConfigMaps flux-status
// and flux-rollout, gets a decision from pkg/report/commitstatus, writes the due statuses, and records them in
// ConfigMap flux-commit-status.
//
// A worker handles one project at a time and for a limited time, so that a slow Git host does not delay other projects.
// Nothing waits for a Git host. The package must not read from seeds and shoots. It must not expose the token of a
// project, except in requests to the Git host.
package commitstatus

import (
	"context"
	"time"

	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/commitstatus"
)

// Writer writes statuses of commits. Its errors are of type *githost.Error.
type Writer interface {
	// Write writes a status.
	Write(ctx context.Context, repository githost.Repository, status commitstatus.Status) error
}

// Reconciler decides on the statuses of a project's commits, writes and records them. The name of a request is the
// namespace of the project.
type Reconciler struct {
	// Projects watches the configurations of the projects.
	Projects garden.Projects
	// Reports reports changes of the Shoots and rollouts of projects.
	Reports garden.Follower
	// Shoots reads Shoots from a cache.
	Shoots client.Reader
	// Garden reads and writes ConfigMaps, and reads Secrets by name. It must not read from a cache.
	Garden client.Client
	// Resolver returns the sources of the projects.
	Resolver *configuration.Resolver
	// Writer writes statuses.
	Writer Writer
	// Identity is the identity of the garden, the default prefix of the names of statuses.
	Identity string
	// Events records Events in the namespaces of projects.
	Events events.EventRecorder
	// Clock is the clock.
	Clock clock.PassiveClock
	// Pacing holds the projects that write commit statuses.
	Pacing garden.Pacing[Memory]
	// Workers is the number of concurrent reconciliations. Each one waits for at most one Git host.
	Workers int
}

// Reconcile observes the project, decides, writes due statuses, and records them.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	namespace := request.Name
	state, known, err := r.Projects.State(ctx, namespace)
	if err != nil || !known {
		return reconcile.Result{}, err
	}
	settings, configured := state.ConfigMap.CommitStatus()
	switch {
	case configured == document.Unreadable:
		return reconcile.Result{}, nil
	case state.ConfigMap.IsEmpty():
		r.Pacing.Forget(namespace)
		return reconcile.Result{}, nil
	case configured == document.None:
		r.Pacing.Forget(namespace)
		return reconcile.Result{}, r.records().Remove(ctx, namespace)
	}
	m := r.Pacing.Of(namespace)
	if err := r.load(ctx, namespace, m); err != nil {
		return reconcile.Result{}, err
	}
	o, err := r.observe(ctx, state.ConfigMap, settings)
	if err != nil {
		return reconcile.Result{}, err
	}
	if !o.complete {
		return reconcile.Result{RequeueAfter: r.Pacing.Rest()}, nil
	}
	decision := commitstatus.Decide(m.use(o.connection()), o.input)
	m.record = decision.Record
	writeErr := r.write(ctx, o.repository, decision, m)
	// Written statuses are recorded even if the reconciliation is cancelled.
	saved, err := r.save(ctx, m)
	switch {
	case err != nil:
		return reconcile.Result{}, err
	case writeErr != nil:
		return reconcile.Result{}, writeErr
	case !saved:
		return reconcile.Result{RequeueAfter: afterConflict}, nil
	}
	return reconcile.Result{RequeueAfter: r.again(m, decision)}, nil
}

// again returns the time until the next reconciliation.
func (r *Reconciler) again(m *Memory, decision commitstatus.Decision) time.Duration {
	again := r.Pacing.Rest()
	if decision.Next > 0 {
		again = min(again, max(decision.Next, time.Second))
	}
	if len(m.record.Refused) > 0 {
		again = min(again, recheck)
	}
	if wait := m.backoff.Next.Sub(r.Clock.Now()); wait > 0 {
		again = min(again, wait)
	}
	if m.repeat {
		m.repeat = false
		again = soon
	}
	return again
}

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-commitstatus"

// AddToManager adds the controller to the manager.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	options.MaxConcurrentReconciles = r.Workers
	return builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		WatchesRawSource(garden.ConfiguredProjects(r.Projects, ControllerName, isConfigured)).
		WatchesRawSource(r.Pacing.Source(r.Reports)).
		WatchesRawSource(r.records().Sweep(ControllerName)).
		Complete(kube.BoundReconciler(r))
}

// isConfigured returns whether the project writes commit statuses.
func isConfigured(config *document.ConfigMap) bool {
	_, configured := config.CommitStatus()
	return configured == document.Valid
}
