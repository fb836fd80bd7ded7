// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package notification

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/configuration/document"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/notification"
)

// Projects are the configurations of the projects.
type Projects interface {
	garden.StateWatcher
	// Namespaces returns those of the projects that have one.
	Namespaces(ctx context.Context) ([]string, error)
}

// Reconciler decides about, stores and sends the messages of the project whose namespace is the name of the request.
type Reconciler struct {
	// Projects has the configurations of the projects, and notifies of their changes.
	Projects Projects
	// Shoots reads Shoots from a cache.
	Shoots client.Reader
	// Garden reads and writes ConfigMaps, and reads Secrets by name. It must not read from a cache.
	Garden client.Client
	// Sender sends messages.
	Sender Deliverer
	// Events are written in the projects' namespaces.
	Events events.EventRecorder
	// Clock is the clock, and Random returns a time below the given one.
	Clock  clock.PassiveClock
	Random func(time.Duration) time.Duration
	// Timing are the times of decisions.
	Timing notification.Timing
	// Poll is the time after which what is reported of a project is read again. With many projects it is longer, so that one is read in each Pace.
	Poll, Pace time.Duration
	// Workers is the number of projects that are worked on at a time: each waits for one receiver at most.
	Workers int
	// Outcomes counts messages.
	Outcomes *Outcomes

	projects kube.ConcurrentMap[string, *memory]
	// count is the number of them.
	count    atomic.Int64
	tooLarge kube.ConcurrentMap[string, bool]
	decoding decoders
}

var _ reconcile.Reconciler = &Reconciler{}

// Reconcile gathers what is reported of the project, decides, stores the decision, and sends one message that is due.
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
		r.forget(namespace)
		return reconcile.Result{}, nil
	case configured == document.None:
		r.forget(namespace)
		return reconcile.Result{}, r.remove(ctx, namespace)
	}
	m := r.memory(namespace)
	if err := r.load(ctx, namespace, m); err != nil {
		return reconcile.Result{}, err
	}
	if err := r.recordSent(ctx, m); err != nil || m.stored == nil {
		return reconcile.Result{RequeueAfter: afterConflict}, err
	}
	in, err := r.observe(ctx, state.ConfigMap, notifications)
	if err != nil {
		return reconcile.Result{}, err
	}
	return r.decide(ctx, in, m)
}

func (r *Reconciler) decide(ctx context.Context, in notification.Input, m *memory) (reconcile.Result, error) {
	decision := notification.Decide(m.state, in, r.Timing)
	written, err := r.store(ctx, m, decision.State)
	if errors.Is(err, notification.ErrTooLarge) {
		if before, _ := r.tooLarge.Load(in.Project); !before {
			r.tooLarge.Store(in.Project, true)
			r.event(ctx, in.Project, "", reasonTooLarge, "Nothing is sent: "+err.Error()+". Configure fewer receivers, or have each select fewer Shoots")
		}
		return reconcile.Result{RequeueAfter: r.poll()}, nil
	}
	if err != nil {
		return reconcile.Result{}, err
	}
	r.tooLarge.Delete(in.Project)
	if !written {
		return reconcile.Result{RequeueAfter: afterConflict}, nil
	}
	m.keep(decision.State.Receivers)
	for _, each := range decision.GivenUp {
		r.Outcomes.count(typeOf(in.Notifications, each.Receiver), givenUp)
	}
	r.reportGivenUp(ctx, in.Project, decision.GivenUp)
	next, err := r.deliver(ctx, in.Project, in.Notifications, m)
	if err != nil {
		return reconcile.Result{}, err
	}
	again := r.poll()
	for _, wait := range []time.Duration{decision.Next, next} {
		if wait > 0 {
			again = min(again, wait)
		}
	}
	return reconcile.Result{RequeueAfter: again}, nil
}

// memory returns what is known of a project.
func (r *Reconciler) memory(namespace string) *memory {
	m, _ := r.projects.Update(namespace, func(m *memory, has bool) (*memory, bool) {
		if !has {
			m = newMemory()
			r.count.Add(1)
		}
		return m, true
	})
	return m
}

func (r *Reconciler) forget(namespace string) {
	if _, had := r.projects.Delete(namespace); had {
		r.count.Add(-1)
	}
	r.tooLarge.Delete(namespace)
}

// poll is the time after which a project is read again.
func (r *Reconciler) poll() time.Duration {
	poll := max(r.Poll, time.Duration(r.count.Load())*r.Pace)
	return poll - r.Random(max(1, poll/5))
}

func typeOf(notifications []fluxv1alpha1.Notification, name string) fluxv1alpha1.NotificationType {
	for _, each := range notifications {
		if *each.Name == name {
			return each.Type
		}
	}
	return fluxv1alpha1.NotificationTypeWebhook
}
