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

// KeyReporter says of a deploy key, for condition and providerStatus of the Extension, what the project says of it and what was seen in
// the shoot. It asks nothing of the garden: whether that can be reached makes no difference.
type KeyReporter struct {
	projects project.StateWatcher
	lagging  *project.LaggingShoots
}

// NewKeyReporter returns a reporter that knows projects from the watch.
func NewKeyReporter(projects project.StateWatcher, lagging *project.LaggingShoots) *KeyReporter {
	return &KeyReporter{projects: projects, lagging: lagging}
}

// keyReport is what is said of the deploy key. Without a status the providerStatus stays as it was, unless nothing is to be said.
type keyReport struct {
	verdicts []health.Verdict
	owned    []gardencorev1beta1.ConditionType
	status   *fluxv1alpha1.DeployKeyStatus
}

// tell puts into the providerStatus what is said; as long as nothing is known, it stays as it was.
func (r keyReport) tell(status *fluxv1alpha1.FluxStatus) {
	if len(r.owned) > 0 {
		status.DeployKey = r.status
	}
}

// report says what was seen of the deploy key. As long as it is not known what the project says, or which key it is, the condition
// stays as it was.
func (k *KeyReporter) report(ctx context.Context, cluster *extensionscontroller.Cluster, seen health.Observation) (keyReport, error) {
	if cluster.Shoot == nil {
		return keyReport{}, nil
	}
	owned := []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionDeployKey}
	if seen.Sync == nil || !seen.Sync.DeployKey {
		return keyReport{owned: owned}, nil
	}
	state, known, err := k.projects.State(ctx, cluster.Shoot.Namespace)
	if err != nil || !known || state.KeyVersion == "" {
		return keyReport{}, err
	}
	observation := health.DeployKeyObservation{
		Project: cluster.Shoot.Namespace, Annotations: state.KeyAnnotations,
		PublicKey: seen.Shoot.PublicKey, Lagging: k.lagging.Of(cluster.Shoot.Namespace),
	}
	if observation.Fingerprint() == "" {
		return keyReport{}, nil
	}
	return keyReport{owned: owned, verdicts: []health.Verdict{health.JudgeDeployKey(observation)}, status: health.DeployKeyStatusOf(observation)}, nil
}
