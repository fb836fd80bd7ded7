// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package secrets

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

// RotationTerms are the terms of a project for the rotation of its deploy key.
type RotationTerms struct {
	// Algorithm is the algorithm of the next key.
	Algorithm fluxv1alpha1.KeyAlgorithm
	// Unready is the reason why no Shoot could use the next key now, with a fix, if any.
	Unready string
	// Registered returns, from the annotations of the Secret, whether the Git host knows the key with the
	// fingerprint. It is nil if the extension registers no keys: then only the owner of the repository knows.
	Registered func(annotations map[string]string, fingerprint string) bool
}

// Rotation is the outcome of a requested operation.
type Rotation struct {
	// Operation is the requested operation; empty if there was none.
	Operation string
	// Refusal is the reason why it was refused, with a fix; empty if it was done.
	Refusal string
	// PublicKey and Fingerprint identify the key that the operation prepared or put into use.
	PublicKey, Fingerprint string
}

// secretPatch is a merge patch of a Secret. nil removes a value.
type secretPatch struct {
	data        map[string][]byte
	annotations map[string]*string
}

// rotation is one step of a rotation of the deploy key in a Secret. It is pure: the caller writes its patch.
type rotation struct {
	// source is the additional source of the key; empty for the first key.
	source   string
	secret   *corev1.Secret
	terms    RotationTerms
	now      time.Time
	generate func(fluxv1alpha1.KeyAlgorithm) (keypair.DeployKey, error)

	result Rotation
	patch  secretPatch
}

// requested returns the operation that an annotation of the Secret requests.
func requested(secret *corev1.Secret) string {
	return secret.Annotations[fluxv1alpha1.AnnotationOperation]
}

// decide decides on the requested operation. It always removes the request: an operation that is not possible
// is refused and not retried, because the user does not expect it later. An error is not the user's, and is
// retried.
func (r *rotation) decide() error {
	r.result.Operation = requested(r.secret)
	r.patch = secretPatch{data: map[string][]byte{}, annotations: map[string]*string{}}
	var refusal, err error
	switch operation := r.result.Operation; {
	case ptr.Deref(r.secret.Immutable, false):
		refusal = errors.New("the Secret is immutable, so that its key cannot be rotated. Replace it with a mutable one")
	case operation == fluxv1alpha1.OperationRotateStart:
		refusal, err = r.start()
	case operation == fluxv1alpha1.OperationRotateComplete:
		refusal = r.complete()
	case operation == fluxv1alpha1.OperationRotateAbort:
		refusal = r.abort()
	default:
		refusal = r.unknown()
	}
	if err != nil {
		return err
	}
	if refusal != nil {
		r.result = Rotation{Operation: r.result.Operation, Refusal: refusal.Error()}
		if r.result.Operation != "" {
			r.result.Refusal = r.result.Operation + ": " + r.result.Refusal
		}
		r.patch = secretPatch{annotations: map[string]*string{}}
		r.annotate(fluxv1alpha1.AnnotationOperationError, r.result.Refusal)
	} else {
		r.remove(fluxv1alpha1.AnnotationOperationError)
	}
	r.remove(fluxv1alpha1.AnnotationOperation)
	return nil
}

func (r *rotation) annotate(key, value string) { r.patch.annotations[key] = &value }

// carry sets an annotation, or removes it without a value.
func (r *rotation) carry(key, value string) {
	if value == "" {
		r.remove(key)
		return
	}
	r.annotate(key, value)
}

func (r *rotation) remove(annotations ...string) {
	for _, key := range annotations {
		r.patch.annotations[key] = nil
	}
}

// start generates the next key. The present key stays in use.
func (r *rotation) start() (refusal, err error) {
	if r.isPrepared() {
		return fmt.Errorf("a next key is already prepared. Register it at the Git host and request %s, or drop it with %s",
			fluxv1alpha1.OperationRotateComplete, fluxv1alpha1.OperationRotateAbort), nil
	}
	present, damage := keypair.ParseDeployKey(r.secret.Data)
	if damage != nil {
		return r.damaged(damage), nil
	}
	next, err := r.generate(r.terms.Algorithm)
	if err != nil {
		return nil, err
	}
	r.patch.data[fluxv1alpha1.SecretKeyNextIdentity] = next.Identity
	r.patch.data[fluxv1alpha1.SecretKeyNextPublicKey] = []byte(next.PublicKey + "\n")
	r.annotate(fluxv1alpha1.AnnotationNextPublicKey, next.PublicKey)
	r.annotate(fluxv1alpha1.AnnotationNextFingerprint, next.Fingerprint)
	r.annotate(fluxv1alpha1.AnnotationNextGeneratedAt, r.now.UTC().Format(time.RFC3339))
	// The key may have another origin, or have been replaced.
	r.annotate(fluxv1alpha1.AnnotationPublicKey, present.PublicKey)
	r.annotate(fluxv1alpha1.AnnotationFingerprint, present.Fingerprint)
	r.result.PublicKey, r.result.Fingerprint = next.PublicKey, next.Fingerprint
	return nil, nil
}

// complete replaces the current key by the next one. It keeps only the public half of the current key.
func (r *rotation) complete() error {
	next, prepared, nextDamage := keypair.ParseNextDeployKey(r.secret.Data)
	if !prepared && nextDamage == nil {
		return fmt.Errorf("no next key is prepared. Request %s first", fluxv1alpha1.OperationRotateStart)
	}
	present, damage := keypair.ParseDeployKey(r.secret.Data)
	if damage != nil {
		return r.damaged(damage)
	}
	if nextDamage != nil {
		return fmt.Errorf("%w. Drop the next key with %s and start again", nextDamage, fluxv1alpha1.OperationRotateAbort)
	}
	if err := r.mayComplete(next); err != nil {
		return err
	}

	r.patch.data[fluxv1alpha1.SecretKeyIdentity] = next.Identity
	r.patch.data[fluxv1alpha1.SecretKeyPublicKey] = []byte(next.PublicKey + "\n")
	r.patch.data[fluxv1alpha1.SecretKeyPassphrase] = nil
	r.annotate(fluxv1alpha1.AnnotationPublicKey, next.PublicKey)
	r.annotate(fluxv1alpha1.AnnotationFingerprint, next.Fingerprint)
	r.carry(fluxv1alpha1.AnnotationGeneratedAt, r.secret.Annotations[fluxv1alpha1.AnnotationNextGeneratedAt])
	r.annotate(fluxv1alpha1.AnnotationPreviousPublicKey, present.PublicKey)
	r.annotate(fluxv1alpha1.AnnotationPreviousFingerprint, present.Fingerprint)
	r.annotate(fluxv1alpha1.AnnotationRotatedAt, r.rotatedAt().Format(time.RFC3339))
	r.dropNext()
	r.result.PublicKey, r.result.Fingerprint = next.PublicKey, next.Fingerprint
	return nil
}

// mayComplete returns the reason why Shoots cannot use the next key yet.
func (r *rotation) mayComplete(next keypair.DeployKey) error {
	switch previous := r.secret.Annotations[fluxv1alpha1.AnnotationPreviousFingerprint]; {
	case r.terms.Unready != "":
		return errors.New(r.terms.Unready)
	case r.terms.Registered == nil:
		return nil
	case previous != "":
		return fmt.Errorf("the key of the previous rotation, %s, is still registered at the Git host, because some Shoots still use it. "+
			"Request the operation again when it is gone, or deregister it manually and remove the annotations %s and %s",
			previous, deploykey.SourceKeyName(r.source, fluxv1alpha1.AnnotationPreviousPublicKey), deploykey.SourceKeyName(r.source, fluxv1alpha1.AnnotationPreviousFingerprint))
	case !r.terms.Registered(r.secret.Annotations, next.Fingerprint):
		return fmt.Errorf("the next key, %s, is not registered at the Git host yet, so that no Shoot could use it. "+
			"Request the operation again when it is registered. The condition %s of the Shoots has the reason. If the keys were deregistered, start again after %s",
			next.Fingerprint, fluxv1alpha1.ConditionDeployKey, fluxv1alpha1.OperationRotateAbort)
	}
	return nil
}

// rotatedAt returns the present time, but at least a second after the previous rotation. So rotations differ
// even if the clocks of two seeds differ.
func (r *rotation) rotatedAt() time.Time {
	now := r.now.UTC().Truncate(time.Second)
	last, err := time.Parse(time.RFC3339, r.secret.Annotations[fluxv1alpha1.AnnotationRotatedAt])
	if err == nil && !now.After(last) {
		return last.UTC().Truncate(time.Second).Add(time.Second)
	}
	return now
}

// abort returns to the current key, whatever the state of the next key.
func (r *rotation) abort() error {
	_, announced := r.secret.Annotations[fluxv1alpha1.AnnotationNextFingerprint]
	if !r.isPrepared() && !announced {
		return fmt.Errorf("no next key is prepared. A completed rotation cannot be undone: start another one with %s", fluxv1alpha1.OperationRotateStart)
	}
	r.dropNext()
	return nil
}

func (r *rotation) dropNext() {
	r.patch.data[fluxv1alpha1.SecretKeyNextIdentity] = nil
	r.patch.data[fluxv1alpha1.SecretKeyNextPublicKey] = nil
	r.remove(fluxv1alpha1.AnnotationNextPublicKey, fluxv1alpha1.AnnotationNextFingerprint, fluxv1alpha1.AnnotationNextGeneratedAt)
}

func (r *rotation) isPrepared() bool {
	_, prepared, damage := keypair.ParseNextDeployKey(r.secret.Data)
	return prepared || damage != nil
}

func (r *rotation) damaged(damage error) error {
	if r.source != "" {
		return fmt.Errorf("the current key of source %s is damaged, and a damaged key is never overwritten: %w. Correct it, or remove %s from the Secret to have a new deploy key generated",
			r.source, damage, deploykey.SourceKeyName(r.source, fluxv1alpha1.SecretKeyIdentity))
	}
	return fmt.Errorf("the current key is damaged, and a damaged key is never overwritten: %w. Correct it, or delete the Secret to have a new deploy key generated", damage)
}

// harmlessWord matches an operation that may be repeated in a message. Other values of the annotation may be
// secret.
var harmlessWord = regexp.MustCompile(`^[a-z][a-z0-9-]{0,62}$`)

func (r *rotation) unknown() error {
	known := strings.Join([]string{
		fluxv1alpha1.OperationRotateStart, fluxv1alpha1.OperationRotateComplete, fluxv1alpha1.OperationRotateAbort, fluxv1alpha1.OperationDeregister,
	}, ", ")
	if !harmlessWord.MatchString(r.result.Operation) {
		r.result.Operation = ""
		return fmt.Errorf("unknown operation; use one of: %s", known)
	}
	return fmt.Errorf("unknown operation %q; use one of: %s", r.result.Operation, known)
}

// Rotate runs a requested operation of a rotation. It writes once, on condition that the Secret is unchanged
// since the decision. So several processes may run it, and a process may end at any time: one key is always in
// use.
//
// Errors come from the garden: NotFound if there is no Secret.
func (s *Store) Rotate(ctx context.Context, namespace string, terms RotationTerms) (Rotation, error) {
	var done Rotation
	written, err := s.update(ctx, namespace, func(secret *corev1.Secret) (*secretPatch, error) {
		if operation := requested(secret); secret.DeletionTimestamp != nil || operation == "" || operation == fluxv1alpha1.OperationDeregister {
			return nil, nil //nolint:nilnil // nothing to write
		}
		r := &rotation{source: s.source, secret: secret, terms: terms, now: s.clock.Now(), generate: s.Generate}
		err := r.decide()
		done = r.result
		return &r.patch, err
	})
	if err != nil {
		return Rotation{}, fmt.Errorf("failed to rotate the deploy key in Secret %s/%s in the garden: %w", namespace, s.secretName(), err)
	}
	if !written {
		return Rotation{}, nil
	}
	return done, nil
}

// Retire removes the annotations of the previous key, which must not be in use any more. If the previous key
// has another fingerprint, nothing happens.
func (s *Store) Retire(ctx context.Context, namespace, fingerprint string) (bool, error) {
	retired, err := s.update(ctx, namespace, func(secret *corev1.Secret) (*secretPatch, error) {
		if secret.Annotations[fluxv1alpha1.AnnotationPreviousFingerprint] != fingerprint {
			return nil, nil //nolint:nilnil // nothing to write
		}
		return &secretPatch{annotations: map[string]*string{
			fluxv1alpha1.AnnotationPreviousPublicKey: nil, fluxv1alpha1.AnnotationPreviousFingerprint: nil, fluxv1alpha1.AnnotationLaggingShoots: nil,
		}}, nil
	})
	if err != nil {
		return false, fmt.Errorf("failed to remove the previous deploy key from Secret %s/%s in the garden: %w", namespace, s.secretName(), err)
	}
	return retired, nil
}
