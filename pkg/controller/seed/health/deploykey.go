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
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

// DeployKeyReporter reports on deploy keys in condition and providerStatus of Extensions, from the project's Secret and what was observed in the shoot.
// It asks nothing of the garden: whether that can be reached makes no difference.
type DeployKeyReporter struct {
	projects garden.StateWatcher
}

// NewDeployKeyReporter returns a reporter that knows projects from the watch.
func NewDeployKeyReporter(projects garden.StateWatcher) *DeployKeyReporter {
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

// report returns what is reported of the deploy keys. As long as the state of the project, or no key, is known, the condition stays as it was.
func (k *DeployKeyReporter) report(ctx context.Context, cluster *extensionscontroller.Cluster, observed health.Observation) (deployKeyReport, error) {
	if cluster.Shoot == nil {
		return deployKeyReport{}, nil
	}
	owned := []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionDeployKey}
	if observed.Sync == nil || !observed.Sync.DeployKey && len(observed.Sync.SourceKeys) == 0 {
		return deployKeyReport{owned: owned}, nil
	}
	state, known, err := k.projects.State(ctx, cluster.Shoot.Namespace)
	if err != nil || !known {
		return deployKeyReport{}, err
	}
	report := deployKeyReport{}
	if observed.Sync.DeployKey {
		observation := health.DeployKeyObservation{Project: cluster.Shoot.Namespace, Annotations: state.KeyAnnotations, PublicKey: observed.Shoot.PublicKey}
		if state.KeyVersion == "" || observation.Fingerprint() == "" {
			return deployKeyReport{}, nil
		}
		report.verdicts, report.status = []health.Verdict{health.JudgeDeployKey(observation)}, health.DeployKeyStatusOf(observation)
	}
	for _, name := range observed.Sync.SourceKeys {
		own := state.OfSource(name.Name)
		observation := health.DeployKeyObservation{
			Project: cluster.Shoot.Namespace, Source: name.Name, Annotations: own.KeyAnnotations, PublicKey: observed.Shoot.Sources[name.Name],
		}
		if own.KeyVersion != "" && observation.Fingerprint() != "" {
			verdict := health.JudgeDeployKey(observation)
			verdict.Message = fmt.Sprintf("Additional source %s: %s", name.Name, verdict.Message)
			report.verdicts = append(report.verdicts, verdict)
		}
	}
	if len(report.verdicts) > 0 {
		report.owned, report.verdicts = owned, []health.Verdict{together(report.verdicts)}
	}
	return report, nil
}

// together returns one verdict on several keys: that which is worst, and what else is not as it should be. Keys that are in use are named if all are.
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

// sourceKeysOf returns the fingerprints of the deploy keys of additional sources that were observed in the shoot.
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
