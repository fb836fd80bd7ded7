// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/registration"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
)

// Registrar registers deploy keys at Git hosts. Its errors are of type *githost.Error.
type Registrar interface {
	// Ensure registers a key that is not registered yet.
	Ensure(ctx context.Context, repository githost.Repository, key githost.Key) (githost.Registered, error)
	// Remove removes the key with the fingerprint, and tells whether it was there.
	Remove(ctx context.Context, repository githost.Repository, fingerprint string) (bool, error)
}

// knownKey is the public half of a key.
type knownKey struct {
	fingerprint, publicKey string
	next                   bool
}

// wish is what the Git host of a project is to know, and what is known about that.
type wish struct {
	project projectKey
	// settings are those of the project.
	settings fluxv1alpha1.KeyRegistration
	// repository is that of the project, without the token.
	repository githost.Repository
	// host is that of the API.
	host string
	// keys are to be registered.
	keys []knownKey
	// former are the fingerprints of keys that are to be removed.
	former []string
	// record is what is noted about this repository.
	record registration.Record
	// left is a repository for which keys were registered before this one; empty if there is none.
	left string
}

// register has the project's deploy key, and the next one of a rotation, registered at the Git host of the project's repository, if
// the project wants that. Whatever fails is noted on the key's Secret, and tried again later: Shoots keep working with what they have.
func (d *DeployKeys) register(ctx context.Context, key projectKey) (time.Duration, error) {
	asked := key.state.KeyAnnotations[fluxv1alpha1.AnnotationOperation] == fluxv1alpha1.OperationDeregister
	switch wanted := key.isRegistered(); {
	case d.Registration == nil, key.state.KeyVersion == "":
		return 0, nil
	case !wanted && asked:
		return 0, d.refuseDeregistration(ctx, key, fmt.Sprintf("%s: ConfigMap %s/%s asks for no registration that could be undone, or has a mistake. "+
			"Set project.deployKey.registration, then ask again", fluxv1alpha1.OperationDeregister, key.namespace, fluxv1alpha1.ConfigMapName))
	case !wanted:
		// What is registered stays so: that nobody asks for it any more is no reason to take a key away that may be in use.
		d.Registration.forget(key.namespace)
		return 0, nil
	case asked:
		return 0, d.deregister(ctx, key)
	}
	previousUnused := false
	if key.state.KeyAnnotations[fluxv1alpha1.AnnotationPreviousFingerprint] != "" {
		follow, err := d.allFollow(ctx, key)
		if err != nil {
			return 0, err
		}
		previousUnused = follow
	}
	wish, err := d.wishOf(ctx, key, previousUnused)
	if err != nil || wish == nil {
		return 0, err
	}
	return d.fulfil(ctx, wish)
}

// secretName is that of the Secret with the token.
func (w *wish) secretName() string {
	return ptr.Deref(w.settings.SecretName, fluxv1alpha1.GitHostSecretName)
}

// wishOf finds out what is to be registered and removed; nil if the key is damaged, which is reported elsewhere, or has just gone.
func (d *DeployKeys) wishOf(ctx context.Context, key projectKey, previousUnused bool) (*wish, error) {
	present, err := d.presentKey(ctx, key)
	if err != nil || present == nil {
		return nil, err
	}
	annotations := key.state.KeyAnnotations
	w := &wish{project: key, settings: *key.settings.Registration, keys: []knownKey{*present}}
	if next := annotations[fluxv1alpha1.AnnotationNextFingerprint]; next != "" && next != present.fingerprint {
		w.keys = append(w.keys, knownKey{fingerprint: next, publicKey: annotations[fluxv1alpha1.AnnotationNextPublicKey], next: true})
	}
	w.repository, w.record = key.repository(), key.record()
	w.host = w.record.Host
	if noted, known := registration.Of(annotations); known && noted.Same(w.record) {
		w.record = noted
	} else if known && len(noted.Keys) > 0 {
		w.left = noted.Repository
	}
	for _, fingerprint := range w.record.Fingerprints() {
		noted := w.record.Keys[fingerprint]
		previous := fingerprint == annotations[fluxv1alpha1.AnnotationPreviousFingerprint]
		// A next key that is neither prepared nor in use, nor was before, has been dropped: no Shoot has ever had it. That it is the
		// next one is noted as long as the host is not asked again, and two rotations may follow each other without that.
		dropped := noted.Next && !previous && fingerprint != present.fingerprint && fingerprint != annotations[fluxv1alpha1.AnnotationNextFingerprint]
		if noted.State != registration.Deregistered && (dropped || previous && previousUnused) && fingerprint != present.fingerprint {
			w.former = append(w.former, fingerprint)
		}
	}
	return w, nil
}

// presentKey returns the public half of the key in the Secret, whatever its annotations say: somebody may have brought it, or have
// replaced it. The Secret is read once for each of its versions.
func (d *DeployKeys) presentKey(ctx context.Context, key projectKey) (*knownKey, error) {
	if known := d.Registration.presentKey(key.namespace, key.state.KeyVersion); known != nil {
		return known, nil
	}
	secret := &corev1.Secret{}
	if err := d.Registration.garden.Get(ctx, client.ObjectKey{Namespace: key.namespace, Name: fluxv1alpha1.DeployKeySecretName}, secret); err != nil {
		if apierrors.IsNotFound(err) {
			return nil, nil //nolint:nilnil // neither key nor mistake: there will be another event
		}
		return nil, fmt.Errorf("failed to read the deploy key Secret %s/%s in the garden: %w", key.namespace, fluxv1alpha1.DeployKeySecretName, err)
	}
	parsed, err := secrets.ParseDeployKey(secret.Data)
	if err != nil {
		return nil, nil //nolint:nilnil,nilerr // a damaged key is reported with the Shoots that cannot be given it
	}
	known := &knownKey{fingerprint: parsed.Fingerprint, publicKey: parsed.PublicKey}
	d.Registration.notePresentKey(key.namespace, secret.ResourceVersion, known)
	return known, nil
}

// fulfil asks the host if it is time for it.
func (d *DeployKeys) fulfil(ctx context.Context, w *wish) (time.Duration, error) {
	now := d.Clock.Now()
	wait := d.Registration.wait(w, now)
	if wait > 0 && !d.Registration.failing(w.project.namespace) {
		return wait, nil
	}
	token, failure, err := d.token(ctx, w)
	if err != nil {
		return 0, err
	}
	if wait > 0 && d.Registration.sameToken(w.project.namespace, token.ResourceVersion) {
		// Nobody tells when the Secret with the token changes.
		return min(wait, tokenPoll), nil
	}
	if current, err := d.mayRemove(ctx, w); err != nil || !current {
		return 0, err
	}
	report := &registrationReport{wish: w, record: w.record, now: metav1.NewTime(now)}
	if failure == nil {
		w.repository.Token, w.repository.CACert = tokenOf(token), token.Data[fluxv1alpha1.SecretKeyCACert]
		d.askHost(ctx, w, report)
	} else {
		report.failAll(failure)
	}
	written, err := d.note(ctx, w.project, report.annotations())
	if err != nil {
		// Tried again at once, it would ask the host at the pace at which the garden fails.
		d.Registration.asked(w, now, token.ResourceVersion, &githost.Error{})
		return 0, err
	}
	if !written {
		// Somebody was quicker, and there will be an event.
		return 0, nil
	}
	d.tellRegistration(w.project, report.events...)
	next := d.Registration.asked(w, now, token.ResourceVersion, report.failure)
	if report.failure != nil {
		next = min(next, tokenPoll)
	}
	return next, nil
}

// mayRemove tells whether nothing is to be removed at the host, or the Secret is still as it was seen. The watch may be late, and what
// is removed at the host cannot be taken back by a conflict in the garden. If it is late, there will be an event.
func (d *DeployKeys) mayRemove(ctx context.Context, w *wish) (bool, error) {
	if len(w.former) == 0 {
		return true, nil
	}
	return d.isCurrent(ctx, w.project)
}

func (d *DeployKeys) isCurrent(ctx context.Context, key projectKey) (bool, error) {
	secret := keySecretMetadata(key.namespace)
	if err := d.Registration.garden.Get(ctx, client.ObjectKeyFromObject(secret), secret); err != nil {
		return false, client.IgnoreNotFound(err)
	}
	return secret.ResourceVersion == key.state.KeyVersion, nil
}

// keySecretMetadata stands for the metadata of the deploy key's Secret.
func keySecretMetadata(namespace string) *metav1.PartialObjectMetadata {
	secret := &metav1.PartialObjectMetadata{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: fluxv1alpha1.DeployKeySecretName}}
	secret.SetGroupVersionKind(corev1.SchemeGroupVersion.WithKind("Secret"))
	return secret
}

// askHost registers and removes.
func (d *DeployKeys) askHost(ctx context.Context, w *wish, report *registrationReport) {
	for _, key := range w.keys {
		if w.record.Keys[key.fingerprint].State == registration.Deregistered {
			continue
		}
		registered, err := d.Registration.registrar.Ensure(ctx, w.repository, githost.Key{Title: d.titleOf(w, key), PublicKey: key.publicKey})
		if err != nil {
			report.failed(key, failureOf(err))
			continue
		}
		report.registered(key, registered)
	}
	for _, fingerprint := range w.former {
		if _, err := d.Registration.registrar.Remove(ctx, w.repository, fingerprint); err != nil {
			report.notRemoved(fingerprint, failureOf(err))
			continue
		}
		report.removed(fingerprint)
	}
}

const (
	// longestTitle bounds a title, which hosts do too.
	longestTitle = 200
	// fingerprintLength is how much of a fingerprint tells the keys of a project apart.
	fingerprintLength = 12
)

// titleOf is different for each key of each project of each garden, because hosts want that of the keys of one repository.
func (d *DeployKeys) titleOf(w *wish, key knownKey) string {
	short := strings.TrimPrefix(key.fingerprint, "SHA256:")
	short = short[:min(len(short), fingerprintLength)]
	title := fmt.Sprintf("gardener %s %s", d.Registration.gardenIdentity, w.project.namespace)
	return title[:min(len(title), longestTitle)] + " " + short
}

// token reads the Secret with the token. A failure is something that its owner can do something about.
func (d *DeployKeys) token(ctx context.Context, w *wish) (*corev1.Secret, *githost.Error, error) {
	name := client.ObjectKey{Namespace: w.project.namespace, Name: w.secretName()}
	secret := &corev1.Secret{}
	err := d.Registration.garden.Get(ctx, name, secret)
	switch {
	case apierrors.IsNotFound(err):
		return secret, &githost.Error{Reason: githost.ReasonUnauthorized, Text: fmt.Sprintf(
			"Secret %s is missing: create it with the key %s, a token of the Git host", name, fluxv1alpha1.SecretKeyToken)}, nil
	case apierrors.IsForbidden(err):
		return secret, &githost.Error{Reason: githost.ReasonNotAllowed, Text: fmt.Sprintf(
			"the operator does not let the extension read Secret %s: name it %s, or ask for its name in gitHostSecretNames", name, fluxv1alpha1.GitHostSecretName)}, nil
	case err != nil:
		return nil, nil, fmt.Errorf("failed to read Secret %s in the garden: %w", name, err)
	case tokenOf(secret) == "":
		return secret, &githost.Error{Reason: githost.ReasonUnauthorized, Text: fmt.Sprintf(
			"Secret %s has no key %s, or an empty one: put a token of the Git host there", name, fluxv1alpha1.SecretKeyToken)}, nil
	}
	return secret, nil, nil
}

// tokenOf returns the token without the line end that editors add.
func tokenOf(secret *corev1.Secret) string {
	return strings.TrimSpace(string(secret.Data[fluxv1alpha1.SecretKeyToken]))
}

func failureOf(err error) *githost.Error {
	var failure *githost.Error
	if errors.As(err, &failure) {
		return failure
	}
	return &githost.Error{Reason: githost.ReasonInvalid, Text: "the Git host could not be asked"}
}

// note writes annotations on the Secret as it was seen, and tells whether it could: if somebody else has written in between, what
// was found out may not be true any more. Nothing is written if nothing changes.
func (d *DeployKeys) note(ctx context.Context, key projectKey, annotations map[string]*string) (bool, error) {
	for name, value := range annotations {
		if present, has := key.state.KeyAnnotations[name]; has == (value != nil) && present == ptr.Deref(value, "") {
			delete(annotations, name)
		}
	}
	if len(annotations) == 0 {
		return true, nil
	}
	patch, err := json.Marshal(map[string]any{"metadata": map[string]any{"resourceVersion": key.state.KeyVersion, "annotations": annotations}})
	if err != nil {
		return false, fmt.Errorf("failed to encode annotations: %w", err)
	}
	err = d.Registration.garden.Patch(ctx, keySecretMetadata(key.namespace), client.RawPatch(types.MergePatchType, patch))
	switch {
	case apierrors.IsConflict(err), apierrors.IsNotFound(err):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("failed to annotate Secret %s/%s in the garden: %w", key.namespace, fluxv1alpha1.DeployKeySecretName, err)
	}
	return true, nil
}
