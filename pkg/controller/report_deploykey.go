// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package controller

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	extensionscontroller "github.com/gardener/gardener/extensions/pkg/controller"
	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"
	logf "sigs.k8s.io/controller-runtime/pkg/log"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
)

// KeyReporter reports which deploy key a shoot has: to the Extension as condition and providerStatus, for which it asks nothing of
// the garden, and to the project in the ConfigMap flux-status. Whether the garden can be reached makes no difference to the former.
type KeyReporter struct {
	seed     client.StatusClient
	projects ProjectWatcher
	statuses *project.StatusPublisher
	lagging  *LaggingShoots

	mutex  sync.Mutex
	shoots map[types.NamespacedName]project.Shoot
}

// NewKeyReporter returns a reporter that writes Extensions with the given client, and knows projects from the watch.
func NewKeyReporter(seed client.StatusClient, projects ProjectWatcher, statuses *project.StatusPublisher, lagging *LaggingShoots) *KeyReporter {
	return &KeyReporter{seed: seed, projects: projects, statuses: statuses, lagging: lagging, shoots: map[types.NamespacedName]project.Shoot{}}
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
	k.publish(ctx, ex, cluster.Shoot, seen)
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

// publish tells the project. That it fails is no reason to say less elsewhere; it is tried again after the next look.
func (k *KeyReporter) publish(ctx context.Context, ex *extensionsv1alpha1.Extension, shoot *gardencorev1beta1.Shoot, seen health.Observation) {
	named := project.Shoot{Namespace: shoot.Namespace, Name: shoot.Name, UID: shoot.UID}
	if seen.ShootError != nil || seen.Sync == nil && len(seen.ManagedResources) == 0 || shoot.UID == "" {
		return
	}
	k.mutex.Lock()
	k.shoots[client.ObjectKeyFromObject(ex)] = named
	k.mutex.Unlock()
	status := fluxv1alpha1.ShootStatus{Hibernated: seen.Asleep}
	if seen.Sync != nil && seen.Sync.DeployKey {
		if status.DeployKeyFingerprint = health.FingerprintOf(seen.Shoot.PublicKey); status.DeployKeyFingerprint == "" {
			status.DeployKeyFingerprint = fluxv1alpha1.DeployKeyUnknown
		}
	}
	if err := k.statuses.Publish(ctx, named, status); err != nil {
		logf.FromContext(ctx).Info("Could not tell the project of its Shoot, and tries again after the next look", "shoot", client.ObjectKeyFromObject(shoot), "reason", err.Error())
	}
}

// ends takes back what the project is told of a Shoot whose Extension is being deleted. It tells whether that is done.
func (k *KeyReporter) ends(ctx context.Context, extension types.NamespacedName, cluster *extensionscontroller.Cluster) bool {
	if cluster.Shoot == nil || cluster.Shoot.UID == "" {
		return true
	}
	err := k.statuses.Withdraw(ctx, project.Shoot{Namespace: cluster.Shoot.Namespace, Name: cluster.Shoot.Name, UID: cluster.Shoot.UID})
	return k.taken(ctx, extension, err)
}

// gone takes back what the project was told of the Shoot of an Extension that does not exist any more. It tells whether that is
// done.
func (k *KeyReporter) gone(ctx context.Context, extension types.NamespacedName) bool {
	k.mutex.Lock()
	shoot, told := k.shoots[extension]
	k.mutex.Unlock()
	if !told {
		return true
	}
	return k.taken(ctx, extension, k.statuses.WithdrawOwn(ctx, shoot))
}

func (k *KeyReporter) taken(ctx context.Context, extension types.NamespacedName, err error) bool {
	if err != nil {
		logf.FromContext(ctx).Info("Could not take back what the project is told of a Shoot without the extension, and tries again", "reason", err.Error())
		return false
	}
	k.leave(extension)
	return true
}

// leave forgets a Shoot of which another seed tells from now on, or nobody.
func (k *KeyReporter) leave(extension types.NamespacedName) {
	k.mutex.Lock()
	shoot, told := k.shoots[extension]
	delete(k.shoots, extension)
	k.mutex.Unlock()
	if told {
		k.statuses.Forget(shoot.UID)
	}
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
