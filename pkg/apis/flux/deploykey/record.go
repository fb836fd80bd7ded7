// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package deploykey defines the annotations and data keys of the Secrets that hold deploy keys: the record of the registration at the Git host, and the
// keys of additional sources.
package deploykey

import (
	"encoding/json"
	"maps"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Record is the content of the annotation [fluxv1alpha1.AnnotationRegistration].
type Registration struct {
	// Provider and Host are those of the Git host's API, and Repository is the URL of the repository there.
	Provider   fluxv1alpha1.GitProvider `json:"provider"`
	Host       string                   `json:"host"`
	Repository string                   `json:"repository"`
	// Keys are the keys by their SHA256 fingerprints.
	Keys map[string]RegisteredKey `json:"keys,omitempty"`
}

// Key is the registration of a key.
type RegisteredKey struct {
	// State is what is known.
	State RegistrationState `json:"state"`
	// Title is the key's name at the host.
	Title string `json:"title,omitempty"`
	// Next is true for the next key of a rotation that is prepared: no Shoot has it.
	Next bool `json:"next,omitempty"`
	// Retired is true for a key that the extension has registered and that no Shoot has any more, while its repository was not known: it is to be
	// removed there.
	Retired bool `json:"retired,omitempty"`
	// Message is the problem; empty if there is none.
	Message string `json:"message,omitempty"`
	// Since is the time when the state or the message became what they are.
	Since metav1.Time `json:"since"`
}

// State is what is known of the registration of a key.
type RegistrationState string

const (
	// Registered is a key that the host knows as one that may read the repository.
	Registered RegistrationState = "Registered"
	// Failed is a key that could not be registered.
	Failed RegistrationState = "Failed"
	// Deregistered is a key that was removed at the host on request. It is not registered again.
	Deregistered RegistrationState = "Deregistered"
)

// Of reads the record from the annotations of the deploy key's Secret. What cannot be read counts as none.
func RegistrationOf(annotations map[string]string) (Registration, bool) {
	var record Registration
	if err := json.Unmarshal([]byte(annotations[fluxv1alpha1.AnnotationRegistration]), &record); err != nil {
		return Registration{}, false
	}
	return record, true
}

// IsRegistered returns whether the host is known to have the key.
func IsRegistered(annotations map[string]string, fingerprint string) bool {
	record, _ := RegistrationOf(annotations)
	return record.Keys[fingerprint].State == Registered
}

// Same returns whether both records are about the same repository at the same host.
func (r Registration) Same(other Registration) bool {
	return r.Provider == other.Provider && r.Host == other.Host && r.Repository == other.Repository
}

// HasRetired returns whether there is a key to remove that was retired.
func (r Registration) HasRetired() bool {
	for _, key := range r.Keys {
		if key.Retired {
			return true
		}
	}
	return false
}

// Fingerprints returns those of all keys, sorted.
func (r Registration) Fingerprints() []string { return slices.Sorted(maps.Keys(r.Keys)) }

// With returns the record with what is known of a key. The time is kept if nothing else differs.
func (r Registration) With(fingerprint string, key RegisteredKey, now metav1.Time) Registration {
	key.Since = now.Rfc3339Copy()
	if before, known := r.Keys[fingerprint]; known && before.State == key.State && before.Message == key.Message {
		key.Since = before.Since
	}
	r.Keys = maps.Clone(r.Keys)
	if r.Keys == nil {
		r.Keys = map[string]RegisteredKey{}
	}
	r.Keys[fingerprint] = key
	return r
}

// Without returns the record without a key.
func (r Registration) Without(fingerprint string) Registration {
	r.Keys = maps.Clone(r.Keys)
	delete(r.Keys, fingerprint)
	return r
}

// String returns the content of the annotation.
func (r Registration) String() string {
	// A structure of texts and times can always be encoded.
	encoded, _ := json.Marshal(r)
	return string(encoded)
}
