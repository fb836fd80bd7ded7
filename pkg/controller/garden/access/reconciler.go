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
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

// reasonForeign is the reason of the Event about a RoleBinding that another client has created under our name.
const reasonForeign = "AccessNotGranted"

// Reconciler keeps the RoleBinding of each project. A request names the namespace of a project.
type Reconciler struct {
	// Garden reads Shoots and RoleBindings from caches, and writes RoleBindings.
	Garden client.Client
	// Live reads from the API server.
	Live client.Reader
	// Events is where a foreign RoleBinding is reported.
	Events events.EventRecorder
	// GracePeriod is how long a seed keeps the access to a project after its last Shoot with Flux is gone.
	GracePeriod time.Duration
	// Clock gives the time.
	Clock clock.PassiveClock
}

// observation is what is known of a project.
type observation struct {
	namespace string
	shoots    []gardencorev1beta1.Shoot
	// binding is nil if there is none.
	binding *rbacv1.RoleBinding
}

// Reconcile has the RoleBinding of a project be what its Shoots need.
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
	if len(d.ignored) > 0 {
		log.Info("Shoots name seeds that cannot exist, which get no access", "seeds", d.ignored)
	}
	if err := r.apply(ctx, log, o, d); err != nil {
		return reconcile.Result{}, err
	}
	return reconcile.Result{RequeueAfter: d.again}, nil
}

func (r *Reconciler) observe(ctx context.Context, namespace string) (observation, error) {
	o := observation{namespace: namespace}
	var err error
	if o.shoots, err = shootsIn(ctx, r.Garden, namespace, client.UnsafeDisableDeepCopy); err != nil {
		return o, err
	}
	binding := &rbacv1.RoleBinding{}
	err = r.Garden.Get(ctx, client.ObjectKey{Namespace: namespace, Name: Name}, binding)
	if apierrors.IsNotFound(err) {
		return o, nil
	}
	if err != nil {
		return o, fmt.Errorf("failed to read the RoleBinding for seeds in project namespace %s: %w", namespace, err)
	}
	o.binding = binding
	return o, nil
}

func shootsIn(ctx context.Context, reader client.Reader, namespace string, options ...client.ListOption) ([]gardencorev1beta1.Shoot, error) {
	list := &gardencorev1beta1.ShootList{}
	if err := reader.List(ctx, list, append(options, client.InNamespace(namespace))...); err != nil {
		return nil, fmt.Errorf("failed to list the Shoots of project namespace %s: %w", namespace, err)
	}
	return list.Items, nil
}

// decide decides with what the caches have. Before access is taken away, it decides with the Shoots of the API server: that a cache does not
// have one is no reason.
func (r *Reconciler) decide(ctx context.Context, o observation) (decision, error) {
	present := grants{}
	if o.binding != nil {
		present = grantsOf(o.binding)
	}
	d := decide(o.shoots, present, r.Clock.Now(), r.GracePeriod)
	if len(d.expired) == 0 {
		return d, nil
	}
	shoots, err := shootsIn(ctx, r.Live, o.namespace)
	if err != nil {
		return decision{}, err
	}
	return decide(shoots, present, r.Clock.Now(), r.GracePeriod), nil
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
	// What the cache keeps of the managed fields must not be written.
	before.ManagedFields, desired.ManagedFields = nil, nil
	if err := r.Garden.Patch(ctx, desired, client.MergeFromWithOptions(before, client.MergeFromWithOptimisticLock{}), client.FieldOwner(garden.FieldOwner)); err != nil {
		return fmt.Errorf("failed to change the RoleBinding for seeds in project namespace %s: %w", o.namespace, err)
	}
	log.Info("Changed the access of seeds to the project", "namespaces", namespacesOf(desired.Subjects), "expired", d.expired)
	return nil
}

// create creates the RoleBinding, by server-side apply: RBAC limits that to a name. Without force it does not overwrite one that the cache does
// not have yet and another client has created.
func (r *Reconciler) create(ctx context.Context, log logr.Logger, namespace string, g grants) error {
	err := r.Garden.Apply(ctx, newBinding(namespace, g), client.FieldOwner(garden.FieldOwner))
	if apierrors.IsNotFound(err) || apierrors.HasStatusCause(err, corev1.NamespaceTerminatingCause) {
		log.Info("The namespace of the project is gone, or is being deleted: no seed needs access to it")
		return nil
	}
	if err != nil {
		return fmt.Errorf("failed to create the RoleBinding for seeds in project namespace %s: %w", namespace, err)
	}
	log.Info("Gave seeds access to the project", "namespaces", namespacesOf(subjectsOf(g)))
	return nil
}

func (r *Reconciler) remove(ctx context.Context, log logr.Logger, binding *rbacv1.RoleBinding, d decision) error {
	err := r.Garden.Delete(ctx, binding, client.Preconditions{UID: &binding.UID, ResourceVersion: &binding.ResourceVersion})
	if client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to delete the RoleBinding for seeds in project namespace %s: %w", binding.Namespace, err)
	}
	log.Info("No seed has access to the project any more", "expired", d.expired)
	return nil
}

// reportForeign reports a RoleBinding that is in the way of ours, if a seed needs access.
func (r *Reconciler) reportForeign(log logr.Logger, o observation) {
	d := decide(o.shoots, nil, r.Clock.Now(), r.GracePeriod)
	if len(d.grants) == 0 {
		return
	}
	namespaces := namespacesOf(subjectsOf(d.grants))
	log.Info("WARNING: another client has created a RoleBinding with the name of ours, which is left alone: seeds get no access to the project", "namespaces", namespaces)
	r.Events.Eventf(o.binding, nil, corev1.EventTypeWarning, reasonForeign, "GrantAccess",
		"This RoleBinding was not created by the extension shoot-flux, which leaves it alone. Rename it: %d seeds with Shoots of this project need one of this name.", len(namespaces))
}

func namespacesOf(subjects []rbacv1.Subject) []string {
	namespaces := make([]string, 0, len(subjects))
	for _, subject := range subjects {
		namespaces = append(namespaces, subject.Namespace)
	}
	return namespaces
}
