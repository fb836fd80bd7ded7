// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package deploykey defines parts of the format of deploy key Secrets: the annotations with the registration at the Git
// host and the last rotation, and the names of the data keys and annotations for the deploy keys of additional sources.
// It must not read or write Secrets.
package deploykey

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/text/boundedjson"
)

// Registration is the content of the annotation [fluxv1alpha1.AnnotationRegistration].
type Registration struct {
	// Provider is the type of the Git host, Host the host of its API, and Repository the URL of the repository.
	Provider   fluxv1alpha1.GitProvider `json:"provider"`
	Host       string                   `json:"host"`
	Repository string                   `json:"repository"`
	// Keys contains the keys by SHA256 fingerprint.
	Keys map[string]RegisteredKey `json:"keys,omitempty"`
}

// RegisteredKey is the registration of one key.
type RegisteredKey struct {
	// State is the last known state of the registration.
	State RegistrationState `json:"state"`
	// Title is the name of the key at the host.
	Title string `json:"title,omitempty"`
	// Next is true for the next key of a prepared rotation. Shoots may use the key if the record is older than the end of
	// the rotation.
	Next bool `json:"next,omitempty"`
	// Retired is true for a registered key that no Shoot uses any more and that still has to be removed from the host,
	// because the repository was unknown when the last Shoot stopped using the key.
	Retired bool `json:"retired,omitempty"`
	// Message describes the problem. It is empty if there is no problem.
	Message string `json:"message,omitempty"`
	// Since is the time of the last change of state or message.
	Since metav1.Time `json:"since"`
}

// RegistrationState is the last known state of a key's registration.
type RegistrationState string

const (
	// Registered means that the key is registered, so that it can read the repository.
	Registered RegistrationState = "Registered"
	// Failed means that the key could not be registered.
	Failed RegistrationState = "Failed"
	// Deregistered means that the key was removed from the host on request. The extension does not register it again.
	Deregistered RegistrationState = "Deregistered"
)

// RegistrationOf decodes the registration in the annotations of a deploy key Secret. It returns false if the annotation
// is missing or invalid.
func RegistrationOf(annotations map[string]string) (Registration, bool) {
	var record Registration
	// Project members can write the annotation. The limits are far above the size of a valid one.
	if err := (boundedjson.Limits{Bytes: 256 << 10, Elements: 2000}).Unmarshal([]byte(annotations[fluxv1alpha1.AnnotationRegistration]), &record); err != nil {
		return Registration{}, false
	}
	return record, true
}

// IsRegistered returns whether, according to the annotations, the key with the fingerprint is registered at the host.
func IsRegistered(annotations map[string]string, fingerprint string) bool {
	record, _ := RegistrationOf(annotations)
	return record.Keys[fingerprint].State == Registered
}

// Same returns whether both registrations are for the same repository at the same host.
func (r Registration) Same(other Registration) bool {
	return r.Provider == other.Provider && r.Host == other.Host && r.Repository == other.Repository
}

// HasRetired returns whether any retired key still has to be removed from the host.
func (r Registration) HasRetired() bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(r.Keys)), func(key RegisteredKey) bool { return key.Retired })
}

// Fingerprints returns the sorted fingerprints of all keys.
func (r Registration) Fingerprints() []string { return slices.Sorted(maps.Keys(r.Keys)) }

// With returns a copy of the registration with the key added or replaced. It sets Since to now, unless the state and
// message of the key are unchanged.
func (r Registration) With(fingerprint string, key RegisteredKey, now metav1.Time) Registration {
	key.Since = now.Rfc3339Copy()
	if before, ok := r.Keys[fingerprint]; ok && before.State == key.State && before.Message == key.Message {
		key.Since = before.Since
	}
	r.Keys = maps.Clone(r.Keys)
	if r.Keys == nil {
		r.Keys = map[string]RegisteredKey{}
	}
	r.Keys[fingerprint] = key
	return r
}

// Without returns a copy of the registration without the key.
func (r Registration) Without(fingerprint string) Registration {
	r.Keys = maps.Clone(r.Keys)
	delete(r.Keys, fingerprint)
	return r
}

// String encodes the registration as the value of the annotation.
func (r Registration) String() string {
	// Marshal cannot fail, because all fields can be encoded.
	encoded, _ := json.Marshal(r)
	return string(encoded)
}

// longestRotation is the maximum length of the time of a rotation, in bytes. A valid one is much shorter.
const longestRotation = 64

// RotationOf returns the time of the last rotation in the annotations of a deploy key Secret; empty without a rotation.
// It cuts the text, because project members can write it, and each Shoot stores it. Readers must compare the cut text.
func RotationOf(annotations map[string]string) string {
	return text.Cut(annotations[fluxv1alpha1.AnnotationRotatedAt], longestRotation)
}

// MaxSourceKeys is the maximum number of deploy keys in the Secret of additional sources, including unused ones.
const MaxSourceKeys = 20

// SecretName returns the name of the Secret with the deploy key of an additional source. If source is empty, it returns
// the name of the Secret with the project's first deploy key.
func SecretName(source string) string {
	if source == "" {
		return fluxv1alpha1.DeployKeySecretName
	}
	return fluxv1alpha1.SourceKeysSecretName
}

// SourceKeyName returns the name of a data key or annotation for the deploy key of an additional source. If source is
// empty, it returns the name unchanged, which is the name for the project's first deploy key.
func SourceKeyName(source, name string) string {
	if source == "" {
		return name
	}
	return source + "." + name
}

// SourceAnnotations returns the annotations of a source's deploy key, renamed like the annotations of the project's
// first deploy key.
func SourceAnnotations(all map[string]string, source string) map[string]string {
	own := of(all, source)
	maps.DeleteFunc(own, func(name, _ string) bool { return !strings.HasPrefix(name, fluxv1alpha1.GroupName+"/") })
	return own
}

// SourceData returns the data of a source's deploy key, renamed like the data of the project's first deploy key.
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

// SourceNames returns the sorted names of the sources whose deploy key has a fingerprint annotation.
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

// CountPrivateKeys returns the number of private keys of additional sources in the data. It does not count the next
// keys of rotations.
func CountPrivateKeys(data map[string][]byte) int {
	count := 0
	for name := range data {
		if _, rest, _ := strings.Cut(name, "."); rest == fluxv1alpha1.SecretKeyIdentity {
			count++
		}
	}
	return count
}
