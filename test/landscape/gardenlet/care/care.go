// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package care

import (
	"context"
	"fmt"
	"slices"
	"time"

	coordinationv1 "k8s.io/api/coordination/v1"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/event"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	logf "sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
	"sigs.k8s.io/controller-runtime/pkg/source"

	gardenlethelper "github.com/gardener/gardener/pkg/api/config/gardenlet/v1alpha1/helper"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardenletconfigv1alpha1 "github.com/gardener/gardener/pkg/apis/config/gardenlet/v1alpha1"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	predicateutils "github.com/gardener/gardener/pkg/controllerutils/predicate"
	gardenerextensions "github.com/gardener/gardener/pkg/extensions"
	healthchecker "github.com/gardener/gardener/pkg/utils/kubernetes/health/checker"
)

// caredCondition is the only Shoot condition that the stand-in maintains. If gardenlet is configured without monitoring
// and logging, this condition depends only on the conditions of extensions (checkObservabilityComponents,
// pkg/gardenlet/controller/shoot/care/health.go:522 of v1.150.0). Other conditions that include extensions depend
// mostly on gardenlet's own checks.
const caredCondition = gardencorev1beta1.ShootObservabilityComponentsHealthy

// Controller simulates the part of gardenlet's care controller (pkg/gardenlet/controller/shoot/care) that derives Shoot
// conditions from conditions of Extensions. It uses gardenlet's health checker. The package of the care controller
// cannot be imported without all of gardenlet.
type Controller struct {
	// GardenCache reads the garden from a cache, and Garden writes the status of Shoots.
	GardenCache client.Reader
	Garden      client.StatusClient
	// Seed reads Extensions and heartbeats.
	Seed client.Reader
	// SeedName is the name of the Seed whose Shoots are checked.
	SeedName string
	// Interval is the time between two checks. Threshold is the time that a condition is Progressing before it becomes
	// False.
	Interval, Threshold time.Duration
	// Clock provides the current time.
	Clock clock.Clock
}

// AddToManager adds the controller, which checks Shoots at the same times as gardenlet (care/add.go:38, 97).
func (c *Controller) AddToManager(mgr manager.Manager, shoots cache.Cache) error {
	enqueue := func(_ context.Context, object client.Object) []reconcile.Request {
		return []reconcile.Request{{NamespacedName: client.ObjectKeyFromObject(object)}}
	}
	return builder.ControllerManagedBy(mgr).Named("shoot-care").
		WatchesRawSource(source.Kind[client.Object](shoots, &gardencorev1beta1.Shoot{}, handler.EnqueueRequestsFromMapFunc(enqueue), predicate.Funcs{
			CreateFunc: func(event.CreateEvent) bool { return true },
			UpdateFunc: func(e event.UpdateEvent) bool {
				before, _ := e.ObjectOld.(*gardencorev1beta1.Shoot)
				after, _ := e.ObjectNew.(*gardencorev1beta1.Shoot)
				return before != nil && after != nil && (before.Status.SeedName == nil && after.Status.SeedName != nil ||
					predicateutils.ReconciliationFinishedSuccessfully(before.Status.LastOperation, after.Status.LastOperation))
			},
			DeleteFunc:  func(event.DeleteEvent) bool { return false },
			GenericFunc: func(event.GenericEvent) bool { return false },
		})).
		Complete(c)
}

// Reconcile checks a Shoot (care/reconciler.go:62), and updates its status only if the condition has changed (:243).
func (c *Controller) Reconcile(ctx context.Context, request reconcile.Request) (reconcile.Result, error) {
	shoot := &gardencorev1beta1.Shoot{}
	if err := c.GardenCache.Get(ctx, request.NamespacedName, shoot); err != nil {
		return reconcile.Result{}, client.IgnoreNotFound(err)
	}
	if ptr.Deref(shoot.Status.SeedName, "") != c.SeedName {
		return reconcile.Result{}, nil
	}
	before := v1beta1helper.GetOrInitConditionWithClock(c.Clock, shoot.Status.Conditions, caredCondition)
	after := c.pardon(shoot, c.check(ctx, shoot, before))
	again := reconcile.Result{RequeueAfter: c.Interval}
	if !v1beta1helper.ConditionsNeedUpdate([]gardencorev1beta1.Condition{before}, []gardencorev1beta1.Condition{after}) {
		return again, nil
	}
	patch := client.StrategicMergeFrom(shoot.DeepCopy())
	shoot.Status.Conditions = v1beta1helper.BuildConditions(shoot.Status.Conditions, []gardencorev1beta1.Condition{after}, []gardencorev1beta1.ConditionType{caredCondition})
	if err := c.Garden.Status().Patch(ctx, shoot, patch); client.IgnoreNotFound(err) != nil {
		return reconcile.Result{}, fmt.Errorf("failed to patch the shoot's conditions: %w", err)
	}
	return again, nil
}

// check corresponds to Health.Check and checkObservabilityComponents (care/health.go:127, 522).
func (c *Controller) check(ctx context.Context, shoot *gardencorev1beta1.Shoot, before gardencorev1beta1.Condition) gardencorev1beta1.Condition {
	update := func(reason, message string) gardencorev1beta1.Condition {
		return v1beta1helper.UpdatedConditionWithClock(c.Clock, before, gardencorev1beta1.ConditionTrue, reason, message)
	}
	if v1beta1helper.HibernationIsEnabled(shoot) || shoot.Status.IsHibernated {
		return update("ConditionNotChecked", "Shoot cluster has been hibernated.")
	}
	log := logf.FromContext(ctx)
	reported, err := c.extensionConditions(ctx, v1beta1helper.ControlPlaneNamespaceForShoot(shoot))
	if err != nil {
		log.Error(err, "Error getting extension conditions")
		reported = nil
	}
	checker := healthchecker.NewHealthChecker(log, c.Seed, c.Clock,
		healthchecker.WithConditionThresholds(map[gardencorev1beta1.ConditionType]time.Duration{caredCondition: c.Threshold}),
		healthchecker.WithLastOperation(shoot.Status.LastOperation))
	stale := &gardenletconfigv1alpha1.StaleExtensionHealthChecks{Enabled: true}
	gardenletconfigv1alpha1.SetDefaults_StaleExtensionHealthChecks(stale)
	if failed := checker.CheckExtensionCondition(before, reported, gardenlethelper.StaleExtensionHealthChecksThreshold(stale)); failed != nil {
		return *failed
	}
	return update("ObservabilityComponentsRunning", "All observability components are healthy.")
}

// extensionConditions returns the conditions of this type of a Shoot's Extensions (getAllExtensionConditions,
// care/health.go:223). The landscape has no other kinds of extension resources.
func (c *Controller) extensionConditions(ctx context.Context, namespace string) ([]healthchecker.ExtensionCondition, error) {
	extensions := &extensionsv1alpha1.ExtensionList{}
	if err := c.Seed.List(ctx, extensions, client.InNamespace(namespace)); err != nil {
		return nil, fmt.Errorf("failed to list Extensions: %w", err)
	}
	var conditions []healthchecker.ExtensionCondition
	for _, ex := range extensions.Items {
		condition := v1beta1helper.GetCondition(ex.Status.Conditions, caredCondition)
		if condition == nil {
			continue
		}
		heartbeat, err := c.lastHeartbeat(ctx, ex.Spec.Type)
		if err != nil {
			return nil, err
		}
		conditions = append(conditions, healthchecker.ExtensionCondition{
			Condition: *condition, ExtensionType: extensionsv1alpha1.ExtensionResource, ExtensionName: ex.Name, ExtensionNamespace: ex.Namespace, LastHeartbeatTime: heartbeat,
		})
	}
	return conditions, nil
}

// lastHeartbeat returns the last heartbeat of the extension that is registered for the type, or nil if there is none
// (getLastHeartbeatTimeForExtension, care/health.go:358). gardenlet finds the extension's namespace through the
// ControllerInstallation. Here, a label of the namespace replaces the ControllerInstallation.
func (c *Controller) lastHeartbeat(ctx context.Context, extensionType string) (*metav1.MicroTime, error) {
	registrations := &gardencorev1beta1.ControllerRegistrationList{}
	if err := c.GardenCache.List(ctx, registrations); err != nil {
		return nil, fmt.Errorf("failed to read the controller registrations: %w", err)
	}
	for _, registration := range registrations.Items {
		if !slices.ContainsFunc(registration.Spec.Resources, func(resource gardencorev1beta1.ControllerResource) bool {
			return resource.Kind == extensionsv1alpha1.ExtensionResource && resource.Type == extensionType
		}) {
			continue
		}
		namespaces := &corev1.NamespaceList{}
		if err := c.Seed.List(ctx, namespaces, client.MatchingLabels{v1beta1constants.LabelControllerRegistrationName: registration.Name}); err != nil {
			return nil, fmt.Errorf("failed to find the namespace of the extension: %w", err)
		}
		for _, namespace := range namespaces.Items {
			lease := &coordinationv1.Lease{}
			if err := c.Seed.Get(ctx, client.ObjectKey{Namespace: namespace.Name, Name: gardenerextensions.HeartBeatResourceName}, lease); err != nil {
				return nil, client.IgnoreNotFound(err)
			}
			return lease.Spec.RenewTime, nil
		}
	}
	return nil, fmt.Errorf("could not find a registration with a namespace for extension type %s", extensionType)
}

// pardon corresponds to PardonConditions (care/health.go:1169): no condition becomes False while a Shoot is being
// created or deleted, or during an operation without errors.
func (c *Controller) pardon(shoot *gardencorev1beta1.Shoot, condition gardencorev1beta1.Condition) gardencorev1beta1.Condition {
	last := shoot.Status.LastOperation
	unstable := last == nil || last.State == gardencorev1beta1.LastOperationStateProcessing && shoot.Status.LastErrors == nil ||
		(last.Type == gardencorev1beta1.LastOperationTypeCreate || last.Type == gardencorev1beta1.LastOperationTypeDelete) && last.State != gardencorev1beta1.LastOperationStateSucceeded
	if !unstable || condition.Status != gardencorev1beta1.ConditionFalse {
		return condition
	}
	return v1beta1helper.UpdatedConditionWithClock(c.Clock, condition, gardencorev1beta1.ConditionProgressing, condition.Reason, condition.Message, condition.Codes...)
}
