// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"fmt"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/tools/events"
	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
)

// desiredState is the desired and the recorded state of a project's keys at its Git host.
type desiredState struct {
	project projectKey
	// repository is the repository without the token.
	repository githost.Repository
	// host is the host of the Git host's API.
	host string
	// keys are the keys to register.
	keys []publicKey
	// former are the fingerprints of the keys to remove.
	former []string
	// record is the record of the keys at this repository.
	record deploykey.Registration
	// left is the repository with earlier registrations if it differs from the current one, or empty.
	left string
}

// newDesiredState returns the desired state of a key that the extension registers. If unused is true, all Shoots have
// the current key, and the desired state removes the previous key, retired keys, and dropped next keys.
func newDesiredState(key projectKey, present publicKey, unused bool) *desiredState {
	annotations := key.state.KeyAnnotations
	next := annotations[fluxv1alpha1.AnnotationNextFingerprint]
	d := &desiredState{project: key, repository: key.repository(), record: key.newRecord(), keys: []publicKey{present}}
	if next != "" && next != present.fingerprint {
		d.keys = append(d.keys, publicKey{fingerprint: next, line: annotations[fluxv1alpha1.AnnotationNextPublicKey], next: true})
	}
	d.host = d.record.Host
	if recorded, known := deploykey.RegistrationOf(annotations); known && recorded.Same(d.record) {
		d.record = recorded
	} else if known && len(recorded.Keys) > 0 {
		d.left = recorded.Repository
	}
	for _, fingerprint := range d.record.Fingerprints() {
		recorded := d.record.Keys[fingerprint]
		if recorded.State == deploykey.Deregistered || fingerprint == present.fingerprint || fingerprint == next {
			continue
		}
		previous := fingerprint == annotations[fluxv1alpha1.AnnotationPreviousFingerprint]
		// Shoots may have a recorded next key: the Secret may come from a backup of an earlier prepared rotation, and several
		// rotations may complete between two requests to the host.
		if unused && (previous || recorded.Retired || recorded.Next) {
			d.former = append(d.former, fingerprint)
		}
	}
	return d
}

// tokenSecret returns the key of the Secret with the token.
func (d *desiredState) tokenSecret() client.ObjectKey {
	name := ptr.Deref(d.project.settings.Registration.SecretName, fluxv1alpha1.GitHostSecretName)
	return client.ObjectKey{Namespace: d.project.namespace, Name: name}
}

// identity returns a string that differs between desired states. It does not depend on the record or the version of the
// Secret.
func (d *desiredState) identity() string {
	parts := []string{string(d.repository.Provider), d.repository.URL, d.repository.Host, d.repository.ProxyURL, d.tokenSecret().Name}
	for _, key := range d.keys {
		parts = append(parts, "+"+key.fingerprint)
	}
	for _, fingerprint := range d.former {
		parts = append(parts, "-"+fingerprint)
	}
	return strings.Join(parts, "\n")
}

// isReached returns whether the record matches the desired state.
func (d *desiredState) isReached() bool {
	for _, key := range d.keys {
		recorded := d.record.Keys[key.fingerprint]
		if recorded.State != deploykey.Registered && recorded.State != deploykey.Deregistered || recorded.Next != key.next && recorded.State == deploykey.Registered {
			return false
		}
	}
	return len(d.former) == 0
}

// hasFailure returns whether the record contains a failure of a key.
func (d *desiredState) hasFailure() bool {
	for _, recorded := range d.record.Keys {
		if recorded.Message != "" {
			return true
		}
	}
	return false
}

const (
	actionRegister = "RegisterDeployKey"

	reasonRegistered         = "DeployKeyRegistered"
	reasonRegistrationFailed = "DeployKeyRegistrationFailed"
	reasonDeregistered       = "DeployKeyDeregistered"
)

// registrationReport collects the results of requests to the host for the new record and for Events.
type registrationReport struct {
	desired *desiredState
	record  deploykey.Registration
	now     metav1.Time
	// failure is the last failure.
	failure *githost.Error
	events  []registrationEvent
}

type registrationEvent struct{ eventType, reason, note string }

func newRegistrationReport(d *desiredState, now time.Time) *registrationReport {
	return &registrationReport{desired: d, record: d.record, now: metav1.NewTime(now)}
}

// annotations returns the annotation with the new record.
func (r *registrationReport) annotations() map[string]string {
	return map[string]string{fluxv1alpha1.AnnotationRegistration: r.record.String()}
}

// recordEvents records one Event for each reason.
func (r *registrationReport) recordEvents(recorder events.EventRecorder) {
	for _, reason := range []string{reasonRegistered, reasonRegistrationFailed, reasonDeregistered} {
		var eventType string
		var notes []string
		for _, event := range r.events {
			if event.reason == reason {
				eventType = event.eventType
				notes = append(notes, event.note)
			}
		}
		if len(notes) > 0 {
			r.desired.project.recordEvent(recorder, eventType, reason, actionRegister, strings.Join(notes, ". "))
		}
	}
}

func (r *registrationReport) event(eventType, reason, format string, args ...any) {
	r.events = append(r.events, registrationEvent{eventType, reason, fmt.Sprintf(format, args...)})
}

// set records the state of a key, and returns whether state or message changed.
func (r *registrationReport) set(fingerprint string, key deploykey.RegisteredKey) bool {
	before, ok := r.record.Keys[fingerprint]
	r.record = r.record.With(fingerprint, key, r.now)
	return !ok || before.State != key.State || before.Message != key.Message
}

func (r *registrationReport) registered(key publicKey, registered githost.Registered) {
	changed := r.set(key.fingerprint, deploykey.RegisteredKey{State: deploykey.Registered, Title: registered.Title, Next: key.next})
	remains := ""
	if r.desired.left != "" {
		remains = fmt.Sprintf(". It stays registered for %s; remove it there if it is not needed any more", r.desired.left)
	}
	switch {
	case changed:
		r.event(corev1.EventTypeNormal, reasonRegistered, "The deploy key %s is registered at %s as %q with read-only access%s", key.fingerprint, r.desired.host, registered.Title, remains)
	case registered.Created:
		r.event(corev1.EventTypeWarning, reasonRegistered, "The deploy key %s was missing at %s, and is registered again as %q", key.fingerprint, r.desired.host, registered.Title)
	}
}

// failed records that a key could not be registered. If the host does not respond, a registered key stays recorded as
// registered.
func (r *registrationReport) failed(key publicKey, failure *githost.Error) {
	r.failure = failure
	if known := r.record.Keys[key.fingerprint]; failure.IsTransient() && known.State == deploykey.Registered {
		known.Next = key.next
		r.set(key.fingerprint, known)
		return
	}
	if r.set(key.fingerprint, deploykey.RegisteredKey{State: deploykey.Failed, Next: key.next, Message: failure.Text}) {
		r.event(corev1.EventTypeWarning, reasonRegistrationFailed, "Failed to register the deploy key %s: %s", key.fingerprint, failure.Text)
	}
}

// failAll records the failure for all keys, because no request can be sent to the host.
func (r *registrationReport) failAll(failure *githost.Error) {
	for _, key := range r.desired.keys {
		if r.record.Keys[key.fingerprint].State != deploykey.Deregistered {
			r.failed(key, failure)
		}
	}
	for _, fingerprint := range r.desired.former {
		r.notRemoved(fingerprint, failure)
	}
}

func (r *registrationReport) removed(fingerprint string) {
	r.record = r.record.Without(fingerprint)
	r.event(corev1.EventTypeNormal, reasonDeregistered, "Removed the unused deploy key %s from %s", fingerprint, r.desired.host)
}

// notRemoved records that a key could not be removed. For a transient failure it adds no Event, because users cannot
// fix it.
func (r *registrationReport) notRemoved(fingerprint string, failure *githost.Error) {
	r.failure = failure
	key := r.record.Keys[fingerprint]
	if key.State == deploykey.Failed {
		// Failed means that a desired key could not be registered. This key is not desired any more, and may still be
		// registered.
		key.State, key.Message = deploykey.Registered, ""
	}
	if failure.IsTransient() {
		r.set(fingerprint, key)
		return
	}
	key.Message = "failed to remove the unused key: " + failure.Text
	if r.set(fingerprint, key) {
		r.event(corev1.EventTypeWarning, reasonRegistrationFailed, "Failed to remove the unused deploy key %s from the Git host: %s", fingerprint, failure.Text)
	}
}

// deregistered records that a key was removed on request and must not be registered again.
func (r *registrationReport) deregistered(fingerprint string) {
	r.set(fingerprint, deploykey.RegisteredKey{State: deploykey.Deregistered, Next: r.desired.record.Keys[fingerprint].Next})
	r.event(corev1.EventTypeNormal, reasonDeregistered, "Removed the deploy key %s from %s as requested", fingerprint, r.desired.host)
}
