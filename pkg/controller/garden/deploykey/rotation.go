// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"fmt"
	"strings"
	"time"

	"golang.org/x/crypto/ssh"
	corev1 "k8s.io/api/core/v1"
	eventsv1 "k8s.io/api/events/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/githosts"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
)

// rotate runs the operation that an annotation on the Secret of the deploy key requests.
func (s steps) rotate(ctx context.Context, key projectKey) (time.Duration, error) {
	if operation := key.state.KeyAnnotations[fluxv1alpha1.AnnotationOperation]; operation == "" || operation == fluxv1alpha1.OperationDeregister {
		return 0, nil
	}
	// A rotation that does not wait for the removal of the previous key drops the record of that key.
	if previous := key.state.KeyAnnotations[fluxv1alpha1.AnnotationPreviousFingerprint]; s.Registration.remains(key, previous) {
		if written, err := s.recordRetired(ctx, key, previous); err != nil || !written {
			return 0, err
		}
	}
	done, err := s.store.Rotate(ctx, key.namespace, rotationTerms(key))
	if apierrors.IsNotFound(err) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	s.recordRotation(key, done)
	return 0, nil
}

func rotationTerms(key projectKey) secrets.RotationTerms {
	terms := secrets.RotationTerms{Algorithm: nextAlgorithm(key)}
	if key.isRegistered() {
		terms.Registered = key.isRegisteredHere
	}
	if len(key.configurationErrors) > 0 {
		terms.Unready = fmt.Sprintf("ConfigMap %s/%s has a configuration error, so that the next key would not be delivered to Shoots; correct it, and request the operation again: %v",
			key.namespace, fluxv1alpha1.ConfigMapName, key.configurationErrors)
	}
	return terms
}

// nextAlgorithm returns the algorithm of the next key. If each Shoot sets its own repository, an RSA key is replaced by
// an RSA key, because some hosts accept no other algorithm.
func nextAlgorithm(key projectKey) fluxv1alpha1.KeyAlgorithm {
	if key.source != nil {
		return githosts.Algorithm(key.settings.Algorithm, key.source.GitRepository.Spec.URL)
	}
	present, _, _, _, err := ssh.ParseAuthorizedKey([]byte(key.state.KeyAnnotations[fluxv1alpha1.AnnotationPublicKey]))
	if key.settings.Algorithm == nil && err == nil && present.Type() == ssh.KeyAlgoRSA {
		return fluxv1alpha1.KeyAlgorithmRSA4096
	}
	return githosts.Algorithm(key.settings.Algorithm, "")
}

func (s steps) recordRotation(key projectKey, done secrets.Rotation) {
	eventType, reason, note := corev1.EventTypeNormal, "", ""
	switch {
	case done.Refusal != "":
		eventType, reason, note = corev1.EventTypeWarning, "DeployKeyOperationRefused", done.Refusal
	case done.Operation == fluxv1alpha1.OperationRotateStart:
		reason = "DeployKeyRotationPrepared"
		note = fmt.Sprintf("The next deploy key, %s, is prepared; register its public key at the Git host, then request %s: %s",
			done.Fingerprint, fluxv1alpha1.OperationRotateComplete, done.PublicKey)
	case done.Operation == fluxv1alpha1.OperationRotateComplete:
		reason, note = "DeployKeyRotated", fmt.Sprintf("The deploy key is now %s, and is delivered to all Shoots of the project", done.Fingerprint)
	case done.Operation == fluxv1alpha1.OperationRotateAbort:
		reason, note = "DeployKeyRotationAborted", "The next deploy key was dropped. The current key stays in use"
	default:
		return
	}
	key.recordEvent(s.Events, eventType, reason, "RotateDeployKey", note)
}

// retire removes the previous key when each Shoot of the project, on all seeds, has the current key, does not use the
// key, or is hibernated and will wake up with the current key. If the extension registers keys, the previous key must
// be deregistered first.
func (s steps) retire(ctx context.Context, key projectKey) (time.Duration, error) {
	previous := key.state.KeyAnnotations[fluxv1alpha1.AnnotationPreviousFingerprint]
	if previous == "" {
		return 0, s.announceLagging(ctx, key, nil)
	}
	names, known, err := s.lagging(ctx, key)
	if err != nil || !known {
		return s.pollInterval(key), err
	}
	if len(names) > 0 {
		return s.pollInterval(key), s.announceLagging(ctx, key, names)
	}
	if key.isRegistered() && deploykey.IsRegistered(key.state.KeyAnnotations, previous) {
		return s.pollInterval(key), nil
	}
	remains := s.Registration.remains(key, previous)
	if remains {
		if written, err := s.recordRetired(ctx, key, previous); err != nil || !written {
			return s.pollInterval(key), err
		}
	}
	retired, err := s.store.Retire(ctx, key.namespace, previous)
	if err != nil || !retired {
		return 0, err
	}
	todo := "If it is still registered at the Git host, remove it there"
	if remains {
		todo = "It stays registered at the Git host until the extension registers keys for its source again, or until it is removed there"
	}
	key.recordEvent(s.Events, corev1.EventTypeNormal, "DeployKeyRetired", "RotateDeployKey", fmt.Sprintf(
		"No Shoot of the project uses the previous deploy key %s any more, and no hibernated Shoot wakes up with it. %s", previous, todo))
	return 0, nil
}

// announceLagging writes the names of the Shoots into an annotation, which the seeds report. It writes the first names,
// and the end, at once. In between it waits for LongestPoll after each write, because each version of the Secret has
// all Shoots of the project checked.
func (s steps) announceLagging(ctx context.Context, key projectKey, names []string) error {
	if len(names) == 0 {
		s.announced.Delete(key.id())
	}
	announced, lagging := key.state.KeyAnnotations[fluxv1alpha1.AnnotationLaggingShoots], text.List(names, mostNamed)
	last, hasLast := s.announced.Load(key.id())
	if announced == lagging || announced != "" && hasLast && s.Clock.Since(last) < s.LongestPoll {
		return nil
	}
	written, err := s.annotate(ctx, key, map[string]string{fluxv1alpha1.AnnotationLaggingShoots: lagging})
	if written && len(names) > 0 {
		s.announced.Store(key.id(), s.Clock.Now())
	}
	return err
}

// pollInterval returns the time until the next check. It increases with the time since the rotation: a Shoot that lacks
// the key after minutes may lack it for days.
func (s steps) pollInterval(key projectKey) time.Duration {
	rotated, err := time.Parse(time.RFC3339, key.state.KeyAnnotations[fluxv1alpha1.AnnotationRotatedAt])
	if err != nil {
		return s.LongestPoll
	}
	return max(s.Poll, min(s.Clock.Since(rotated)/20, s.LongestPoll))
}

const (
	// reminderPeriod is the time between two reminders.
	reminderPeriod = 24 * time.Hour
	// reminderWindow is the maximum delay of a reminder. It is shorter than the TTL of Events in the garden, one hour by
	// default, so that another process does not create the same reminder again.
	reminderWindow = 45 * time.Minute
	// longestFingerprint is the maximum length of an annotated fingerprint in a reminder, in bytes; a valid one has 50.
	longestFingerprint = 128
)

// remind creates an Event once a day when the deploy key is older than the reminder age of the project. The age of the
// key determines the time and the name of the Event, so that another process, or this one after a restart, creates the
// same Event without stored state.
func (s steps) remind(ctx context.Context, key projectKey) (time.Duration, error) {
	if key.settings.ReminderAge == nil || key.state.KeyVersion == "" || key.state.KeyAnnotations[fluxv1alpha1.AnnotationNextFingerprint] != "" {
		return 0, nil
	}
	since := key.state.KeySince()
	if since.IsZero() {
		return 0, nil
	}
	now := s.Clock.Now()
	first := since.Add(key.settings.ReminderAge.Duration)
	if now.Before(first) {
		return first.Sub(now), nil
	}
	period := now.Sub(first) / reminderPeriod
	next := first.Add((period + 1) * reminderPeriod).Sub(now)
	if now.Sub(first.Add(period*reminderPeriod)) > reminderWindow {
		return next, nil
	}
	return next, s.createReminder(ctx, key, int64(period), now)
}

func (s steps) createReminder(ctx context.Context, key projectKey, period int64, now time.Time) error {
	age := now.Sub(key.state.KeySince())
	name := strings.TrimSpace("The deploy key " + text.Cut(key.state.KeyAnnotations[fluxv1alpha1.AnnotationFingerprint], longestFingerprint))
	note := fmt.Sprintf("%s is %d days old, and the reminder age of the project is %s. To prepare the next key: "+
		"kubectl -n %s annotate --overwrite secret %s %s=%s. The extension rotates no key without a request", name, int(age/(24*time.Hour)), key.settings.ReminderAge.Duration,
		key.namespace, key.secretName(), key.annotation(fluxv1alpha1.AnnotationOperation), fluxv1alpha1.OperationRotateStart)
	err := s.Reminders.Create(ctx, &eventsv1.Event{
		ObjectMeta: metav1.ObjectMeta{Namespace: key.namespace, Name: fmt.Sprintf("%s.aged-%d-%d", deploykey.SourceKeyName(key.name, key.secretName()), key.state.KeySince().Unix(), period)},
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
