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
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/util/workqueue"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/deploykey"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
)

// Registrar registers deploy keys at Git hosts. Its errors are of type *githost.Error.
type Registrar interface {
	// Ensure registers the key unless it is registered already.
	Ensure(ctx context.Context, repository githost.Repository, key githost.Key) (githost.Registered, error)
	// Remove removes the key with the fingerprint, and returns whether it was registered.
	Remove(ctx context.Context, repository githost.Repository, fingerprint string) (bool, error)
}

// Registration registers the keys of projects at Git hosts, and remembers the last request for each key. It is safe for
// concurrent use if each project has at most one reconciliation at a time.
type Registration struct {
	registrar      Registrar
	gardenIdentity string
	attempts       *attempts
	read           kube.ConcurrentMap[string, versionedKey]
}

// NewRegistration returns a Registration. The titles of keys contain the identity of the garden. random returns a
// random duration below the given one, which spreads requests over time.
func NewRegistration(registrar Registrar, gardenIdentity string, random func(time.Duration) time.Duration) *Registration {
	backoff := workqueue.NewTypedItemExponentialFailureRateLimiter[string](firstRetry, longestRetry)
	return &Registration{registrar: registrar, gardenIdentity: gardenIdentity, attempts: &attempts{random: random, backoff: backoff}}
}

func (r *Registration) forget(key projectKey) {
	r.attempts.forget(key.id())
	r.read.Delete(key.id())
}

// desired returns the desired state of the key, or nil if the key was deleted or is damaged. The seeds report a damaged
// key.
func (s steps) desired(ctx context.Context, key projectKey, unused bool) (*desiredState, error) {
	present, err := s.publicKey(ctx, key)
	if err != nil || present == nil {
		return nil, err
	}
	return newDesiredState(key, *present, unused), nil
}

// sync registers the desired keys at the host, and removes the former ones.
func (r *Registration) sync(ctx context.Context, d *desiredState, report *registrationReport) {
	for _, key := range d.keys {
		if d.record.Keys[key.fingerprint].State == deploykey.Deregistered {
			continue
		}
		title := keyTitle(r.gardenIdentity, d.project.namespace, key.fingerprint)
		registered, err := r.registrar.Ensure(ctx, d.repository, githost.Key{Title: title, PublicKey: key.line})
		if err != nil {
			report.failed(key, githost.FailureOf(err))
			continue
		}
		report.registered(key, registered)
	}
	for _, fingerprint := range d.former {
		if _, err := r.registrar.Remove(ctx, d.repository, fingerprint); err != nil {
			report.notRemoved(fingerprint, githost.FailureOf(err))
			continue
		}
		report.removed(fingerprint)
	}
}

// removeAll removes the current key and all recorded keys from the host.
func (r *Registration) removeAll(ctx context.Context, d *desiredState, report *registrationReport) *githost.Error {
	fingerprints := d.record.Fingerprints()
	for _, key := range d.keys {
		if _, ok := d.record.Keys[key.fingerprint]; !ok {
			fingerprints = append(fingerprints, key.fingerprint)
		}
	}
	for _, fingerprint := range fingerprints {
		if _, err := r.registrar.Remove(ctx, d.repository, fingerprint); err != nil {
			return githost.FailureOf(err)
		}
		report.deregistered(fingerprint)
	}
	return nil
}

const (
	// longestTitle is the maximum length of a title without the fingerprint. Hosts limit titles too.
	longestTitle = 200
	// fingerprintLength is the length of the fingerprint prefix that distinguishes the keys of a project.
	fingerprintLength = 12
)

// keyTitle returns the title of a key. It contains the garden, the project and the fingerprint, because hosts require
// unique titles in a repository.
func keyTitle(gardenIdentity, project, fingerprint string) string {
	short := strings.TrimPrefix(fingerprint, "SHA256:")
	short = short[:min(len(short), fingerprintLength)]
	title := fmt.Sprintf("gardener %s %s", gardenIdentity, project)
	return title[:min(len(title), longestTitle)] + " " + short
}

// remains returns whether the previous key stays at the Git host: its title shows that the extension registered it, but
// the extension does not register keys for the source any more, and therefore does not remove it.
func (r *Registration) remains(key projectKey, previous string) bool {
	if key.isRegistered() {
		return false
	}
	record, _ := deploykey.RegistrationOf(key.state.KeyAnnotations)
	recorded := record.Keys[previous]
	return recorded.State == deploykey.Registered && recorded.Title == keyTitle(r.gardenIdentity, key.namespace, previous)
}

// recordRetired records that the previous key must be removed when the extension registers keys for the source again.
// Without this record, the key would be forgotten. It returns whether it wrote the record.
func (s steps) recordRetired(ctx context.Context, key projectKey, previous string) (bool, error) {
	record, _ := deploykey.RegistrationOf(key.state.KeyAnnotations)
	retired := record.Keys[previous]
	retired.Retired = true
	return s.annotate(ctx, key, map[string]string{
		fluxv1alpha1.AnnotationRegistration: record.With(previous, retired, metav1.NewTime(s.Clock.Now())).String(),
	})
}

// publicKey is the public half of a deploy key.
type publicKey struct {
	fingerprint string
	// line is the key in authorized_keys format.
	line string
	// next is true if the key belongs to a rotation that is not completed.
	next bool
}

// versionedKey is the public half of the key in one version of the Secret.
type versionedKey struct {
	version string
	key     publicKey
}

// publicKey returns the public half of the key in the Secret, or nil if the key is damaged or was deleted. It ignores
// the annotations, because the project may have created or replaced the key itself. It reads each version of a Secret
// once.
func (s steps) publicKey(ctx context.Context, key projectKey) (*publicKey, error) {
	if known, _ := s.Registration.read.Load(key.id()); known.version == key.state.KeyVersion {
		return &known.key, nil
	}
	secret, err := garden.Get(ctx, s.Garden, "Secret", client.ObjectKey{Namespace: key.namespace, Name: key.secretName()}, &corev1.Secret{})
	if err != nil || secret == nil {
		return nil, err // The deletion triggers a reconciliation.
	}
	parsed, err := s.store.In(secret)
	if err != nil {
		return nil, nil //nolint:nilnil,nilerr // a damaged key is reported with the Shoots to which it cannot be delivered
	}
	present := publicKey{fingerprint: parsed.Fingerprint, line: parsed.PublicKey}
	s.Registration.read.Store(key.id(), versionedKey{version: secret.ResourceVersion, key: present})
	return &present, nil
}
