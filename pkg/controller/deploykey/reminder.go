// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"fmt"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

const (
	// remindEvery is the time between two reminders.
	remindEvery = 24 * time.Hour
	// remindWithin is how late a reminder may be. It is shorter than the garden keeps Events, which is an hour by default: as long
	// as anybody may write the reminder, everybody sees that it is written.
	remindWithin = 45 * time.Minute
)

// remind writes an Event once a day when the deploy key is older than the project wants it to become. When, and under which name,
// follows from the age of the key alone, so that all seeds, and this one after a restart, agree on it without writing it down.
func (d *DeployKeys) remind(ctx context.Context, key projectKey) (time.Duration, error) {
	if key.settings.ReminderAge == nil || key.state.KeyVersion == "" || key.state.KeyAnnotations[fluxv1alpha1.AnnotationNextFingerprint] != "" {
		return 0, nil
	}
	since := key.state.KeySince()
	if since.IsZero() {
		return 0, nil
	}
	now := d.Clock.Now()
	first := since.Add(key.settings.ReminderAge.Duration)
	if now.Before(first) {
		return first.Sub(now), nil
	}
	turn := now.Sub(first) / remindEvery
	next := first.Add((turn + 1) * remindEvery).Sub(now)
	if now.Sub(first.Add(turn*remindEvery)) > remindWithin {
		return next, nil
	}
	return next, d.writeReminder(ctx, key, int64(turn), now.Sub(since))
}

func (d *DeployKeys) writeReminder(ctx context.Context, key projectKey, turn int64, age time.Duration) error {
	name := strings.TrimSpace("The deploy key " + key.state.KeyAnnotations[fluxv1alpha1.AnnotationFingerprint])
	note := fmt.Sprintf("%s is %d days old, and the project wants to be reminded after %s. To prepare the next one: "+
		"kubectl -n %s annotate --overwrite secret %s %s=%s. Nothing is rotated unasked", name, int(age/(24*time.Hour)), key.settings.ReminderAge.Duration,
		key.namespace, fluxv1alpha1.DeployKeySecretName, fluxv1alpha1.AnnotationOperation, fluxv1alpha1.OperationRotateStart)
	err := d.Reminders.Create(ctx, &eventsv1.Event{
		ObjectMeta: metav1.ObjectMeta{Namespace: key.namespace, Name: fmt.Sprintf("%s.aged-%d-%d", fluxv1alpha1.DeployKeySecretName, key.state.KeySince().Unix(), turn)},
		EventTime:  metav1.NewMicroTime(d.Clock.Now()),
		Type:       corev1.EventTypeWarning, Reason: "DeployKeyAged", Action: "RemindOfRotation", Note: note,
		ReportingController: fluxv1alpha1.ExtensionName, ReportingInstance: fluxv1alpha1.ExtensionName,
		Regarding: corev1.ObjectReference{APIVersion: "v1", Kind: "Secret", Namespace: key.namespace, Name: fluxv1alpha1.DeployKeySecretName},
	})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		return fmt.Errorf("failed to write the reminder of the deploy key's age in project namespace %s: %w", key.namespace, err)
	}
	return nil
}
