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
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
)

const (
	// reminderPeriod is the time between two reminders.
	reminderPeriod = 24 * time.Hour
	// reminderWindow is how late a reminder may be. It is shorter than the garden keeps Events, which is an hour by default: as long as a
	// process may write the reminder, it sees that it exists.
	reminderWindow = 45 * time.Minute
)

// reminder creates an Event once a day when the deploy key is older than the reminder age that the project has set. The time and the name
// of the Event follow from the age of the key alone, so that another process, and this one after a restart, has the same without storing it.
type reminder struct {
	events client.Writer
	clock  clock.PassiveClock
}

func (r reminder) run(ctx context.Context, key projectKey) (time.Duration, error) {
	if key.settings.ReminderAge == nil || key.state.KeyVersion == "" || key.state.KeyAnnotations[fluxv1alpha1.AnnotationNextFingerprint] != "" {
		return 0, nil
	}
	since := key.state.KeySince()
	if since.IsZero() {
		return 0, nil
	}
	now := r.clock.Now()
	first := since.Add(key.settings.ReminderAge.Duration)
	if now.Before(first) {
		return first.Sub(now), nil
	}
	period := now.Sub(first) / reminderPeriod
	next := first.Add((period + 1) * reminderPeriod).Sub(now)
	if now.Sub(first.Add(period*reminderPeriod)) > reminderWindow {
		return next, nil
	}
	return next, r.create(ctx, key, int64(period), now)
}

func (r reminder) create(ctx context.Context, key projectKey, period int64, now time.Time) error {
	age := now.Sub(key.state.KeySince())
	name := strings.TrimSpace("The deploy key " + key.state.KeyAnnotations[fluxv1alpha1.AnnotationFingerprint])
	note := fmt.Sprintf("%s is %d days old, and the project wants to be reminded after %s. To prepare the next one: "+
		"kubectl -n %s annotate --overwrite secret %s %s=%s. Nothing is rotated unasked", name, int(age/(24*time.Hour)), key.settings.ReminderAge.Duration,
		key.namespace, key.secretName(), key.annotation(fluxv1alpha1.AnnotationOperation), fluxv1alpha1.OperationRotateStart)
	err := r.events.Create(ctx, &eventsv1.Event{
		ObjectMeta: metav1.ObjectMeta{Namespace: key.namespace, Name: fmt.Sprintf("%s.aged-%d-%d", deploykey.Named(key.name, key.secretName()), key.state.KeySince().Unix(), period)},
		EventTime:  metav1.NewMicroTime(now),
		Type:       corev1.EventTypeWarning, Reason: "DeployKeyAged", Action: "RemindOfRotation", Note: note,
		ReportingController: garden.FieldOwner, ReportingInstance: garden.FieldOwner,
		Regarding: corev1.ObjectReference{APIVersion: "v1", Kind: "Secret", Namespace: key.namespace, Name: key.secretName()},
	})
	if err != nil && !apierrors.IsAlreadyExists(err) {
		return fmt.Errorf("failed to write the reminder of the deploy key's age in project namespace %s: %w", key.namespace, err)
	}
	return nil
}
