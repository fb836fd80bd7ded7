// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"fmt"
	"slices"
	"time"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	"github.com/gardener/gardener/extensions/pkg/controller/extension"
	v1beta1constants "github.com/gardener/gardener/pkg/apis/core/v1beta1/constants"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	predicateutils "github.com/gardener/gardener/pkg/controllerutils/predicate"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/handler"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// Options are the options of the controller.
type Options struct {
	controller.Options
	// IgnoreOperationAnnotation makes the controller reconcile without gardenlet's operation annotation.
	IgnoreOperationAnnotation bool
	// Again contains sources of Extensions that other controllers enqueue, without an operation of gardenlet.
	Again []source.Source
}

// predicates returns the default predicates of Gardener's library in reverse order. The library's last predicate must
// run first, because it rejects the controller's own writes, which cause most events. The library's first predicate is
// expensive, because it decodes the Cluster of the shoot.
func predicates(ctx context.Context, mgr manager.Manager, ignoreOperationAnnotation bool) []predicate.Predicate {
	all := extension.DefaultPredicates(ctx, mgr, ignoreOperationAnnotation)
	slices.Reverse(all)
	return all
}

// AddToManager adds the controller to the manager. actuator is an *Actuator or a wrapper of one. Errors of the actuator
// are shortened and redacted.
func AddToManager(ctx context.Context, mgr manager.Manager, actuator extension.Actuator, options Options) error {
	err := extension.Add(seed.NewReadYourWritesManager(mgr), extension.AddArgs{
		Actuator:                  kube.BoundActuator(actuator),
		Name:                      fluxv1alpha1.ExtensionType,
		FinalizerSuffix:           fluxv1alpha1.ExtensionType,
		Type:                      fluxv1alpha1.ExtensionType,
		ControllerOptions:         options.Options,
		Predicates:                predicates(ctx, mgr, options.IgnoreOperationAnnotation),
		IgnoreOperationAnnotation: options.IgnoreOperationAnnotation,
		ExtensionClasses:          []extensionsv1alpha1.ExtensionClass{extensionsv1alpha1.ExtensionClassShoot},
		WatchBuilder: extensionscontroller.NewWatchBuilder(func(extensions controller.Controller) error {
			for _, again := range options.Again {
				if err := extensions.Watch(again); err != nil {
					return err
				}
			}
			return extensions.Watch(source.Kind[client.Object](mgr.GetCache(), &extensionsv1alpha1.Extension{}, &handler.EnqueueRequestForObject{},
				seed.OfShootFlux(), interrupted()))
		}),
	})
	if err != nil {
		return fmt.Errorf("failed to add the controller for Extensions: %w", err)
	}
	return nil
}

// interrupted accepts an Extension when a new leader starts, if gardenlet requested an operation that the previous
// leader did not record. Gardener's library removes the operation annotation before it records the operation, so its
// predicates would ignore the Extension while gardenlet waits. Only the timestamp annotation still shows the request.
// gardenlet compares this timestamp in the same way (gardener: pkg/utils/kubernetes/health/extensions.go).
func interrupted() predicate.Predicate {
	return predicate.And(predicateutils.ForEventTypes(predicateutils.Create), predicate.NewPredicateFuncs(func(o client.Object) bool {
		ex, ok := o.(*extensionsv1alpha1.Extension)
		if !ok || !seed.LastOperationSucceeded(ex) || seed.IsBeingDeletedOrMigrated(ex) || ex.Annotations[v1beta1constants.GardenerOperation] != "" {
			return false
		}
		asked, err := time.Parse(time.RFC3339Nano, ex.Annotations[v1beta1constants.GardenerTimestamp])
		return err == nil && asked.Truncate(time.Second).After(ex.Status.LastOperation.LastUpdateTime.Time)
	}))
}
