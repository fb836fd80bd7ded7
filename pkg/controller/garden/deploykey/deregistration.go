// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"fmt"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/clock"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// deregistration removes all keys of a project that are recorded as registered from the Git host, when that is requested by an annotation.
// They are not registered again. It is tried once: if it fails, the request is refused, and may be repeated.
type deregistration struct {
	registration *Registration
	events       events.EventRecorder
	clock        clock.PassiveClock
}

func (s deregistration) run(ctx context.Context, key projectKey) error {
	d, err := s.registration.desired(ctx, key, false)
	if err != nil || d == nil {
		return err
	}
	// The request may have been withdrawn since.
	if current, err := isSecretCurrent(ctx, s.registration.garden, key); err != nil || !current {
		return err
	}
	token, failure, err := readToken(ctx, s.registration.garden, d.tokenSecret())
	if err != nil {
		return err
	}
	report := newRegistrationReport(d, s.clock.Now())
	if failure == nil {
		authorize(&d.repository, token)
		failure = s.registration.removeAll(ctx, d, report)
	}
	annotations := report.annotations()
	annotations[fluxv1alpha1.AnnotationOperation], annotations[fluxv1alpha1.AnnotationOperationError] = nil, nil
	if failure != nil {
		refusal := fmt.Sprintf("%s: %s. Ask again when that is done", fluxv1alpha1.OperationDeregister, failure.Text)
		annotations[fluxv1alpha1.AnnotationOperationError] = &refusal
		report.event(corev1.EventTypeWarning, reasonRegistrationFailed, "The deploy key could not be deregistered: %s", failure.Text)
	}
	written, err := annotateSecret(ctx, s.registration.garden, key, annotations)
	if err != nil || !written {
		return err
	}
	report.recordEvents(s.events)
	return nil
}

// refuse refuses the request, because the extension does not register the key.
func (s deregistration) refuse(ctx context.Context, key projectKey) error {
	refusal := fmt.Sprintf("%s: %s", fluxv1alpha1.OperationDeregister, key.whyNotRegistered())
	written, err := annotateSecret(ctx, s.registration.garden, key, map[string]*string{fluxv1alpha1.AnnotationOperation: nil, fluxv1alpha1.AnnotationOperationError: &refusal})
	if err != nil || !written {
		return err
	}
	key.recordEvent(s.events, corev1.EventTypeWarning, reasonRegistrationFailed, actionRegister, refusal)
	return nil
}
