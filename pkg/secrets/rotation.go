// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package secrets

import (
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

// RotationTerms are the terms of a project on which its deploy key is rotated.
type RotationTerms struct {
	// Algorithm is that of a next key.
	Algorithm fluxv1alpha1.KeyAlgorithm
	// Unready is why no Shoot could use the next key now, and what to do about it; empty if no reason is known.
	Unready string
	// Registered reports, from the annotations of the Secret, whether the Git host knows the key of the fingerprint. It is nil if
	// the extension registers no keys: then only the owner of the repository knows.
	Registered func(annotations map[string]string, fingerprint string) bool
}

// Rotation is the outcome of a requested operation.
type Rotation struct {
	// Operation is the one that was requested; empty if none was.
	Operation string
	// Refusal is why it was refused, and what to do; empty if it was done.
	Refusal string
	// PublicKey and Fingerprint are those of the key that is prepared or put in place by it.
	PublicKey, Fingerprint string
}

// secretPatch is a merge patch of a Secret: nil takes a key away.
type secretPatch struct {
	data        map[string][]byte
	annotations map[string]*string
}

// rotation is one step of a rotation of the deploy key in a Secret. It is pure: what it decides is written by the caller, all
// at once.
type rotation struct {
	// source is the additional source whose key it is; empty for the first one.
	source   string
	secret   *corev1.Secret
	terms    RotationTerms
	now      time.Time
	generate func(fluxv1alpha1.KeyAlgorithm) (keypair.DeployKey, error)

	result Rotation
	patch  secretPatch
}

// requested returns the operation that is requested on the Secret.
func requested(secret *corev1.Secret) string {
	return secret.Annotations[fluxv1alpha1.AnnotationOperation]
}

// decide decides on the requested operation. The request is removed in any case: what cannot be done is refused, and not tried
// again, because the user does not expect it at any later time. An error is not the user's, and is retried.
func (r *rotation) decide() error {
	r.result.Operation = requested(r.secret)
	r.patch = secretPatch{data: map[string][]byte{}, annotations: map[string]*string{}}
	var refusal, err error
	switch operation := r.result.Operation; {
	case ptr.Deref(r.secret.Immutable, false):
		refusal = errors.New("the Secret is immutable, so that its key cannot be rotated. Replace it by one that is not")
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
		r.result.Refusal, r.result.PublicKey, r.result.Fingerprint = refusal.Error(), "", ""
		r.patch = secretPatch{annotations: map[string]*string{}}
		r.annotate(fluxv1alpha1.AnnotationOperationError, r.result.Refusal)
	} else {
		r.remove(fluxv1alpha1.AnnotationOperationError)
	}
	r.remove(fluxv1alpha1.AnnotationOperation)
	return nil
}

func (r *rotation) annotate(key, value string) { r.patch.annotations[key] = &value }

// carry annotates with a value that may be missing.
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

// start generates the next key beside the present one, which stays in use.
func (r *rotation) start() (refusal, err error) {
	if r.isPrepared() {
		return fmt.Errorf("%s: a next key is prepared already. Register it at the Git host and ask for %s, or drop it with %s",
			r.result.Operation, fluxv1alpha1.OperationRotateComplete, fluxv1alpha1.OperationRotateAbort), nil
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
	// The key may come from elsewhere, or have been replaced.
	r.annotate(fluxv1alpha1.AnnotationPublicKey, present.PublicKey)
	r.annotate(fluxv1alpha1.AnnotationFingerprint, present.Fingerprint)
	r.result.PublicKey, r.result.Fingerprint = next.PublicKey, next.Fingerprint
	return nil, nil
}

// complete replaces the present key by the next one. Nothing but the public half of the present one is kept.
func (r *rotation) complete() error {
	next, prepared, nextDamage := keypair.ParseNextDeployKey(r.secret.Data)
	if !prepared && nextDamage == nil {
		return fmt.Errorf("%s: no next key is prepared. Ask for %s first", r.result.Operation, fluxv1alpha1.OperationRotateStart)
	}
	present, damage := keypair.ParseDeployKey(r.secret.Data)
	if damage != nil {
		return r.damaged(damage)
	}
	if nextDamage != nil {
		return fmt.Errorf("%s: %w. Drop the next key with %s and start again", r.result.Operation, nextDamage, fluxv1alpha1.OperationRotateAbort)
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

// mayComplete returns what has to be done before Shoots can use the next key.
func (r *rotation) mayComplete(next keypair.DeployKey) error {
	switch previous := r.secret.Annotations[fluxv1alpha1.AnnotationPreviousFingerprint]; {
	case r.terms.Unready != "":
		return fmt.Errorf("%s: %s", r.result.Operation, r.terms.Unready)
	case r.terms.Registered == nil:
		return nil
	case previous != "":
		return fmt.Errorf("%s: the key of the rotation before this one, %s, is still registered at the Git host, because not every Shoot has followed. "+
			"Ask again when it is gone; or deregister it by hand and remove the annotations %s and %s",
			r.result.Operation, previous, deploykey.Named(r.source, fluxv1alpha1.AnnotationPreviousPublicKey), deploykey.Named(r.source, fluxv1alpha1.AnnotationPreviousFingerprint))
	case !r.terms.Registered(r.secret.Annotations, next.Fingerprint):
		return fmt.Errorf("%s: the next key, %s, is not registered at the Git host yet, so that no Shoot could read with it. "+
			"Ask again when the registration has succeeded; the condition %s of the Shoots has the reason. If the keys were deregistered, start again after %s",
			r.result.Operation, next.Fingerprint, fluxv1alpha1.ConditionDeployKey, fluxv1alpha1.OperationRotateAbort)
	}
	return nil
}

// rotatedAt returns the present time, or a second after the rotation before if that is later: it distinguishes rotations also if the clocks of two seeds differ.
func (r *rotation) rotatedAt() time.Time {
	now := r.now.UTC().Truncate(time.Second)
	last, err := time.Parse(time.RFC3339, r.secret.Annotations[fluxv1alpha1.AnnotationRotatedAt])
	if err == nil && !now.After(last) {
		return last.UTC().Truncate(time.Second).Add(time.Second)
	}
	return now
}

// abort returns to the present key, whatever state the next one is in.
func (r *rotation) abort() error {
	_, announced := r.secret.Annotations[fluxv1alpha1.AnnotationNextFingerprint]
	if !r.isPrepared() && !announced {
		return fmt.Errorf("%s: no next key is prepared, the present one is in use. A rotation that is completed cannot be undone: begin another one with %s",
			r.result.Operation, fluxv1alpha1.OperationRotateStart)
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
		return fmt.Errorf("%s: the present key of source %s is damaged, and what is damaged is never overwritten: %w. Correct it, or remove %s from the Secret to have a new deploy key generated",
			r.result.Operation, r.source, damage, deploykey.Named(r.source, fluxv1alpha1.SecretKeyIdentity))
	}
	return fmt.Errorf("%s: the present key is damaged, and what is damaged is never overwritten: %w. Correct it, or delete the Secret to have a new deploy key generated",
		r.result.Operation, damage)
}

// harmlessWord is an operation that can be repeated in a message: another value of the annotation may be a secret.
var harmlessWord = regexp.MustCompile(`^[a-z][a-z0-9-]{0,62}$`)

func (r *rotation) unknown() error {
	known := strings.Join([]string{fluxv1alpha1.OperationRotateStart, fluxv1alpha1.OperationRotateComplete, fluxv1alpha1.OperationRotateAbort,
		fluxv1alpha1.OperationDeregister}, ", ")
	if !harmlessWord.MatchString(r.result.Operation) {
		r.result.Operation = ""
		return fmt.Errorf("unknown operation; use one of: %s", known)
	}
	return fmt.Errorf("unknown operation %q; use one of: %s", r.result.Operation, known)
}
