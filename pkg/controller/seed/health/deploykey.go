// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

// deployKeyReport is the report on the deploy keys. Verdicts become conditions. A condition in owned is removed if it
// has no verdict. If owned is not empty, status replaces the deploy key in the providerStatus.
type deployKeyReport struct {
	verdicts []health.Verdict
	owned    []gardencorev1beta1.ConditionType
	status   *fluxv1alpha1.DeployKeyStatus
}

// apply sets the deploy key in the providerStatus, unless the key is unknown.
func (r deployKeyReport) apply(status *fluxv1alpha1.FluxStatus) {
	if len(r.owned) > 0 {
		status.DeployKey = r.status
	}
}

// reportKeys reports on the deploy keys, based on the watched Secrets of the project and the observation of the shoot.
// It sends no request to the garden. If the project or its key is unknown, the condition stays unchanged.
func (r *Reconciler) reportKeys(ctx context.Context, cluster *extensionscontroller.Cluster, observed health.Observation) (deployKeyReport, error) {
	if cluster.Shoot == nil {
		return deployKeyReport{}, nil
	}
	owned := []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionDeployKey}
	if observed.Sync == nil || !observed.Sync.DeployKey && len(observed.Sync.SourceKeys) == 0 {
		return deployKeyReport{owned: owned}, nil
	}
	state, known, err := r.Projects.State(ctx, cluster.Shoot.Namespace)
	if err != nil || !known {
		return deployKeyReport{}, err
	}
	report := deployKeyReport{}
	if observed.Sync.DeployKey {
		observation := health.DeployKeyObservation{Project: cluster.Shoot.Namespace, Annotations: state.KeyAnnotations, PublicKey: observed.Shoot.PublicKey}
		if state.KeyVersion == "" || observation.Fingerprint() == "" {
			return report, nil
		}
		report.verdicts, report.status = []health.Verdict{health.JudgeDeployKey(observation)}, health.DeployKeyStatusOf(observation)
	}
	for _, key := range observed.Sync.SourceKeys {
		own := state.OfSource(key.Name)
		observation := health.DeployKeyObservation{Project: cluster.Shoot.Namespace, Source: key.Name, Annotations: own.KeyAnnotations, PublicKey: observed.Shoot.Sources[key.Name]}
		if own.KeyVersion != "" && observation.Fingerprint() != "" {
			verdict := health.JudgeDeployKey(observation)
			verdict.Message = fmt.Sprintf("Additional source %s: %s", key.Name, verdict.Message)
			report.verdicts = append(report.verdicts, verdict)
		}
	}
	if len(report.verdicts) > 0 {
		report.owned, report.verdicts = owned, []health.Verdict{together(report.verdicts)}
	}
	return report, nil
}

// together returns the worst verdict. Its message includes the messages of the other verdicts that are not True or, if
// all are True, of all verdicts.
func together(verdicts []health.Verdict) health.Verdict {
	order := []gardencorev1beta1.ConditionStatus{gardencorev1beta1.ConditionFalse, gardencorev1beta1.ConditionProgressing, gardencorev1beta1.ConditionTrue}
	slices.SortStableFunc(verdicts, func(a, b health.Verdict) int {
		return cmp.Compare(slices.Index(order, a.Status), slices.Index(order, b.Status))
	})
	result := verdicts[0]
	for _, verdict := range verdicts[1:] {
		if verdict.Status != gardencorev1beta1.ConditionTrue || result.Status == gardencorev1beta1.ConditionTrue {
			result.Message += ". " + verdict.Message
		}
	}
	return result
}

// sourceKeysOf returns the observed fingerprints of the deploy keys of additional sources.
func sourceKeysOf(observed health.Observation) map[string]string {
	if observed.Sync == nil || len(observed.Sync.SourceKeys) == 0 {
		return nil
	}
	keys := map[string]string{}
	for _, name := range observed.Sync.SourceKeys {
		keys[name.Name] = cmp.Or(health.FingerprintOf(observed.Shoot.Sources[name.Name]), fluxv1alpha1.DeployKeyUnknown)
	}
	return keys
}
