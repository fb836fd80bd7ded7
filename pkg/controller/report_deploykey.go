// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"encoding/json"
	"fmt"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
)

// KeyReporter reports which deploy key a shoot has to the Extension, as condition and providerStatus. It asks nothing of the garden.
type KeyReporter struct {
	seed     client.StatusClient
	projects ProjectWatcher
	lagging  *LaggingShoots
}

// NewKeyReporter returns a reporter that writes Extensions with the given client, and knows projects from the watch.
func NewKeyReporter(seed client.StatusClient, projects ProjectWatcher, lagging *LaggingShoots) *KeyReporter {
	return &KeyReporter{seed: seed, projects: projects, lagging: lagging}
}

// keyReport is what is said of the deploy key as conditions.
type keyReport struct {
	verdicts []health.Verdict
	owned    []gardencorev1beta1.ConditionType
}

// report says what was seen of the deploy key. As long as it is not known what the project says, or which key it is, the condition
// stays as it was.
func (k *KeyReporter) report(ctx context.Context, ex *extensionsv1alpha1.Extension, cluster *extensionscontroller.Cluster, seen health.Observation) (keyReport, error) {
	if cluster.Shoot == nil {
		return keyReport{}, nil
	}
	owned := []gardencorev1beta1.ConditionType{fluxv1alpha1.ConditionDeployKey}
	if seen.Sync == nil || !seen.Sync.DeployKey {
		return keyReport{owned: owned}, k.writeStatus(ctx, ex, nil)
	}
	state, known, err := k.projects.State(ctx, cluster.Shoot.Namespace)
	if err != nil || !known || state.KeyVersion == "" {
		return keyReport{}, err
	}
	observation := health.DeployKeyObservation{
		Project: cluster.Shoot.Namespace, Annotations: state.KeyAnnotations,
		PublicKey: seen.Shoot.PublicKey, Lagging: k.lagging.of(cluster.Shoot.Namespace),
	}
	if observation.Fingerprint() == "" {
		return keyReport{}, nil
	}
	return keyReport{owned: owned, verdicts: []health.Verdict{health.JudgeDeployKey(observation)}}, k.writeStatus(ctx, ex, health.DeployKeyStatusOf(observation))
}

// writeStatus writes the providerStatus of the Extension, and nothing beside it, if it says something else. Nothing to say takes
// away what was said before.
func (k *KeyReporter) writeStatus(ctx context.Context, ex *extensionsv1alpha1.Extension, key *fluxv1alpha1.DeployKeyStatus) error {
	var wanted *runtime.RawExtension
	if key != nil {
		raw, err := json.Marshal(fluxv1alpha1.FluxStatus{
			TypeMeta:  metav1.TypeMeta{APIVersion: fluxv1alpha1.SchemeGroupVersion.String(), Kind: "FluxStatus"},
			DeployKey: key,
		})
		if err != nil {
			return fmt.Errorf("failed to encode the providerStatus: %w", err)
		}
		wanted = &runtime.RawExtension{Raw: raw}
	}
	if sameStatus(ex.Status.ProviderStatus, wanted) {
		return nil
	}
	changed := ex.DeepCopy()
	changed.Status.ProviderStatus = wanted
	if err := k.seed.Status().Patch(ctx, changed, client.MergeFrom(ex)); err != nil {
		return fmt.Errorf("failed to write the providerStatus of Extension %s: %w", client.ObjectKeyFromObject(ex), err)
	}
	return nil
}

// sameStatus compares what is said, not how: an API server writes the keys in another order.
func sameStatus(one, other *runtime.RawExtension) bool {
	if one == nil || other == nil {
		return one == nil && other == nil
	}
	var a, b fluxv1alpha1.FluxStatus
	return json.Unmarshal(one.Raw, &a) == nil && json.Unmarshal(other.Raw, &b) == nil && a.TypeMeta == b.TypeMeta &&
		(a.DeployKey == nil) == (b.DeployKey == nil) && (a.DeployKey == nil || *a.DeployKey == *b.DeployKey)
}
