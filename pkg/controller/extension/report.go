// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package extension

import (
	v1beta1helper "github.com/gardener/gardener/pkg/api/core/v1beta1/helper"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	reconcilerutils "github.com/gardener/gardener/pkg/controllerutils/reconciler"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

// configuredStatement is the condition FluxConfigured. It says what is configured, and is written before that is delivered.
func configuredStatement(d decision) extensionstatus.Statement {
	return extensionstatus.Statement{Verdicts: []health.Verdict{d.verdict}, Owned: []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionConfigured}}
}

// supportedStatement says whether the Flux version that the shoot has is deprecated. As long as a delivery has not succeeded, the shoot has the
// one before.
func (a *Actuator) supportedStatement(d decision) extensionstatus.Statement {
	return extensionstatus.Statement{Verdicts: a.deprecation(d.version), Owned: []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionVersionSupported}}
}

// report fails the operation if a user has to act before anything can be delivered. The error carries a retryable code: a non-retryable one
// would fail the whole Shoot at once (gardener: pkg/gardenlet/controller/shoot/shoot/reconciler.go). The requeue is the outermost error,
// because the extension library recognizes it by a type assertion.
func (a *Actuator) report(d decision) error {
	if d.mistake != nil {
		return &reconcilerutils.RequeueAfterError{
			Cause:        v1beta1helper.NewErrorWithCodes(d.mistake, gardencorev1beta1.ErrorRetryableConfigurationProblem),
			RequeueAfter: a.Timeouts.ConfigurationRetry,
		}
	}
	return nil
}

// deprecation says that the version is deprecated; nothing if it is not, or if there is none.
func (a *Actuator) deprecation(version string) []health.Verdict {
	if version == "" {
		return nil
	}
	text := a.Resolver.Deprecated(version)
	if text == "" {
		return nil
	}
	return []health.Verdict{{Type: fluxv1alpha1.ConditionVersionSupported, Status: gardencorev1beta1.ConditionFalse, Reason: "VersionDeprecated", Message: text}}
}
