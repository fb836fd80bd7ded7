// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package secrets

import (
	"context"
	"encoding/json"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

// Rotate performs the operation that is requested on the Secret of the project's deploy key, if it is one of a rotation. It writes once: the Secret
// as it was when the decision was taken becomes the one that was decided on, or nothing happens. So any number of processes may do it
// at once, and a process may end at any moment: there is always one key that is in use, and it is there.
//
// An error is the garden's; it is one of not found if there is no Secret.
func (s *Store) Rotate(ctx context.Context, namespace string, terms RotationTerms) (Rotation, error) {
	var done Rotation
	err := kube.RetryOnConflict(ctx, func() error {
		done = Rotation{}
		secret, err := s.read(ctx, namespace)
		if err != nil {
			return err
		}
		if operation := requested(secret); secret.DeletionTimestamp != nil || operation == "" || operation == fluxv1alpha1.OperationDeregister {
			return nil
		}
		r := &rotation{source: s.source, secret: secret, terms: terms, now: s.clock.Now(), generate: s.generate}
		if err := r.decide(); err != nil {
			return err
		}
		if err := s.patch(ctx, secret, r.patch); err != nil {
			return err
		}
		done = r.result
		return nil
	})
	if err != nil {
		return Rotation{}, fmt.Errorf("failed to rotate the deploy key in Secret %s/%s in the garden: %w", namespace, s.secretName(), err)
	}
	return done, nil
}

// Retire removes the annotations of the key before the present one, which has to be in use nowhere any more. The fingerprint is that of the key that
// is meant: if it is another one by now, nothing happens.
func (s *Store) Retire(ctx context.Context, namespace, fingerprint string) (bool, error) {
	var retired bool
	err := kube.RetryOnConflict(ctx, func() error {
		retired = false
		secret, err := s.read(ctx, namespace)
		if err != nil {
			return err
		}
		if secret.Annotations[fluxv1alpha1.AnnotationPreviousFingerprint] != fingerprint {
			return nil
		}
		if err := s.patch(ctx, secret, secretPatch{annotations: map[string]*string{
			fluxv1alpha1.AnnotationPreviousPublicKey: nil, fluxv1alpha1.AnnotationPreviousFingerprint: nil, fluxv1alpha1.AnnotationLaggingShoots: nil,
		}}); err != nil {
			return err
		}
		retired = true
		return nil
	})
	if err != nil {
		return false, fmt.Errorf("failed to remove the previous deploy key from Secret %s/%s in the garden: %w", namespace, s.secretName(), err)
	}
	return retired, nil
}

func (s *Store) generate(algorithm fluxv1alpha1.KeyAlgorithm) (keypair.DeployKey, error) {
	return keypair.GenerateDeployKey(s.random, algorithm)
}

// patch writes the Secret as it was read, and on nothing else.
func (s *Store) patch(ctx context.Context, read *corev1.Secret, patch secretPatch) error {
	metadata := map[string]any{"uid": read.UID, "resourceVersion": read.ResourceVersion}
	content := map[string]any{"metadata": metadata}
	// A null would take away all annotations.
	if len(patch.annotations) > 0 {
		metadata["annotations"] = named(s.source, patch.annotations)
	}
	if len(patch.data) > 0 {
		content["data"] = named(s.source, patch.data)
	}
	raw, err := json.Marshal(content)
	if err != nil {
		return fmt.Errorf("failed to encode the patch: %w", err)
	}
	written := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: read.Namespace, Name: read.Name}}
	return s.garden.Patch(ctx, written, client.RawPatch(types.MergePatchType, raw))
}
