// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"time"

	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/githost"
)

// tokenPoll is the time between two reads of the token while a registration fails, because the Secret with the token is not watched.
const tokenPoll = time.Minute

// registrationStep registers the project's deploy key, and the next one of a rotation, at the Git host of the project's repository, if the
// project has set that. Failures are recorded on the key's Secret, and retried: Shoots keep working with what they have.
type registrationStep struct {
	registration *Registration
	lagging      laggingShoots
	events       events.EventRecorder
	clock        clock.PassiveClock
}

func (s registrationStep) run(ctx context.Context, key projectKey) (time.Duration, error) {
	if s.registration == nil || key.state.KeyVersion == "" {
		return 0, nil
	}
	removal := deregistration{registration: s.registration, events: s.events, clock: s.clock}
	switch requested := key.state.KeyAnnotations[fluxv1alpha1.AnnotationOperation] == fluxv1alpha1.OperationDeregister; {
	case requested && !key.isRegistered():
		return 0, removal.refuse(ctx, key)
	case requested:
		return 0, removal.run(ctx, key)
	case !key.isRegistered():
		// Registered keys stay registered: they may be in use although the setting was removed.
		s.registration.forget(key)
		return 0, nil
	}
	unused := false
	if record, _ := deploykey.RegistrationOf(key.state.KeyAnnotations); record.HasRetired() || key.state.KeyAnnotations[fluxv1alpha1.AnnotationPreviousFingerprint] != "" {
		var err error
		if unused, err = s.lagging.none(ctx, key); err != nil {
			return 0, err
		}
	}
	desired, err := s.registration.desired(ctx, key, unused)
	if err != nil || desired == nil {
		return 0, err
	}
	return s.sync(ctx, desired)
}

// sync sends requests to the host if they are due.
func (s registrationStep) sync(ctx context.Context, d *desiredState) (time.Duration, error) {
	attempts, garden := s.registration.attempts, s.registration.garden
	key, now := d.project.id(), s.clock.Now()
	wait := attempts.wait(d, now)
	if wait > 0 && !attempts.failing(key) {
		return wait, nil
	}
	token, failure, err := readToken(ctx, garden, d.tokenSecret())
	if err != nil {
		return 0, err
	}
	if wait > 0 && attempts.hasToken(key, token.ResourceVersion) {
		return min(wait, tokenPoll), nil
	}
	if allowed, err := s.mayRemove(ctx, d); err != nil || !allowed {
		return 0, err
	}
	report := newRegistrationReport(d, now)
	if failure == nil {
		authorize(&d.repository, token)
		s.registration.sync(ctx, d, report)
	} else {
		report.failAll(failure)
	}
	written, err := annotateSecret(ctx, garden, d.project, report.annotations())
	if err != nil {
		// Without a back-off, the requests to the host would be repeated at the rate at which the garden fails.
		attempts.done(key, now, token.ResourceVersion, &githost.Error{})
		return 0, err
	}
	if !written {
		// The Secret has changed, which triggers a reconciliation.
		return 0, nil
	}
	report.recordEvents(s.events)
	next := attempts.done(key, now, token.ResourceVersion, report.failure)
	if report.failure != nil {
		next = min(next, tokenPoll)
	}
	return next, nil
}

// mayRemove returns whether no key is to be removed at the host, or the Secret still has the version of the state. The watch may be late,
// and a key that was removed at the host is not restored by a conflict in the garden. If it is late, there will be a reconciliation.
func (s registrationStep) mayRemove(ctx context.Context, d *desiredState) (bool, error) {
	if len(d.former) == 0 {
		return true, nil
	}
	return isSecretCurrent(ctx, s.registration.garden, d.project)
}
