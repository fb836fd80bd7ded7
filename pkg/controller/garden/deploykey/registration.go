// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
)

// tokenPoll is the time between two reads of the token while a registration fails. The Secret with the token is polled
// because it is not watched.
const tokenPoll = time.Minute

// register registers the deploy key, and the next key of a rotation, at the Git host of the repository if the project
// configures the registration, and removes unused former keys there. It also handles requests to deregister the key. It
// records failures on the Secret and retries them; Shoots keep their keys.
func (s steps) register(ctx context.Context, key projectKey) (time.Duration, error) {
	if key.state.KeyVersion == "" {
		return 0, nil
	}
	switch requested := key.state.KeyAnnotations[fluxv1alpha1.AnnotationOperation] == fluxv1alpha1.OperationDeregister; {
	case requested && !key.isRegistered():
		return 0, s.refuseDeregistration(ctx, key)
	case requested:
		return 0, s.deregister(ctx, key)
	case !key.isRegistered():
		// Registered keys stay registered, because Shoots may still use them after a user removed the setting.
		s.Registration.forget(key)
		return 0, nil
	}
	former, unused := key.hasFormer(), false
	if former {
		names, known, err := s.lagging(ctx, key)
		if err != nil {
			return 0, err
		}
		unused = known && len(names) == 0
	}
	desired, err := s.desired(ctx, key, unused)
	if err != nil || desired == nil {
		return 0, err
	}
	again, err := s.syncHost(ctx, desired)
	if poll := s.pollInterval(key); err == nil && former && !unused {
		again = min(cmp.Or(again, poll), poll)
	}
	return again, err
}

// hasFormer returns whether a key must be removed from the host when no Shoot uses it any more: the previous key, a
// retired key, or a recorded next key that was dropped.
func (k projectKey) hasFormer() bool {
	annotations := k.state.KeyAnnotations
	record, _ := deploykey.RegistrationOf(annotations)
	if annotations[fluxv1alpha1.AnnotationPreviousFingerprint] != "" || record.HasRetired() {
		return true
	}
	for fingerprint, recorded := range record.Keys {
		if recorded.Next && recorded.State != deploykey.Deregistered && fingerprint != annotations[fluxv1alpha1.AnnotationNextFingerprint] {
			return true
		}
	}
	return false
}

// syncHost registers and removes keys at the host if a request is due, and records the results.
func (s steps) syncHost(ctx context.Context, d *desiredState) (time.Duration, error) {
	attempts := s.Registration.attempts
	key, now := d.project.id(), s.Clock.Now()
	wait := attempts.wait(d, now)
	if wait > 0 && !attempts.failing(key) {
		return wait, nil
	}
	token, failure, err := s.authenticate(ctx, d)
	if err != nil {
		return 0, err
	}
	if wait > 0 && attempts.hasToken(key, token.ResourceVersion) {
		return min(wait, tokenPoll), nil
	}
	if len(d.former) > 0 {
		// The watch may lag behind, and a conflict in the garden does not restore a key that was removed at the host. If the
		// Secret has changed, another reconciliation follows.
		if current, err := s.isSecretCurrent(ctx, d.project); err != nil || !current {
			return 0, err
		}
	}
	report := newRegistrationReport(d, now)
	if failure == nil {
		s.Registration.sync(ctx, d, report)
	} else {
		report.failAll(failure)
	}
	written, err := s.annotate(ctx, d.project, report.annotations())
	if err != nil {
		// Without a back-off, the requests to the host would be repeated for each failed write to the garden.
		attempts.done(key, now, token.ResourceVersion, &githost.Error{})
		return 0, err
	}
	if !written {
		// A change of the Secret triggers a reconciliation.
		return 0, nil
	}
	report.recordEvents(s.Events)
	next := attempts.done(key, now, token.ResourceVersion, report.failure)
	if report.failure != nil {
		next = min(next, tokenPoll)
	}
	return next, nil
}

// deregister removes the current key and all recorded keys from the Git host when an annotation requests it. They are
// not registered again. It tries once: after a failure, it removes the annotation, and a user may repeat the request.
func (s steps) deregister(ctx context.Context, key projectKey) error {
	d, err := s.desired(ctx, key, false)
	if err != nil || d == nil {
		return err
	}
	// The user may have withdrawn the request.
	if current, err := s.isSecretCurrent(ctx, key); err != nil || !current {
		return err
	}
	_, failure, err := s.authenticate(ctx, d)
	if err != nil {
		return err
	}
	report := newRegistrationReport(d, s.Clock.Now())
	if failure == nil {
		failure = s.Registration.removeAll(ctx, d, report)
	}
	annotations := report.annotations()
	annotations[fluxv1alpha1.AnnotationOperation], annotations[fluxv1alpha1.AnnotationOperationError] = "", ""
	if failure != nil {
		annotations[fluxv1alpha1.AnnotationOperationError] = fmt.Sprintf("%s: %s. Request the operation again when that is done", fluxv1alpha1.OperationDeregister, failure.Text)
		report.event(corev1.EventTypeWarning, reasonRegistrationFailed, "Failed to deregister the deploy key: %s", failure.Text)
	}
	written, err := s.annotate(ctx, key, annotations)
	if err != nil || !written {
		return err
	}
	report.recordEvents(s.Events)
	return nil
}

// refuseDeregistration removes the request and reports an error, because the extension does not register the key.
func (s steps) refuseDeregistration(ctx context.Context, key projectKey) error {
	refusal := fmt.Sprintf("%s: ConfigMap %s/%s sets no registration for this key, or has a configuration error; set project.deployKey.registration, which applies to listed sources "+
		"at the host of source.template.spec.url, and request the operation again; or remove the key at the Git host", fluxv1alpha1.OperationDeregister, key.namespace, fluxv1alpha1.ConfigMapName)
	written, err := s.annotate(ctx, key, map[string]string{fluxv1alpha1.AnnotationOperation: "", fluxv1alpha1.AnnotationOperationError: refusal})
	if err != nil || !written {
		return err
	}
	key.recordEvent(s.Events, corev1.EventTypeWarning, reasonRegistrationFailed, actionRegister, refusal)
	return nil
}

// authenticate reads the Secret with the token for the Git host, and adds the token to the repository. It returns a
// *githost.Error if the project or the operator can fix the problem.
func (s steps) authenticate(ctx context.Context, d *desiredState) (*corev1.Secret, *githost.Error, error) {
	name := d.tokenSecret()
	secret, problem, err := garden.ReadCredentials(ctx, s.Garden, name, fluxv1alpha1.SecretKeyToken+", a token of the Git host", "gitHostSecretNames")
	if err != nil {
		return nil, nil, err
	}
	// Editors add line breaks.
	d.repository.Token, d.repository.CACert = strings.TrimSpace(string(secret.Data[fluxv1alpha1.SecretKeyToken])), secret.Data[fluxv1alpha1.SecretKeyCACert]
	if problem == "" && d.repository.Token == "" {
		problem = fmt.Sprintf("Secret %s has no key %s, or an empty one; store a token of the Git host there", name.Name, fluxv1alpha1.SecretKeyToken)
	}
	if problem != "" {
		return secret, &githost.Error{Reason: githost.ReasonUnauthorized, Text: problem}, nil
	}
	return secret, nil, nil
}
