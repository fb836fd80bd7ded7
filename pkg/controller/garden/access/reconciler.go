// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package access gives a seed access to each project that has Shoots with Flux on this seed. It revokes the access a
// grace period after the last of these Shoots is gone. One RoleBinding in the namespace of a project grants access to
// all its seeds. RBAC limits writes of RoleBindings to its fixed name.
//
// The package must not define the permissions: a ClusterRole of the chart does. It must not revoke access only because
// a cache lacks a Shoot: it reads the Shoots from the API server first.
package access

import (
	"context"
	"fmt"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/go-logr/logr"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

const (
	// ControllerName is the name of the controller, also in its metrics.
	ControllerName = fluxv1alpha1.ExtensionType + "-access"

	// reasonForeign is the reason of the Event about a RoleBinding called Name that another client created.
	reasonForeign = "AccessNotGranted"
)

// Reconciler maintains the RoleBinding of each project. The name of a request is the namespace of the project.
type Reconciler struct {
	// Garden reads Shoots and RoleBindings from caches, and writes RoleBindings.
	Garden client.Client
	// Live reads from the API server.
	Live client.Reader
	// Events records Events about RoleBindings of other clients.
	Events events.EventRecorder
	// GracePeriod is how long a seed keeps the access to a project after its last Shoot with Flux is gone.
	GracePeriod time.Duration
	// Clock provides the time.
	Clock clock.PassiveClock
}

// AddToManager adds the controller to the manager, whose cache must contain only the RoleBindings called Name.
func (r *Reconciler) AddToManager(mgr manager.Manager, options controller.Options) error {
	ofNamespace := handler.EnqueueRequestsFromMapFunc(garden.RequestsOf)
	return builder.ControllerManagedBy(mgr).
		Named(ControllerName).
		WithOptions(options).
		Watches(&gardencorev1beta1.Shoot{}, ofNamespace, builder.WithPredicates(predicate.Funcs{UpdateFunc: affectsAccess})).
		Watches(&rbacv1.RoleBinding{}, ofNamespace).
		Complete(kube.BoundReconciler(r))
}

// affectsAccess returns whether an update of a Shoot may change a decision. It rejects the status updates that
// gardenlet writes every minute.
func affectsAccess(e event.UpdateEvent) bool {
	before, isShoot := e.ObjectOld.(*gardencorev1beta1.Shoot)
	after, isStillShoot := e.ObjectNew.(*gardencorev1beta1.Shoot)
	return !isShoot || !isStillShoot || factsOf(before) != factsOf(after)
}

// facts are the properties of a Shoot that determine the access of its seeds.
type facts struct {
	usesFlux, reconciled bool
	seeds                [2]string
}

func factsOf(shoot *gardencorev1beta1.Shoot) facts {
	f := facts{usesFlux: garden.UsesFlux(shoot), reconciled: garden.IsReconciled(shoot)}
	copy(f.seeds[:], garden.ReportersOf(shoot))
	return f
}

// observation is the current state of a project.
type observation struct {
	namespace string
	shoots    []gardencorev1beta1.Shoot
	// binding is nil if the project has no RoleBinding.
	binding *rbacv1.RoleBinding
}

// Reconcile creates, updates or deletes the RoleBinding of a project.
func (r *Reconciler) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	log := logf.FromContext(ctx)
	o, err := r.observe(ctx, request.Name)
	if err != nil {
		return reconcile.Result{}, err
	}
	if o.binding != nil && !isOurs(o.binding) {
		r.reportForeign(log, o)
		return reconcile.Result{}, nil
	}
	d, err := r.decide(ctx, o)
	if err != nil {
		return reconcile.Result{}, err
	}
	return reconcile.Result{RequeueAfter: d.again}, r.apply(ctx, log, o, d)
}

func (r *Reconciler) observe(ctx context.Context, namespace string) (observation, error) {
	shoots, err := garden.ListShoots(ctx, r.Garden, namespace)
	if err != nil {
		return observation{}, err
	}
	binding, err := garden.Get(ctx, r.Garden, "RoleBinding", client.ObjectKey{Namespace: namespace, Name: Name}, &rbacv1.RoleBinding{})
	return observation{namespace, shoots, binding}, err
}

// decide returns the decision for the Shoots in the cache. If access expires, it repeats the decision with the Shoots
// from the API server, because the cache may lack a Shoot.
func (r *Reconciler) decide(ctx context.Context, o observation) (decision, error) {
	var current grants
	if o.binding != nil {
		current = grantsOf(o.binding)
	}
	d := decide(o.shoots, current, r.Clock.Now(), r.GracePeriod)
	if len(d.expired) == 0 {
		return d, nil
	}
	shoots, err := garden.ListShoots(ctx, r.Live, o.namespace)
	if err != nil {
		return decision{}, err
	}
	return decide(shoots, current, r.Clock.Now(), r.GracePeriod), nil
}

func (r *Reconciler) apply(ctx context.Context, log logr.Logger, o observation, d decision) error {
	switch {
	case o.binding == nil && len(d.grants) == 0:
		return nil
	case o.binding == nil:
		return r.create(ctx, log, o.namespace, d.grants)
	case len(d.grants) == 0:
		return r.remove(ctx, log, o.binding, d)
	}
	desired, differs := changed(o.binding, d.grants)
	if !differs {
		return nil
	}
	before := o.binding.DeepCopy()
	// The cache strips the managed fields, so they must not be written.
	before.ManagedFields, desired.ManagedFields = nil, nil
	if err := r.Garden.Patch(ctx, desired, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{}), client.FieldOwner(garden.FieldOwner)); err != nil {
		return fmt.Errorf("failed to update the RoleBinding for seeds in project namespace %s: %w", o.namespace, err)
	}
	log.Info("Changed the access of seeds to the project", "seeds", d.grants.seeds(), "expired", d.expired)
	return nil
}

// create creates the RoleBinding by server-side apply, because RBAC cannot limit a create request to a name.
// Without force, it does not overwrite a RoleBinding that another client created and the cache lacks.
func (r *Reconciler) create(ctx context.Context, log logr.Logger, namespace string, g grants) error {
	err := r.Garden.Apply(ctx, garden.RoleBinding(namespace, Name, g.subjects(namespace)...), client.FieldOwner(garden.FieldOwner))
	if garden.IsNamespaceGone(err) {
		log.Info("No seed gets access to the project: its namespace does not exist or is terminating")
		return nil
	}
	if err != nil {
		return fmt.Errorf("failed to create the RoleBinding for seeds in project namespace %s: %w", namespace, err)
	}
	log.Info("Granted seeds access to the project", "seeds", g.seeds())
	return nil
}

func (r *Reconciler) remove(ctx context.Context, log logr.Logger, binding *rbacv1.RoleBinding, d decision) error {
	err := r.Garden.Delete(ctx, binding, client.Preconditions{UID: &binding.UID, ResourceVersion: &binding.ResourceVersion})
	if client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to delete the RoleBinding for seeds in project namespace %s: %w", binding.Namespace, err)
	}
	log.Info("Revoked the access of all seeds to the project", "expired", d.expired)
	return nil
}

// reportForeign records an Event about a RoleBinding of another client if a seed needs a RoleBinding with this name.
func (r *Reconciler) reportForeign(log logr.Logger, o observation) {
	d := decide(o.shoots, nil, r.Clock.Now(), r.GracePeriod)
	if len(d.grants) == 0 {
		return
	}
	log.Info("WARNING: seeds get no access to the project, because another client created the RoleBinding", "seeds", d.grants.seeds())
	r.Events.Eventf(o.binding, nil, corev1.EventTypeWarning, reasonForeign, "GrantAccess",
		"The extension shoot-flux did not create this RoleBinding and does not change it. Rename it: the extension needs this name to give %d seeds access to the project.", len(d.grants))
}
