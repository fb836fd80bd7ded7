// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package deploykey defines annotations and data keys of the Secrets that hold deploy keys: the registration at
// the Git host, and the keys of additional sources. It must not read or write Secrets.
package deploykey

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// Registration is the content of the annotation [fluxv1alpha1.AnnotationRegistration].
type Registration struct {
	// Provider and Host belong to the Git host's API. Repository is the URL of the repository there.
	Provider   fluxv1alpha1.GitProvider `json:"provider"`
	Host       string                   `json:"host"`
	Repository string                   `json:"repository"`
	// Keys contains the keys by SHA256 fingerprint.
	Keys map[string]RegisteredKey `json:"keys,omitempty"`
}

// RegisteredKey is the registration of a key.
type RegisteredKey struct {
	// State is the last known state.
	State RegistrationState `json:"state"`
	// Title is the key's name at the host.
	Title string `json:"title,omitempty"`
	// Next is true for the next key of a prepared rotation. No Shoot has it.
	Next bool `json:"next,omitempty"`
	// Retired is true for a registered key that no Shoot has any more, if its repository was unknown at that time.
	// It has to be removed from the host.
	Retired bool `json:"retired,omitempty"`
	// Message is the problem, if any.
	Message string `json:"message,omitempty"`
	// Since is the time of the last change of state or message.
	Since metav1.Time `json:"since"`
}

// RegistrationState is the last known state of a key's registration.
type RegistrationState string

const (
	// Registered means that the host allows the key to read the repository.
	Registered RegistrationState = "Registered"
	// Failed means that the key could not be registered.
	Failed RegistrationState = "Failed"
	// Deregistered means that the key was removed from the host on request. It is not registered again.
	Deregistered RegistrationState = "Deregistered"
)

// registrationLimits are far above the record of all keys. They are needed because project members can write the
// annotation.
func registrationLimits() boundedjson.Limits {
	return boundedjson.Limits{Bytes: 256 << 10, Elements: 2000}
}

// RegistrationOf reads the registration from the annotations of a deploy key. It returns false if it cannot be
// decoded.
func RegistrationOf(annotations map[string]string) (Registration, bool) {
	var record Registration
	if err := registrationLimits().Unmarshal([]byte(annotations[fluxv1alpha1.AnnotationRegistration]), &record); err != nil {
		return Registration{}, false
	}
	return record, true
}

// IsRegistered returns whether the key is recorded as registered at the host.
func IsRegistered(annotations map[string]string, fingerprint string) bool {
	record, _ := RegistrationOf(annotations)
	return record.Keys[fingerprint].State == Registered
}

// Same returns whether both registrations belong to the same repository at the same host.
func (r Registration) Same(other Registration) bool {
	return r.Provider == other.Provider && r.Host == other.Host && r.Repository == other.Repository
}

// HasRetired returns whether a retired key has to be removed.
func (r Registration) HasRetired() bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(r.Keys)), func(key RegisteredKey) bool { return key.Retired })
}

// Fingerprints returns the sorted fingerprints of all keys.
func (r Registration) Fingerprints() []string { return slices.Sorted(maps.Keys(r.Keys)) }

// With returns the registration with the key. It keeps the time of a key whose state and message are unchanged.
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

// Without returns the registration without the key.
func (r Registration) Without(fingerprint string) Registration {
	r.Keys = maps.Clone(r.Keys)
	delete(r.Keys, fingerprint)
	return r
}

// String returns the content of the annotation.
func (r Registration) String() string {
	// Strings and times can always be encoded.
	encoded, _ := json.Marshal(r)
	return string(encoded)
}

// MaxSourceKeys is the maximum number of keys in the Secret of additional sources, including unused keys.
const MaxSourceKeys = 20

// SourceKeyName returns the name in the Secret of a source's data key or annotation. If source is empty, it returns the
// name unchanged, as for the project's deploy key.
func SourceKeyName(source, name string) string {
	if source == "" {
		return name
	}
	return source + "." + name
}

// SourceAnnotations returns the annotations of a source's key under the names that the project's deploy key uses.
func SourceAnnotations(all map[string]string, source string) map[string]string {
	own := of(all, source)
	maps.DeleteFunc(own, func(name, _ string) bool { return !strings.HasPrefix(name, fluxv1alpha1.GroupName+"/") })
	return own
}

// SourceData returns the data of a source's key under the names that the project's deploy key uses.
func SourceData(all map[string][]byte, source string) map[string][]byte { return of(all, source) }

func of[V any](all map[string]V, source string) map[string]V {
	own := map[string]V{}
	for name, value := range all {
		if rest, is := strings.CutPrefix(name, source+"."); is {
			own[rest] = value
		}
	}
	return own
}

// SourceNames returns the sorted names of the sources whose keys have annotations.
func SourceNames(annotations map[string]string) []string {
	var names []string
	for name := range annotations {
		if source, is := strings.CutSuffix(name, "."+fluxv1alpha1.AnnotationFingerprint); is {
			names = append(names, source)
		}
	}
	slices.Sort(names)
	return names
}

// CountPrivateKeys returns the number of private keys in the data, without next keys.
func CountPrivateKeys(data map[string][]byte) int {
	count := 0
	for name := range data {
		if _, rest, _ := strings.Cut(name, "."); rest == fluxv1alpha1.SecretKeyIdentity {
			count++
		}
	}
	return count
}
