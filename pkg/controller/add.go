// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"fmt"
	"time"

	"github.com/gardener/gardener/extensions/pkg/controller/extension"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	predicateutils "github.com/gardener/gardener/pkg/controllerutils/predicate"
	"sigs.k8s.io/controller-runtime/pkg/builder"
	"sigs.k8s.io/controller-runtime/pkg/controller"
	"sigs.k8s.io/controller-runtime/pkg/manager"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Options are those of both controllers.
type Options struct {
	// MaxConcurrentReconciles is the number of Extensions that each controller works on at a time.
	MaxConcurrentReconciles int
	// IgnoreOperationAnnotation makes the controller reconcile without gardenlet's operation annotation.
	IgnoreOperationAnnotation bool
	// ReconciliationTimeout bounds one operation on one Extension.
	ReconciliationTimeout time.Duration
}

// AddToManager adds the controller that delivers Flux and the one that checks its health to the manager.
func AddToManager(ctx context.Context, mgr manager.Manager, actuator *Actuator, checker *HealthChecker, options Options) error {
	classes := []extensionsv1alpha1.ExtensionClass{extensionsv1alpha1.ExtensionClassShoot}
	controllerOptions := controller.Options{
		MaxConcurrentReconciles: options.MaxConcurrentReconciles,
		ReconciliationTimeout:   options.ReconciliationTimeout,
	}

	if err := extension.Add(mgr, extension.AddArgs{
		Actuator:                  actuator,
		Name:                      fluxv1alpha1.ExtensionType,
		FinalizerSuffix:           fluxv1alpha1.ExtensionType,
		Type:                      fluxv1alpha1.ExtensionType,
		ControllerOptions:         controllerOptions,
		Predicates:                extension.DefaultPredicates(ctx, mgr, options.IgnoreOperationAnnotation),
		IgnoreOperationAnnotation: options.IgnoreOperationAnnotation,
		ExtensionClasses:          classes,
	}); err != nil {
		return fmt.Errorf("failed to add the controller for Extensions: %w", err)
	}

	if err := builder.ControllerManagedBy(mgr).
		Named(fluxv1alpha1.ExtensionType+"-health").
		WithOptions(controllerOptions).
		For(&extensionsv1alpha1.Extension{}, builder.WithPredicates(
			predicateutils.HasType(fluxv1alpha1.ExtensionType), predicateutils.HasClass(classes...))).
		Complete(checker); err != nil {
		return fmt.Errorf("failed to add the controller for Flux's health: %w", err)
	}
	return nil
}
