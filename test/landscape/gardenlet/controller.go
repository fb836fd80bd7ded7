// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package gardenlet

import (
	"context"
	"errors"
	"fmt"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	"github.com/gardener/gardener/pkg/controllerutils"
	gardenerutils "github.com/gardener/gardener/pkg/utils/gardener"
)

// concurrentShoots is gardenlet's default.
const concurrentShoots = 20

// addShootController watches the Shoots of this seed. It reconciles a Shoot when its generation changes.
// gardener-apiserver increments the generation if the spec changes, if the Shoot is deleted or force-deleted, if it is
// annotated with gardener.cloud/operation=reconcile (an annotation that gardener-apiserver removes), and after the
// preparation of a migration.
func (g *Gardenlet) addShootController(shoots cache.Cache) error {
	return builder.ControllerManagedBy(g.manager).
		Named("shoot").
		WithOptions(controller.Options{
			MaxConcurrentReconciles: concurrentShoots,
			RateLimiter:             workqueue.NewTypedItemExponentialFailureRateLimiter[reconcile.Request](time.Second, g.options.Timing.MaxBackoff),
		}).
		WatchesRawSource(source.Kind[client.Object](shoots, &gardencorev1beta1.Shoot{}, enqueueAtOnce(), &predicate.GenerationChangedPredicate{})).
		Complete(reconcile.Func(g.reconcileShoot))
}

// enqueueAtOnce resets the back-off, because a user who changes a Shoot wants to see the effect immediately.
func enqueueAtOnce() handler.EventHandler {
	enqueue := func(object client.Object, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) {
		request := reconcile.Request{NamespacedName: client.ObjectKeyFromObject(object)}
		queue.Forget(request)
		queue.Add(request)
	}
	return handler.Funcs{
		CreateFunc: func(_ context.Context, e event.CreateEvent, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) {
			enqueue(e.Object, queue)
		},
		UpdateFunc: func(_ context.Context, e event.UpdateEvent, queue workqueue.TypedRateLimitingInterface[reconcile.Request]) {
			enqueue(e.ObjectNew, queue)
		},
	}
}

// reconcileShoot reconciles a Shoot like gardenlet's main controller.
func (g *Gardenlet) reconcileShoot(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	log := logf.FromContext(ctx)
	shoot := &gardencorev1beta1.Shoot{}
	if err := g.gardenCache.Get(ctx, request.NamespacedName, shoot); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if !g.isDue(shoot) {
		return reconcile.Result{}, nil
	}
	if shoot.DeletionTimestamp == nil {
		if err := g.addFinalizer(ctx, shoot); err != nil {
			return reconcile.Result{}, err
		}
	}
	o, err := g.newOperation(ctx, log, shoot)
	if err != nil {
		return reconcile.Result{}, err
	}
	if o.kind == gardencorev1beta1.LastOperationTypeDelete {
		return reconcile.Result{}, g.delete(ctx, o)
	}
	return reconcile.Result{}, g.reconcile(ctx, o)
}

// isDue reports whether this gardenlet has to act on a Shoot.
func (g *Gardenlet) isDue(shoot *gardencorev1beta1.Shoot) bool {
	if gardenerutils.GetResponsibleSeedName(shoot.Spec.SeedName, shoot.Status.SeedName) != g.options.SeedName {
		return false
	}
	if shoot.DeletionTimestamp != nil && !controllerutil.ContainsFinalizer(shoot, gardencorev1beta1.GardenerName) {
		return false
	}
	lastOperation := shoot.Status.LastOperation
	failed := lastOperation != nil && lastOperation.State == gardencorev1beta1.LastOperationStateFailed
	return !failed || shoot.Generation != shoot.Status.ObservedGeneration
}

// addFinalizer keeps the Shoot in the garden until this gardenlet has finished its deletion. It reads the Shoot again,
// because gardener-controller-manager also changes new Shoots.
func (g *Gardenlet) addFinalizer(ctx context.Context, shoot *gardencorev1beta1.Shoot) error {
	if controllerutil.ContainsFinalizer(shoot, gardencorev1beta1.GardenerName) {
		return nil
	}
	if err := g.garden.Get(ctx, client.ObjectKeyFromObject(shoot), shoot); err != nil {
		return fmt.Errorf("failed to read the shoot: %w", err)
	}
	if err := controllerutils.AddFinalizers(ctx, g.garden, shoot, gardencorev1beta1.GardenerName); err != nil {
		return fmt.Errorf("failed to add the finalizer: %w", err)
	}
	return nil
}

// reconcile creates, reconciles or restores a Shoot on this seed, or prepares its migration to another seed.
func (g *Gardenlet) reconcile(ctx context.Context, o *operation) error {
	if o.kind == gardencorev1beta1.LastOperationTypeMigrate {
		if err := checkReadyForMigration(o.shoot); err != nil {
			return err
		}
	}
	if err := g.reportStart(ctx, o); err != nil {
		return err
	}
	if err := g.syncCluster(ctx, o); err != nil {
		return err
	}
	if o.kind == gardencorev1beta1.LastOperationTypeMigrate {
		if err := g.run(ctx, o, g.migrateFlow); err != nil {
			return err
		}
		if err := g.deleteCluster(ctx, o); err != nil {
			return err
		}
		return g.reportSuccess(ctx, o)
	}
	if err := g.run(ctx, o, g.reconcileFlow); err != nil {
		return err
	}
	if err := g.reportSuccess(ctx, o); err != nil {
		return err
	}
	// Update the Cluster again with the result.
	return g.syncCluster(ctx, o)
}

// delete deletes a Shoot. After the deletion has started, the steps on the seed do not need the garden.
func (g *Gardenlet) delete(ctx context.Context, o *operation) error {
	if len(o.shoot.Status.UID) == 0 {
		return g.finalize(ctx, o)
	}
	if _, gone := g.gone.Load(o.shoot.UID); gone {
		return g.finalize(ctx, o)
	}

	if err := g.reportStart(ctx, o); err != nil {
		o.log.Info("Going on without the garden", "reason", err.Error())
	}
	if err := g.syncCluster(ctx, o); err != nil {
		return err
	}
	flow := g.deleteFlow
	if v1beta1helper.ShootNeedsForceDeletion(o.shoot) {
		flow = g.forceDeleteFlow
	}
	if err := g.run(ctx, o, flow); err != nil {
		return err
	}
	if err := g.deleteCluster(ctx, o); err != nil {
		return err
	}
	g.gone.Store(o.shoot.UID, struct{}{})
	return g.finalize(ctx, o)
}

// finalize reports success and removes the finalizer of the Shoot. It is retried until the garden is reachable.
func (g *Gardenlet) finalize(ctx context.Context, o *operation) error {
	if err := g.reportSuccess(ctx, o); client.IgnoreNotFound(err) != nil {
		return err
	}
	if err := controllerutils.RemoveFinalizers(ctx, g.garden, o.shoot, gardencorev1beta1.GardenerName); client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("failed to remove the finalizer: %w", err)
	}
	return nil
}

func checkReadyForMigration(shoot *gardencorev1beta1.Shoot) error {
	constraint := v1beta1helper.GetCondition(shoot.Status.Constraints, gardencorev1beta1.ShootReadyForMigration)
	if constraint == nil {
		return errors.New("waiting for the confirmation that the destination seed is available")
	}
	if constraint.Status != gardencorev1beta1.ConditionTrue {
		return fmt.Errorf("the destination seed is not available: %s", constraint.Message)
	}
	return nil
}

// run executes a flow. It reports an error in the Shoot's status unless the flow was interrupted.
func (g *Gardenlet) run(ctx context.Context, o *operation, build func(*operation) *steps) error {
	flowErr := build(o).run(ctx, o.log, g.progressReporter(o))
	if flowErr == nil {
		return nil
	}
	err := errors.New(flowErr.Description)
	if ctx.Err() != nil {
		return err
	}
	if reportErr := g.reportError(ctx, o, flowErr); reportErr != nil && !apierrors.IsNotFound(reportErr) {
		err = errors.Join(err, reportErr)
	}
	return err
}
