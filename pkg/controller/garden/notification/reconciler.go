// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package notification sends messages about the Shoots and rollouts of projects to their receivers. It reads the
// ConfigMaps flux-status and flux-rollout, and gets a decision from pkg/report/notification. It stores the decision in
// ConfigMap flux-notifications before it sends messages.
//
// A worker handles one project and sends one message at a time, so that a slow receiver does not delay other projects.
// The package must not read from seeds and shoots. It must not expose the URL or token of a receiver, except in
// requests to the receiver.
package notification

import (
	"context"
	"errors"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/record"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/fleet"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Reconciler decides on, stores and sends the messages of a project. The name of a request is the namespace of the
// project.
type Reconciler struct {
	// Projects watches the configurations of the projects.
	Projects garden.Projects
	// Reports reports changes of the Shoots and rollouts of projects.
	Reports garden.Follower
	// Shoots reads Shoots from a cache.
	Shoots client.Reader
	// Garden reads and writes ConfigMaps, and reads Secrets by name. It must not read from a cache.
	Garden client.Client
	// Sender sends messages.
	Sender Deliverer
	// Events records Events in the namespaces of projects.
	Events events.EventRecorder
	// Clock is the clock.
	Clock clock.PassiveClock
	// Timing configures the decisions.
	Timing notification.Timing
	// Pacing holds the projects that have receivers.
	Pacing garden.Pacing[Memory]
	// Workers is the number of concurrent reconciliations. Each one waits for at most one receiver.
	Workers int
	// Messages counts messages by type of the receiver and outcome.
	Messages *prometheus.CounterVec
}

// Reconcile observes the project, decides, stores the decision, and sends one due message.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	namespace := request.Name
	state, known, err := r.Projects.State(ctx, namespace)
	if err != nil || !known {
		return reconcile.Result{}, err
	}
	notifications, configured := state.ConfigMap.Notifications()
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
	if err := r.recordSent(ctx, m); err != nil || m.stored == nil {
		return reconcile.Result{RequeueAfter: afterConflict}, err
	}
	in, err := r.observe(ctx, state.ConfigMap, notifications, m)
	if err != nil {
		return reconcile.Result{}, err
	}
	in.Test = notification.ParseTestRequest(state.ConfigAnnotations[fluxv1alpha1.AnnotationNotificationTest])
	return r.decide(ctx, in, m)
}

func (r *Reconciler) decide(ctx context.Context, in notification.Input, m *Memory) (reconcile.Result, error) {
	before := m.stored.Value
	decision := notification.Decide(before, in, r.Timing)
	written, err := r.store(ctx, m, decision.State)
	if errors.Is(err, record.ErrTooLarge) {
		if !m.tooLarge {
			m.tooLarge = true
			r.records().Warn(ctx, r.Events, m.stored, "", reasonTooLarge, action, "Nothing is sent: the reports to all receivers exceed the size of a ConfigMap. Configure fewer receivers, or let each select fewer Shoots")
		}
		return reconcile.Result{RequeueAfter: r.Pacing.Rest()}, nil
	}
	if err != nil {
		return reconcile.Result{}, err
	}
	m.tooLarge = false
	if !written {
		return reconcile.Result{RequeueAfter: afterConflict}, nil
	}
	m.keep(decision.State.Receivers)
	for name, receiver := range decision.State.Receivers {
		if last := before.Receivers[name]; last == nil || !last.Tested.Equal(&receiver.Tested) {
			m.attempt(name).backoff = kube.Backoff{} // A test message is sent at once.
		}
	}
	for _, each := range decision.GivenUp {
		r.Messages.WithLabelValues(string(each.Type), givenUp).Inc()
	}
	r.reportGivenUp(ctx, m, decision.GivenUp)
	next, err := r.deliver(ctx, in.Project, in.Notifications, m)
	if err != nil {
		return reconcile.Result{}, err
	}
	return reconcile.Result{RequeueAfter: sooner(r.Pacing.Rest(), sooner(decision.Next, next))}, nil
}

// ControllerName is the name of the controller, also in its metrics.
const ControllerName = fluxv1alpha1.ExtensionType + "-notifications"

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

// observe reads the reports of the project.
func (r *Reconciler) observe(ctx context.Context, config *document.ConfigMap, notifications []fluxv1alpha1.Notification, m *Memory) (notification.Input, error) {
	in := notification.Input{Project: config.Namespace, Notifications: notifications}
	shoots, err := garden.ReadShoots(ctx, r.Garden, r.Shoots, config.Namespace)
	if err != nil {
		return in, err
	}
	ringOf := func(rollout.Identity) string { return "" }
	if configured, is := config.Rollout(); is == document.Valid {
		ringOf = rollout.RingOf(*configured)
		if in.Rollout, err = r.rollout(ctx, config.Namespace); err != nil {
			return in, err
		}
	}
	in.Now = r.Clock.Now()
	overwritten := map[types.UID]time.Time{}
	for _, shoot := range shoots {
		own := notification.Shoot{Identity: rollout.IdentityOf(shoot.Shoot)}
		own.Ring = ringOf(own.Identity)
		switch {
		case shoot.Report != nil:
			own.Status = shoot.Report
		case shoot.Overwritten:
			since, ok := m.overwritten[shoot.UID]
			if !ok {
				since = in.Now
			}
			overwritten[shoot.UID] = since
			own.Status = notBelieved(since)
		}
		in.Shoots = append(in.Shoots, own)
	}
	m.overwritten = overwritten
	return in, nil
}

// restored is the time within which a seed restores an entry that another client has changed.
const restored = 10 * time.Minute

// notBelieved returns the status of a Shoot whose entry another client has changed. It becomes a problem if the seed
// does not restore the entry in time, so that nobody can suppress messages.
func notBelieved(since time.Time) *fluxv1alpha1.ShootStatus {
	return &fluxv1alpha1.ShootStatus{
		State: fluxv1alpha1.ShootNotReported, Since: metav1.NewTime(since.Add(restored)),
		Message: fleet.Overwritten,
	}
}

// rollout returns the state of the project's rollout. It returns nil if the state is missing or damaged, because the
// garden controller restores it.
func (r *Reconciler) rollout(ctx context.Context, namespace string) (*rollout.State, error) {
	stored, err := record.Kind[*rollout.State]{Reader: r.Garden, Name: fluxv1alpha1.RolloutConfigMapName, Decode: rollout.Decode}.Load(ctx, namespace)
	if err != nil {
		return nil, err
	}
	return stored.Value, nil
}

// isConfigured returns whether the project has receivers.
func isConfigured(config *document.ConfigMap) bool {
	_, configured := config.Notifications()
	return configured == document.Valid
}
