// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
)

// DeployKeyReporter reports on deploy keys in condition and providerStatus of Extensions, from the project's Secret and what was observed in the shoot.
// It asks nothing of the garden: whether that can be reached makes no difference.
type DeployKeyReporter struct {
	projects project.StateWatcher
}

// NewDeployKeyReporter returns a reporter that knows projects from the watch.
func NewDeployKeyReporter(projects project.StateWatcher) *DeployKeyReporter {
	return &DeployKeyReporter{projects: projects}
}

// deployKeyReport is what is reported of the deploy key: verdicts become conditions, of the owned types those without verdict are removed, and
// if a type is owned, the status becomes that in the providerStatus.
type deployKeyReport struct {
	verdicts []health.Verdict
	owned    []gardencorev1beta1.ConditionType
	status   *fluxv1alpha1.DeployKeyStatus
}

// apply sets the status of the deploy key in the providerStatus; as long as nothing is known, it stays as it was.
func (r deployKeyReport) apply(status *fluxv1alpha1.FluxStatus) {
	if len(r.owned) > 0 {
		status.DeployKey = r.status
	}
}

// report returns what is reported of the deploy key. As long as the state of the project, or the key, is not known, the condition stays as it
// was.
func (k *DeployKeyReporter) report(ctx context.Context, cluster *extensionscontroller.Cluster, observed health.Observation) (deployKeyReport, error) {
	if cluster.Shoot == nil {
		return deployKeyReport{}, nil
	}
	owned := []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionDeployKey}
	if observed.Sync == nil || !observed.Sync.DeployKey {
		return deployKeyReport{owned: owned}, nil
	}
	state, known, err := k.projects.State(ctx, cluster.Shoot.Namespace)
	if err != nil || !known || state.KeyVersion == "" {
		return deployKeyReport{}, err
	}
	observation := health.DeployKeyObservation{
		Project: cluster.Shoot.Namespace, Annotations: state.KeyAnnotations,
		PublicKey: observed.Shoot.PublicKey,
	}
	if observation.Fingerprint() == "" {
		return deployKeyReport{}, nil
	}
	return deployKeyReport{owned: owned, verdicts: []health.Verdict{health.JudgeDeployKey(observation)}, status: health.DeployKeyStatusOf(observation)}, nil
}
