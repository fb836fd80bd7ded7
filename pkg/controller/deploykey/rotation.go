// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/registration"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/project"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed"
)

// rotate does what somebody has asked for by an annotation on the deploy key's Secret.
func (d *DeployKeys) rotate(ctx context.Context, key projectKey) (time.Duration, error) {
	if operation := key.state.KeyAnnotations[fluxv1alpha1.AnnotationOperation]; operation == "" || operation == fluxv1alpha1.OperationDeregister {
		return 0, nil
	}
	done, err := d.Store.Rotate(ctx, key.namespace, d.terms(key))
	if apierrors.IsNotFound(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	d.tellRotation(key, done)
	return 0, nil
}

func (d *DeployKeys) terms(key projectKey) secrets.RotationTerms {
	terms := secrets.RotationTerms{Algorithm: ptr.Deref(key.settings.Algorithm, fluxv1alpha1.KeyAlgorithmEd25519)}
	if key.isRegistered() {
		terms.Registered = key.isRegisteredHere
	}
	if len(key.mistakes) > 0 {
		terms.Unready = fmt.Sprintf("ConfigMap %s/%s has a mistake, with which Shoots would not be given the next key. Correct it, and ask again: %v",
			key.namespace, fluxv1alpha1.ConfigMapName, key.mistakes)
	}
	return terms
}

func (d *DeployKeys) tellRotation(key projectKey, done secrets.Rotation) {
	eventType, reason, note := corev1.EventTypeNormal, "", ""
	switch {
	case done.Refusal != "":
		eventType, reason, note = corev1.EventTypeWarning, "DeployKeyOperationRefused", done.Refusal
	case done.Operation == fluxv1alpha1.OperationRotateStart:
		reason = "DeployKeyRotationPrepared"
		note = fmt.Sprintf("The next deploy key, %s, is prepared. Register its public key at the Git host, then ask for %s: %s",
			done.Fingerprint, fluxv1alpha1.OperationRotateComplete, done.PublicKey)
	case done.Operation == fluxv1alpha1.OperationRotateComplete:
		reason, note = "DeployKeyRotated", fmt.Sprintf("The deploy key is %s now, and all Shoots of the project are given it", done.Fingerprint)
	case done.Operation == fluxv1alpha1.OperationRotateAbort:
		reason, note = "DeployKeyRotationAborted", "The next deploy key was dropped, the present one stays in use"
	default:
		return
	}
	d.tell(key, eventType, reason, "RotateDeployKey", note)
}

// tell writes an Event about the version of the Secret that was looked at.
func (d *DeployKeys) tell(key projectKey, eventType, reason, action, note string) {
	project.Tell(d.Events, key.namespace, key.state.KeyVersion, eventType, reason, action, note)
}

// retire forgets the key before the present one, as soon as every awake Shoot of the project, on whatever seed, has reported the
// present one. If the extension registers keys, it must have deregistered the previous one by then.
func (d *DeployKeys) retire(ctx context.Context, key projectKey) (time.Duration, error) {
	previous := key.state.KeyAnnotations[fluxv1alpha1.AnnotationPreviousFingerprint]
	if previous == "" {
		d.Lagging.Note(key.namespace, nil)
		return 0, nil
	}
	if follow, err := d.allFollow(ctx, key); err != nil || !follow {
		return d.patience(key), err
	}
	if key.isRegistered() && registration.IsRegistered(key.state.KeyAnnotations, previous) {
		return d.patience(key), nil
	}
	retired, err := d.Store.Retire(ctx, key.namespace, previous)
	if err != nil || !retired {
		return 0, err
	}
	d.tell(key, corev1.EventTypeNormal, "DeployKeyRetired", "RotateDeployKey",
		fmt.Sprintf("No awake Shoot of the project has the previous deploy key, %s, any more. If it is still registered at the Git host, remove it there", previous))
	return 0, nil
}

// patience is the time to the next look, which grows with that since the rotation: a Shoot that does not follow in minutes may not do
// so for days.
func (d *DeployKeys) patience(key projectKey) time.Duration {
	rotated, err := time.Parse(time.RFC3339, key.state.KeyAnnotations[fluxv1alpha1.AnnotationRotatedAt])
	if err != nil {
		return d.LongestPoll
	}
	return max(d.Poll, min(d.Clock.Since(rotated)/20, d.LongestPoll))
}

// allFollow tells whether every awake Shoot of the project reports the present key. What is missing speaks for nothing: without any
// report, nobody has followed.
func (d *DeployKeys) allFollow(ctx context.Context, key projectKey) (bool, error) {
	present := key.state.KeyAnnotations[fluxv1alpha1.AnnotationFingerprint]
	if present == "" {
		return false, nil
	}
	statuses, err := d.Statuses.Statuses(ctx, key.namespace)
	if err != nil || len(statuses) == 0 {
		return false, err
	}
	lagging, err := d.laggingHere(ctx, key, statuses)
	if err != nil {
		return false, err
	}
	for name, status := range statuses {
		if !status.Hibernated && status.DeployKeyFingerprint != "" && status.DeployKeyFingerprint != present {
			lagging[name] = true
		}
	}
	d.Lagging.Note(key.namespace, slices.Sorted(maps.Keys(lagging)))
	return len(lagging) == 0, nil
}

// laggingHere returns the Shoots on this seed that have not been given the key of the last rotation, whether they sleep or not, or
// of which nothing is reported.
func (d *DeployKeys) laggingHere(ctx context.Context, key projectKey, statuses map[string]fluxv1alpha1.ShootStatus) (map[string]bool, error) {
	here, err := seed.ExtensionsOf(ctx, d.Seed, key.namespace)
	if err != nil {
		return nil, err
	}
	lagging := map[string]bool{}
	for _, e := range here {
		delivered, err := extensionstatus.ReadState(e.Extension)
		if err != nil {
			return nil, err
		}
		if !delivered.DeployKey || e.Shoot.DeletionTimestamp != nil {
			continue
		}
		behind := delivered.Observed.Rotation != key.state.KeyAnnotations[fluxv1alpha1.AnnotationRotatedAt]
		if behind || statuses[e.Shoot.Name].UID != e.Shoot.UID {
			lagging[e.Shoot.Name] = true
		}
	}
	return lagging, nil
}
