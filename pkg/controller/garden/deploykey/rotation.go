// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"fmt"
	"time"

	"golang.org/x/crypto/ssh"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

// rotation runs the operation that is requested by an annotation on the deploy key's Secret.
type rotation struct {
	store        *secrets.Store
	registration *Registration
	events       events.EventRecorder
	clock        clock.PassiveClock
}

func (r rotation) run(ctx context.Context, key projectKey) (time.Duration, error) {
	if operation := key.state.KeyAnnotations[fluxv1alpha1.AnnotationOperation]; operation == "" || operation == fluxv1alpha1.OperationDeregister {
		return 0, nil
	}
	// It may be forgotten with a rotation that does not wait for it.
	if previous := key.state.KeyAnnotations[fluxv1alpha1.AnnotationPreviousFingerprint]; r.registration.remains(key, previous) {
		if written, err := r.registration.recordRetired(ctx, key, previous, r.clock.Now()); err != nil || !written {
			return 0, err
		}
	}
	done, err := r.store.Rotate(ctx, key.namespace, rotationTerms(key))
	if apierrors.IsNotFound(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	r.recordEvent(key, done)
	return 0, nil
}

func rotationTerms(key projectKey) secrets.RotationTerms {
	terms := secrets.RotationTerms{Algorithm: nextAlgorithm(key)}
	if key.isRegistered() {
		terms.Registered = key.isRegisteredHere
	}
	if len(key.configurationErrors) > 0 {
		terms.Unready = fmt.Sprintf("ConfigMap %s/%s has a configuration error, with which the next key would not be delivered to Shoots. Correct it, and ask again: %v",
			key.namespace, fluxv1alpha1.ConfigMapName, key.configurationErrors)
	}
	return terms
}

// nextAlgorithm is that of the next key. If the project names no repository, because each Shoot does, an RSA key is followed by another one: it was made for
// a host that accepts no other.
func nextAlgorithm(key projectKey) fluxv1alpha1.KeyAlgorithm {
	if key.source != nil {
		return githosts.Algorithm(key.settings.Algorithm, key.source.GitRepository.Spec.URL)
	}
	present, _, _, _, err := ssh.ParseAuthorizedKey([]byte(key.state.KeyAnnotations[fluxv1alpha1.AnnotationPublicKey]))
	if key.settings.Algorithm == nil && err == nil && present.Type() == ssh.KeyAlgoRSA {
		return fluxv1alpha1.KeyAlgorithmRSA4096
	}
	return githosts.Algorithm(key.settings.Algorithm, "")
}

func (r rotation) recordEvent(key projectKey, done secrets.Rotation) {
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
	key.recordEvent(r.events, eventType, reason, "RotateDeployKey", note)
}
