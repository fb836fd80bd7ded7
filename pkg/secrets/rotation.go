// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package secrets

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/keypair"
)

// RotationTerms are the conditions and settings for the rotation of a deploy key.
type RotationTerms struct {
	// Algorithm is the algorithm of the next key.
	Algorithm fluxv1alpha1.KeyAlgorithm
	// Unready is the reason why the Shoots could not use the next key now, with a suggested fix; empty if they could.
	Unready string
	// Registered returns whether the key with the fingerprint is registered at the Git host, according to the annotations
	// of the Secret. It is nil if the extension does not register keys, and therefore cannot know.
	Registered func(annotations map[string]string, fingerprint string) bool
}

// Rotation is the result of a requested operation.
type Rotation struct {
	// Operation is the requested operation; empty if there was none.
	Operation string
	// Refusal is the reason why the operation was refused, with a suggested fix; empty if the operation succeeded.
	Refusal string
	// PublicKey and Fingerprint identify the key that the operation generated or activated.
	PublicKey, Fingerprint string
}

// secretPatch contains changes of the data and annotations of a Secret. A nil or empty value removes the entry.
type secretPatch struct {
	data        map[string][]byte
	annotations map[string]string
}

// rotation executes one operation of a rotation. It does not write the Secret: the caller applies the patch.
type rotation struct {
	store  *Store
	secret *corev1.Secret
	terms  RotationTerms

	result Rotation
	patch  secretPatch
}

// decide computes the result and the patch of the requested operation. The patch always removes the request: an
// impossible operation is refused and not retried, because the user would not expect it to run later. If decide returns
// an error, the request remains and is retried.
func (r *rotation) decide() error {
	r.result.Operation = r.secret.Annotations[fluxv1alpha1.AnnotationOperation]
	r.patch = secretPatch{data: map[string][]byte{}, annotations: map[string]string{}}
	var refusal, err error
	switch operation := r.result.Operation; {
	case ptr.Deref(r.secret.Immutable, false):
		refusal = errors.New("the Secret is immutable, so its key cannot be rotated. Replace it with a mutable one")
	case operation == fluxv1alpha1.OperationRotateStart:
		refusal, err = r.start()
	case operation == fluxv1alpha1.OperationRotateComplete:
		refusal = r.complete()
	case operation == fluxv1alpha1.OperationRotateAbort:
		refusal = r.abort()
	default:
		// The value is not reported, because it may be a secret.
		r.result.Operation = ""
		refusal = fmt.Errorf("unknown operation; use one of: %s, %s, %s, %s", fluxv1alpha1.OperationRotateStart, fluxv1alpha1.OperationRotateComplete,
			fluxv1alpha1.OperationRotateAbort, fluxv1alpha1.OperationDeregister)
	}
	if err != nil {
		return err
	}
	if refusal != nil {
		r.result = Rotation{Operation: r.result.Operation, Refusal: refusal.Error()}
		if r.result.Operation != "" {
			r.result.Refusal = r.result.Operation + ": " + r.result.Refusal
		}
		r.patch = secretPatch{annotations: map[string]string{}}
	}
	r.patch.annotations[fluxv1alpha1.AnnotationOperationError] = r.result.Refusal
	r.patch.annotations[fluxv1alpha1.AnnotationOperation] = ""
	return nil
}

// set adds data and annotations to the patch.
func (r *rotation) set(data map[string][]byte, annotations map[string]string) {
	maps.Copy(r.patch.data, data)
	maps.Copy(r.patch.annotations, annotations)
}

// start generates the next key and adds it to the patch. The current key stays in use.
func (r *rotation) start() (refusal, err error) {
	if r.isPrepared() {
		return fmt.Errorf("a next key is already prepared; register it at the Git host and request %s, or drop it with %s",
			fluxv1alpha1.OperationRotateComplete, fluxv1alpha1.OperationRotateAbort), nil
	}
	present, damage := keypair.InSecret(r.secret, r.store.source)
	if damage != nil {
		return fmt.Errorf("a damaged key is never overwritten: %w", damage), nil
	}
	next, err := r.store.Generate(r.terms.Algorithm)
	if err != nil {
		return nil, err
	}
	r.set(map[string][]byte{
		fluxv1alpha1.SecretKeyNextIdentity:  next.Identity,
		fluxv1alpha1.SecretKeyNextPublicKey: []byte(next.PublicKey + "\n"),
	}, map[string]string{
		fluxv1alpha1.AnnotationNextPublicKey:   next.PublicKey,
		fluxv1alpha1.AnnotationNextFingerprint: next.Fingerprint,
		fluxv1alpha1.AnnotationNextGeneratedAt: r.store.clock.Now().UTC().Format(time.RFC3339),
		// A user may have created or replaced the current key.
		fluxv1alpha1.AnnotationPublicKey:   present.PublicKey,
		fluxv1alpha1.AnnotationFingerprint: present.Fingerprint,
	})
	r.result.PublicKey, r.result.Fingerprint = next.PublicKey, next.Fingerprint
	return nil, nil
}

// complete replaces the current key with the next one. Of the current key, it keeps only the public key and the
// fingerprint.
func (r *rotation) complete() error {
	next, prepared, nextDamage := keypair.ParseNextDeployKey(r.secret.Data)
	if !prepared && nextDamage == nil {
		return fmt.Errorf("no next key is prepared. Request %s first", fluxv1alpha1.OperationRotateStart)
	}
	present, damage := keypair.InSecret(r.secret, r.store.source)
	if damage != nil {
		return fmt.Errorf("a damaged key is never overwritten: %w", damage)
	}
	if nextDamage != nil {
		return fmt.Errorf("%w. Drop the next key with %s and start again", nextDamage, fluxv1alpha1.OperationRotateAbort)
	}
	if err := r.mayComplete(next); err != nil {
		return err
	}

	r.dropNext()
	r.set(dataOf(next), map[string]string{
		fluxv1alpha1.AnnotationPublicKey:           next.PublicKey,
		fluxv1alpha1.AnnotationFingerprint:         next.Fingerprint,
		fluxv1alpha1.AnnotationGeneratedAt:         r.secret.Annotations[fluxv1alpha1.AnnotationNextGeneratedAt],
		fluxv1alpha1.AnnotationPreviousPublicKey:   present.PublicKey,
		fluxv1alpha1.AnnotationPreviousFingerprint: present.Fingerprint,
		fluxv1alpha1.AnnotationRotatedAt:           r.rotatedAt().Format(time.RFC3339),
	})
	r.patch.data[fluxv1alpha1.SecretKeyPassphrase] = nil
	r.result.PublicKey, r.result.Fingerprint = next.PublicKey, next.Fingerprint
	return nil
}

// mayComplete returns an error with the reason if the Shoots cannot use the next key yet.
func (r *rotation) mayComplete(next keypair.DeployKey) error {
	switch previous := r.secret.Annotations[fluxv1alpha1.AnnotationPreviousFingerprint]; {
	case r.terms.Unready != "":
		return errors.New(r.terms.Unready)
	case r.terms.Registered == nil:
		return nil
	case previous != "":
		return fmt.Errorf("the key of the previous rotation, %s, is still registered at the Git host, because some Shoots still use it. "+
			"Request the operation again when the key is removed, or deregister the key manually and remove the annotations %s and %s",
			previous, deploykey.SourceKeyName(r.store.source, fluxv1alpha1.AnnotationPreviousPublicKey), deploykey.SourceKeyName(r.store.source, fluxv1alpha1.AnnotationPreviousFingerprint))
	case !r.terms.Registered(r.secret.Annotations, next.Fingerprint):
		return fmt.Errorf("the next key, %s, is not yet registered at the Git host, so no Shoot can use it. "+
			"Request the operation again when it is registered. The condition %s of the Shoots shows the reason. If the keys were deregistered, start again after %s",
			next.Fingerprint, fluxv1alpha1.ConditionDeployKey, fluxv1alpha1.OperationRotateAbort)
	}
	return nil
}

// rotatedAt returns the current time, or, if that is not after the previous rotation, one second after the previous
// rotation. This ensures increasing times even if the clocks of two seeds differ.
func (r *rotation) rotatedAt() time.Time {
	now := r.store.clock.Now().UTC().Truncate(time.Second)
	last, err := time.Parse(time.RFC3339, r.secret.Annotations[fluxv1alpha1.AnnotationRotatedAt])
	if err == nil && !now.After(last) {
		return last.UTC().Truncate(time.Second).Add(time.Second)
	}
	return now
}

// abort removes the next key, even if it is damaged or incomplete.
func (r *rotation) abort() error {
	_, ok := r.secret.Annotations[fluxv1alpha1.AnnotationNextFingerprint]
	if !r.isPrepared() && !ok {
		return fmt.Errorf("no next key is prepared. A completed rotation cannot be undone: start another one with %s", fluxv1alpha1.OperationRotateStart)
	}
	r.dropNext()
	return nil
}

func (r *rotation) dropNext() {
	r.set(
		map[string][]byte{fluxv1alpha1.SecretKeyNextIdentity: nil, fluxv1alpha1.SecretKeyNextPublicKey: nil},
		map[string]string{fluxv1alpha1.AnnotationNextPublicKey: "", fluxv1alpha1.AnnotationNextFingerprint: "", fluxv1alpha1.AnnotationNextGeneratedAt: ""},
	)
}

func (r *rotation) isPrepared() bool {
	_, prepared, damage := keypair.ParseNextDeployKey(r.secret.Data)
	return prepared || damage != nil
}

// Rotate executes the rotation operation that an annotation of the Secret requests, if any. It is safe to call
// concurrently from several processes, and to interrupt: the Secret changes in a single write, which is conditional on
// its resourceVersion, so that a usable key always exists.
//
// It returns a NotFound error if the Secret does not exist.
func (s *Store) Rotate(ctx context.Context, namespace string, terms RotationTerms) (Rotation, error) {
	var done Rotation
	written, err := s.update(ctx, namespace, "rotate the deploy key in", func(secret *corev1.Secret) (*secretPatch, error) {
		if operation := secret.Annotations[fluxv1alpha1.AnnotationOperation]; secret.DeletionTimestamp != nil || operation == "" || operation == fluxv1alpha1.OperationDeregister {
			return nil, nil //nolint:nilnil // nothing to write
		}
		r := &rotation{store: s, secret: secret, terms: terms}
		err := r.decide()
		done = r.result
		return &r.patch, err
	})
	if !written {
		return Rotation{}, err
	}
	return done, nil
}

// Retire removes the annotations of the previous key, which no Shoot may still use, and returns whether it changed the
// Secret. It does nothing if the previous key does not have the given fingerprint.
func (s *Store) Retire(ctx context.Context, namespace, fingerprint string) (bool, error) {
	return s.update(ctx, namespace, "remove the previous deploy key from", func(secret *corev1.Secret) (*secretPatch, error) {
		if secret.Annotations[fluxv1alpha1.AnnotationPreviousFingerprint] != fingerprint {
			return nil, nil
		}
		return &secretPatch{annotations: map[string]string{
			fluxv1alpha1.AnnotationPreviousPublicKey: "", fluxv1alpha1.AnnotationPreviousFingerprint: "", fluxv1alpha1.AnnotationLaggingShoots: "",
		}}, nil
	})
}
