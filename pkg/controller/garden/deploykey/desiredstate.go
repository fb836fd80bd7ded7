// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package deploykey

import (
	"strings"

	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/secrets/githost"
)

// desiredState is the desired state of a project's keys at its Git host, with the recorded state.
type desiredState struct {
	project projectKey
	// repository is that of the project, without the token.
	repository githost.Repository
	// host is that of the API.
	host string
	// keys are to be registered.
	keys []publicKey
	// former are the fingerprints of keys that are to be removed.
	former []string
	// record is the record of this repository.
	record deploykey.Registration
	// left is a repository for which keys were registered before this one; empty if there is none.
	left string
}

// newDesiredState returns the desired state of a project with a registration and the given present key. The previous key, and those that were retired
// when their repository was not known, are to be removed if they are unused.
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
		// A next key that is neither prepared nor in use, nor was before, has been dropped: no Shoot has ever had it. It is recorded as the
		// next one until the next request to the host, and two rotations may be completed before that.
		dropped := recorded.Next && !previous
		if dropped || unused && (previous || recorded.Retired) {
			d.former = append(d.former, fingerprint)
		}
	}
	return d
}

// tokenSecret is the name of the Secret with the token.
func (d *desiredState) tokenSecret() client.ObjectKey {
	name := ptr.Deref(d.project.settings.Registration.SecretName, fluxv1alpha1.GitHostSecretName)
	return client.ObjectKey{Namespace: d.project.namespace, Name: name}
}

// identity differs between different desired states. The record, and the version of the Secret, are not part of it.
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

// isReached returns whether the recorded state is the desired one.
func (d *desiredState) isReached() bool {
	for _, key := range d.keys {
		recorded := d.record.Keys[key.fingerprint]
		if recorded.State != deploykey.Registered && recorded.State != deploykey.Deregistered || recorded.Next != key.next && recorded.State == deploykey.Registered {
			return false
		}
	}
	return len(d.former) == 0
}

// hasFailure returns whether a failure is recorded for any key.
func (d *desiredState) hasFailure() bool {
	for _, recorded := range d.record.Keys {
		if recorded.Message != "" {
			return true
		}
	}
	return false
}
