// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"context"
	"fmt"
	"slices"
	"strings"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/utils/ptr"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/registration"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
)

const (
	reasonRegistered         = "DeployKeyRegistered"
	reasonRegistrationFailed = "DeployKeyRegistrationFailed"
	reasonDeregistered       = "DeployKeyDeregistered"
)

type registrationEvent struct{ eventType, reason, note string }

// registrationReport is what has come of asking the host.
type registrationReport struct {
	wish   *wish
	record registration.Record
	now    metav1.Time
	// failure is the last one.
	failure *githost.Error
	events  []registrationEvent
}

// annotations are those to write.
func (r *registrationReport) annotations() map[string]*string {
	return map[string]*string{fluxv1alpha1.AnnotationRegistration: ptr.To(r.record.String())}
}

func (r *registrationReport) event(eventType, reason, format string, args ...any) {
	r.events = append(r.events, registrationEvent{eventType, reason, fmt.Sprintf(format, args...)})
}

// set notes what is known of a key, and tells whether that is news.
func (r *registrationReport) set(fingerprint string, key registration.Key) bool {
	before, known := r.record.Keys[fingerprint]
	r.record = r.record.With(fingerprint, key, r.now)
	return !known || before.State != key.State || before.Message != key.Message
}

func (r *registrationReport) registered(key knownKey, registered githost.Registered) {
	news := r.set(key.fingerprint, registration.Key{State: registration.Registered, Title: registered.Title, Next: key.next})
	switch {
	case !news && registered.Created:
		r.event(corev1.EventTypeWarning, reasonRegistered, "The deploy key %s was gone at %s, and is registered there again as %q", key.fingerprint, r.wish.host, registered.Title)
	case news && r.wish.left != "":
		r.event(corev1.EventTypeNormal, reasonRegistered, "The deploy key %s is registered at %s as %q. For %s it stays registered: remove it there if nobody needs it any more",
			key.fingerprint, r.wish.host, registered.Title, r.wish.left)
	case news:
		r.event(corev1.EventTypeNormal, reasonRegistered, "The deploy key %s is registered at %s as %q, as one that may only read", key.fingerprint, r.wish.host, registered.Title)
	}
}

// failed notes that a key could not be registered. That a host does not answer says nothing about a key that was registered before.
func (r *registrationReport) failed(key knownKey, failure *githost.Error) {
	r.failure = failure
	if known := r.record.Keys[key.fingerprint]; mayPass(failure) && known.State == registration.Registered {
		known.Next = key.next
		r.set(key.fingerprint, known)
		return
	}
	if r.set(key.fingerprint, registration.Key{State: registration.Failed, Next: key.next, Message: failure.Text}) {
		r.event(corev1.EventTypeWarning, reasonRegistrationFailed, "The deploy key %s could not be registered: %s", key.fingerprint, failure.Text)
	}
}

// mayPass tells whether the host has given no answer that says anything of a key.
func mayPass(failure *githost.Error) bool {
	return failure.Reason == githost.ReasonUnreachable || failure.Reason == githost.ReasonRateLimited
}

// failAll notes that the host cannot even be asked.
func (r *registrationReport) failAll(failure *githost.Error) {
	for _, key := range r.wish.keys {
		if r.record.Keys[key.fingerprint].State != registration.Deregistered {
			r.failed(key, failure)
		}
	}
	for _, fingerprint := range r.wish.former {
		r.notRemoved(fingerprint, failure)
	}
}

func (r *registrationReport) removed(fingerprint string) {
	r.record = r.record.Without(fingerprint)
	r.event(corev1.EventTypeNormal, reasonDeregistered, "The deploy key %s, which is not used any more, is not registered at %s any more", fingerprint, r.wish.host)
}

// notRemoved notes that a key could not be removed. While the host does not answer, there is nothing to do about it for anybody.
func (r *registrationReport) notRemoved(fingerprint string, failure *githost.Error) {
	r.failure = failure
	key := r.record.Keys[fingerprint]
	if key.State == registration.Failed {
		// It was never registered, as far as is known, and nobody wants it any more.
		key.State, key.Message = registration.Registered, ""
	}
	if mayPass(failure) {
		r.set(fingerprint, key)
		return
	}
	key.Message = "the key is not used any more, and could not be removed: " + failure.Text
	if r.set(fingerprint, key) {
		r.event(corev1.EventTypeWarning, reasonRegistrationFailed, "The deploy key %s is not used any more, and could not be removed at the Git host: %s", fingerprint, failure.Text)
	}
}

// tellRegistration writes one Event for each reason.
func (d *DeployKeys) tellRegistration(key projectKey, events ...registrationEvent) {
	for len(events) > 0 {
		first := events[0]
		var notes []string
		events = slices.DeleteFunc(events, func(event registrationEvent) bool {
			same := event.reason == first.reason
			if same {
				notes = append(notes, event.note)
			}
			return same
		})
		d.tell(key, first.eventType, first.reason, "RegisterDeployKey", strings.Join(notes, ". "))
	}
}

// deregister removes all keys from the host that are noted as registered, because somebody has asked for it. They are not registered
// again. It is tried once: what cannot be done is refused, and whoever wants it asks again.
func (d *DeployKeys) deregister(ctx context.Context, key projectKey) error {
	w, err := d.wishOf(ctx, key, false)
	if err != nil || w == nil {
		return err
	}
	// Somebody may have asked for the contrary in the meantime.
	if current, err := d.isCurrent(ctx, key); err != nil || !current {
		return err
	}
	token, failure, err := d.token(ctx, w)
	if err != nil {
		return err
	}
	report := &registrationReport{wish: w, record: w.record, now: metav1.NewTime(d.Clock.Now())}
	if failure == nil {
		w.repository.Token, w.repository.CACert = tokenOf(token), token.Data[fluxv1alpha1.SecretKeyCACert]
		failure = d.removeAll(ctx, w, report)
	}
	annotations := report.annotations()
	annotations[fluxv1alpha1.AnnotationOperation], annotations[fluxv1alpha1.AnnotationOperationError] = nil, nil
	if failure != nil {
		refusal := fmt.Sprintf("%s: %s. Ask again when that is done", fluxv1alpha1.OperationDeregister, failure.Text)
		annotations[fluxv1alpha1.AnnotationOperationError] = &refusal
		report.event(corev1.EventTypeWarning, reasonRegistrationFailed, "The deploy key could not be deregistered: %s", failure.Text)
	}
	written, err := d.note(ctx, key, annotations)
	if err != nil || !written {
		return err
	}
	d.tellRegistration(key, report.events...)
	return nil
}

// removeAll removes the keys that are noted, the present one too.
func (d *DeployKeys) removeAll(ctx context.Context, w *wish, report *registrationReport) *githost.Error {
	fingerprints := w.record.Fingerprints()
	for _, key := range w.keys {
		if _, noted := w.record.Keys[key.fingerprint]; !noted {
			fingerprints = append(fingerprints, key.fingerprint)
		}
	}
	for _, fingerprint := range fingerprints {
		if _, err := d.Registration.registrar.Remove(ctx, w.repository, fingerprint); err != nil {
			return failureOf(err)
		}
		report.set(fingerprint, registration.Key{State: registration.Deregistered, Next: w.record.Keys[fingerprint].Next})
		report.event(corev1.EventTypeNormal, reasonDeregistered, "The deploy key %s is not registered at %s any more, as somebody has asked for", fingerprint, w.host)
	}
	return nil
}

func (d *DeployKeys) refuseDeregistration(ctx context.Context, key projectKey, why string) error {
	written, err := d.note(ctx, key, map[string]*string{fluxv1alpha1.AnnotationOperation: nil, fluxv1alpha1.AnnotationOperationError: &why})
	if err != nil || !written {
		return err
	}
	d.tellRegistration(key, registrationEvent{corev1.EventTypeWarning, reasonRegistrationFailed, why})
	return nil
}

// repository is that of the project, without the token. The project has to want its key registered.
func (k projectKey) repository() githost.Repository {
	settings := k.settings.Registration
	return githost.Repository{
		Provider: settings.Provider, URL: k.source.GitRepository.Spec.URL,
		Host: ptr.Deref(settings.Host, ""), ProxyURL: ptr.Deref(settings.ProxyURL, ""),
	}
}

// record is one about this repository, in which nothing is noted yet.
func (k projectKey) record() registration.Record {
	repository := k.repository()
	// An error says so again when the host is to be asked.
	host, _ := repository.APIHost()
	return registration.Record{Provider: repository.Provider, Host: host, Repository: repository.URL}
}

// isRegisteredHere tells whether the host is known to have the key for the repository that the project has now: what is noted may
// be about the one before.
func (k projectKey) isRegisteredHere(annotations map[string]string, fingerprint string) bool {
	noted, known := registration.Of(annotations)
	return known && noted.Same(k.record()) && registration.IsRegistered(annotations, fingerprint)
}
