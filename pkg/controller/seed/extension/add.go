// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	"context"
	"fmt"
	"slices"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	"github.com/gardener/gardener/extensions/pkg/controller/extension"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/predicate"
	"sigs.k8s.io/controller-runtime/pkg/source"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// Options are those of the controller.
type Options struct {
	controller.Options
	// IgnoreOperationAnnotation makes the controller reconcile without gardenlet's operation annotation.
	IgnoreOperationAnnotation bool
	// Again are sources of Extensions that other controllers want to be reconciled, without an operation of gardenlet.
	Again []source.Source
}

// predicates are the default ones of Gardener's library, the cheap one first: the other decodes the Cluster of the shoot, and most events are
// the controller's own writes, which the first refuses. An event has to pass all.
func predicates(ctx context.Context, mgr manager.Manager, ignoreOperationAnnotation bool) []predicate.Predicate {
	all := extension.DefaultPredicates(ctx, mgr, ignoreOperationAnnotation)
	slices.Reverse(all)
	return all
}

// AddToManager adds the controller to the manager. The actuator is an *Actuator, or one that wraps it. What its errors repeat of others'
// texts is cut, and without secrets.
func AddToManager(ctx context.Context, mgr manager.Manager, actuator extension.Actuator, options Options) error {
	classes := []extensionsv1alpha1.ExtensionClass{extensionsv1alpha1.ExtensionClassShoot}
	err := extension.Add(seed.NewReadYourWritesManager(mgr), extension.AddArgs{
		Actuator:                  kube.BoundActuator(actuator),
		Name:                      fluxv1alpha1.ExtensionType,
		FinalizerSuffix:           fluxv1alpha1.ExtensionType,
		Type:                      fluxv1alpha1.ExtensionType,
		ControllerOptions:         options.Options,
		Predicates:                predicates(ctx, mgr, options.IgnoreOperationAnnotation),
		IgnoreOperationAnnotation: options.IgnoreOperationAnnotation,
		ExtensionClasses:          classes,
		WatchBuilder: extensionscontroller.NewWatchBuilder(func(extensions controller.Controller) error {
			for _, again := range options.Again {
				if err := extensions.Watch(again); err != nil {
					return err
				}
			}
			return watchInterrupted(mgr, extensions, classes...)
		}),
	})
	if err != nil {
		return fmt.Errorf("failed to add the controller for Extensions: %w", err)
	}
	return nil
}
