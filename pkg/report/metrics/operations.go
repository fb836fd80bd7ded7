// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package metrics

import (
	"errors"
	"slices"

	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
)

const (
	resultConfigurationError = "configuration_error"
	resultWaiting            = "waiting"
	resultError              = "error"
)

// Operation runs an operation of the actuator, and records its duration and result.
func (m *Metrics) Operation(operation string, act func() error) error {
	started := m.clock.Now()
	err := act()
	m.operations.WithLabelValues(operation, resultOf(err)).Observe(m.clock.Since(started).Seconds())
	return err
}

// resultOf returns the label value for the result of an operation.
func resultOf(err error) string {
	if err == nil {
		return ResultSuccess
	}
	requeue, waiting := errors.AsType[*reconcilerutils.RequeueAfterError](err)
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
