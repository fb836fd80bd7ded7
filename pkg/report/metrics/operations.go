// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"context"
	"errors"
	"slices"

	"github.com/gardener/gardener/extensions/pkg/controller/extension"
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	"github.com/go-logr/logr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

const (
	resultSuccess            = "success"
	resultConfigurationError = "configuration_error"
	resultWaiting            = "waiting"
	resultError              = "error"
)

var (
	operations = []string{"reconcile", "restore", "migrate", "delete", "forcedelete"}
	results    = []string{resultSuccess, resultConfigurationError, resultWaiting, resultError}
)

// Actuator measures the operations of an actuator and bounds their errors.
type Actuator struct {
	extension.Actuator
	// Metrics records the durations.
	Metrics *Metrics
}

var _ extension.Actuator = &Actuator{}

// Reconcile measures a reconciliation.
func (a *Actuator) Reconcile(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return a.measure("reconcile", func() error { return a.Actuator.Reconcile(ctx, log, ex) })
}

// Restore measures the second part of a control plane migration.
func (a *Actuator) Restore(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return a.measure("restore", func() error { return a.Actuator.Restore(ctx, log, ex) })
}

// Migrate measures the first part of a control plane migration.
func (a *Actuator) Migrate(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return a.measure("migrate", func() error { return a.Actuator.Migrate(ctx, log, ex) })
}

// Delete measures a deletion.
func (a *Actuator) Delete(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return a.measure("delete", func() error { return a.Actuator.Delete(ctx, log, ex) })
}

// ForceDelete measures a deletion that does not wait for the shoot.
func (a *Actuator) ForceDelete(ctx context.Context, log logr.Logger, ex *extensionsv1alpha1.Extension) error {
	return a.measure("forcedelete", func() error { return a.Actuator.ForceDelete(ctx, log, ex) })
}

func (a *Actuator) measure(operation string, act func() error) error {
	started := a.Metrics.clock.Now()
	err := act()
	a.Metrics.operations.WithLabelValues(operation, resultOf(err)).Observe(a.Metrics.since(started))
	return kube.BoundResult(err)
}

// resultOf distinguishes configuration errors and waiting operations from other errors.
func resultOf(err error) string {
	if err == nil {
		return resultSuccess
	}
	requeue := (*reconcilerutils.RequeueAfterError)(nil)
	waiting := errors.As(err, &requeue)
	if waiting && requeue.Cause != nil {
		err = requeue.Cause
	}
	switch {
	case slices.Contains(v1beta1helper.ExtractErrorCodes(err), gardencorev1beta1.ErrorRetryableConfigurationProblem):
		return resultConfigurationError
	case waiting:
		return resultWaiting
	}
	return resultError
}
