// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"context"
	"errors"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
)

// Reconciler has the rollout of the project whose namespace is the name of the request go on.
type Reconciler struct {
	// Garden reads Shoots from a cache, and writes ConfigMaps.
	Garden client.Client
	// Live reads from the API server.
	Live client.Reader
	// Projects has the configurations of the projects, and notifies of their changes.
	Projects garden.StateWatcher
	// Resolver finds the Flux version that a project gets.
	Resolver *configuration.Resolver
	// DefaultVersion is the Flux version of projects that name none.
	DefaultVersion DefaultVersion
	// Events are written in the projects' namespaces.
	Events events.EventRecorder
	// Clock is the clock.
	Clock clock.PassiveClock
	// Interval is the shortest time between two decisions about a project.
	Interval time.Duration
	// Phases follows how many projects are in which phase.
	Phases *Phases

	// decided is when it was decided last about a project.
	decided kube.ConcurrentMap[string, time.Time]
}

var _ reconcile.Reconciler = &Reconciler{}

// Reconcile gathers what is known of the project, decides, and delivers and reports the decision.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	last, _ := r.decided.Load(request.Name)
	if wait := last.Add(r.Interval).Sub(r.Clock.Now()); wait > 0 {
		return reconcile.Result{RequeueAfter: wait}, nil
	}
	o, err := r.observe(ctx, request.Name)
	if err != nil {
		return reconcile.Result{}, err
	}
	switch {
	case o.removed:
		r.forget(request.Name)
		return reconcile.Result{}, r.remove(ctx, o)
	case !o.governed:
		r.forget(request.Name)
		return reconcile.Result{}, nil
	}
	r.decided.Store(request.Name, r.Clock.Now())
	decision := rollout.Decide(o.before, o.input)
	written, err := r.deliver(ctx, &o, decision)
	if errors.Is(err, rollout.ErrTooLarge) {
		r.event(o, rollout.Event{Type: corev1.EventTypeWarning, Reason: "RolloutTooLarge", Note: "Nothing is rolled out: " + err.Error() + ". Shorten flux-config, remove project.rollout, or correct what keeps the rollout from going on"})
		return reconcile.Result{}, nil
	}
	if err != nil {
		return reconcile.Result{}, err
	}
	if !written {
		return reconcile.Result{RequeueAfter: r.Interval}, nil
	}
	r.Phases.set(request.Name, decision.Progress.Phase)
	for _, event := range decision.Events {
		r.event(o, event)
	}
	if o.input.Operation != "" {
		return reconcile.Result{RequeueAfter: r.Interval}, r.finishOperation(ctx, o, decision)
	}
	if decision.Next > 0 {
		return reconcile.Result{RequeueAfter: max(decision.Next, r.Interval)}, nil
	}
	return reconcile.Result{}, nil
}

// event records an Event about the version of the ConfigMap flux-rollout that has just been written, and about a ring: the recorder counts Events about
// the same as one series, which keeps the first note.
func (r *Reconciler) event(o observation, event rollout.Event) {
	about := &corev1.ObjectReference{
		APIVersion: corev1.SchemeGroupVersion.String(), Kind: "ConfigMap", Namespace: o.config.Namespace, Name: fluxv1alpha1.RolloutConfigMapName, FieldPath: event.Ring,
	}
	if o.stored != nil {
		about.UID, about.ResourceVersion = o.stored.UID, o.stored.ResourceVersion
	}
	garden.RecordRelatedEvent(r.Events, about, nil, event.Type, event.Reason, "RollOut", event.Note)
}

func (r *Reconciler) forget(project string) {
	r.decided.Delete(project)
	r.Phases.set(project, "")
}
