// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package githost registers deploy keys and writes statuses of commits with the APIs of Git hosts, and scans hosts for
// their SSH host keys.
//
// It must not connect to hosts that the operator does not allow.
package githost

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/fluxcd/go-git-providers/gitprovider"
	gogitlab "gitlab.com/gitlab-org/api/client-go"
	"golang.org/x/crypto/ssh"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Registrar registers read-only deploy keys with the APIs of Git hosts.
type Registrar struct{ connector }

// NewRegistrar returns a Registrar that connects only to the given hosts.
func NewRegistrar(hosts *Hosts, now clock.PassiveClock) *Registrar {
	return &Registrar{newConnector(hosts, now)}
}

// Repository identifies a repository at a Git host, and contains the credentials and connection settings for the host's
// API.
type Repository struct {
	// Provider is the type of the Git host.
	Provider fluxv1alpha1.GitProvider
	// URL is the URL in the GitRepository.
	URL string
	// Host is the host of the API, as host or host:port; empty for the host of URL.
	Host string
	// Token is the access token for the API.
	Token string
	// CACert contains CA certificates in PEM format that are trusted in addition to the system's CAs.
	CACert []byte
	// ProxyURL is the proxy that the project configures; empty for the proxy of the environment.
	ProxyURL string
}

// String returns the URL and the provider. String and GoString keep the token out of formatted output.
func (r Repository) String() string { return fmt.Sprintf("%s (%s)", r.URL, r.Provider) }

// GoString returns the same as String.
func (r Repository) GoString() string { return r.String() }

// APIHost returns the host of the API, as host or host:port. A returned error is an *Error.
func (r Repository) APIHost() (string, error) {
	l, err := locate(r)
	return l.host, err
}

// Key is a deploy key.
type Key struct {
	// Title is the name of the key at the host.
	Title string
	// PublicKey is the public key in authorized_keys format.
	PublicKey string
}

// Registered is the result of a registration.
type Registered struct {
	// Title is the name of the key at the host. It differs from the requested title if the key was already registered
	// under a different one.
	Title string
	// Created is true if this call registered the key.
	Created bool
}

// Ensure registers the key for the repository with read-only access, unless the key is already registered. If it is
// registered with write access, Ensure does not change it, because a user chose that access, and returns an error with
// ReasonWritable. A returned error is an *Error.
func (r *Registrar) Ensure(ctx context.Context, repository Repository, key Key) (Registered, error) {
	public, err := parsePublicKey(key.PublicKey)
	if err != nil {
		return Registered{}, err
	}
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	s, err := r.open(ctx, repository)
	if err != nil {
		return Registered{}, err
	}
	defer s.close()
	found, err := s.find(ctx, ssh.FingerprintSHA256(public))
	if err != nil || len(found) > 0 {
		return s.result(found, false, err)
	}
	var created gitprovider.DeployKey
	err = s.call(func() (err error) {
		created, err = s.keys.Create(ctx, gitprovider.DeployKeyInfo{Name: key.Title, Key: bytes.TrimSpace(ssh.MarshalAuthorizedKey(public)), ReadOnly: ptr.To(true)})
		return err
	})
	if err == nil {
		return s.result([]gitprovider.DeployKey{created}, true, nil)
	}
	if failure, is := errors.AsType[*Error](err); !is || failure.Reason != ReasonConflict {
		return Registered{}, err
	}
	// Another seed may have registered the key in the meantime.
	if found, listErr := s.find(ctx, ssh.FingerprintSHA256(public)); listErr == nil && len(found) > 0 {
		return s.result(found, false, nil)
	}
	return Registered{}, err
}

// Remove removes the key with the SHA256 fingerprint from the deploy keys of the repository, and returns whether it was
// registered. It refuses to remove a key with write access, because the extension did not register that key and it may
// have other uses. A returned error is an *Error.
func (r *Registrar) Remove(ctx context.Context, repository Repository, fingerprint string) (bool, error) {
	ctx, cancel := context.WithTimeout(ctx, r.timeout)
	defer cancel()
	s, err := r.open(ctx, repository)
	if err != nil {
		return false, err
	}
	defer s.close()
	found, err := s.find(ctx, fingerprint)
	if err != nil {
		return false, err
	}
	if slices.ContainsFunc(found, isWritable) {
		return false, s.transport.failed(ReasonWritable, "the key is registered with write access, so the extension did not register it; remove it at the host if it is no longer needed")
	}
	for _, key := range found {
		if err := s.call(func() error { return key.Delete(ctx) }); err != nil {
			return false, err
		}
	}
	return len(found) > 0, nil
}

// session accesses the deploy keys of one repository for the duration of one call.
type session struct {
	transport *transport
	keys      gitprovider.DeployKeyClient
}

// open returns a session for the repository. It reads the repository from the host, and so verifies that the token can
// access it.
func (r *Registrar) open(ctx context.Context, repository Repository) (*session, error) {
	l, err := locate(repository)
	if err != nil {
		return nil, err
	}
	t, err := r.newTransport(ctx, repository, l, keyAccess())
	if err != nil {
		return nil, err
	}
	s := &session{transport: t}
	err = s.call(func() error {
		client, err := newClient(l, repository.Token, t)
		if err != nil {
			return err
		}
		// The library does not support GitLab subgroups, but accepts any path as a user login.
		ref := gitprovider.UserRef{Domain: client.SupportedDomain(), UserLogin: l.owner}
		found, err := client.UserRepositories().Get(ctx, gitprovider.UserRepositoryRef{UserRef: ref, RepositoryName: l.name})
		if err != nil {
			return err
		}
		s.keys = found.DeployKeys()
		return nil
	})
	if err != nil {
		s.close()
		return nil, err
	}
	return s, nil
}

func (s *session) close() { s.transport.close() }

// call runs a call of the library and converts its error to an *Error. The error that the transport recorded takes
// precedence, because the library may drop it.
func (s *session) call(library func() error) error {
	s.transport.failure = nil
	err := withoutPanic(library)
	switch {
	case s.transport.failure != nil:
		return s.transport.failure
	case err != nil && s.transport.ctx.Err() != nil:
		return s.transport.requestError(s.transport.ctx.Err())
	case err != nil:
		return s.transport.failed(ReasonInvalid, "its response cannot be parsed: %s; check provider and host in the configuration", s.transport.excerpt(err.Error()))
	}
	return nil
}

// withoutPanic converts a panic of the library to an error. The library dereferences fields that a host may omit, such
// as the ID of a repository.
func withoutPanic(library func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("it lacks a field of the API")
		}
	}()
	return library()
}

// find returns the deploy keys of the repository that have the fingerprint.
func (s *session) find(ctx context.Context, fingerprint string) ([]gitprovider.DeployKey, error) {
	var found []gitprovider.DeployKey
	err := s.call(func() error {
		all, err := s.keys.List(ctx)
		for _, key := range all {
			if listed, parseErr := parsePublicKey(string(key.Get().Key)); parseErr == nil && ssh.FingerprintSHA256(listed) == fingerprint {
				found = append(found, key)
			}
		}
		return err
	})
	return found, err
}

// result returns the result of Ensure for the found or created deploy keys. It returns an error if one of them has
// write access.
func (s *session) result(found []gitprovider.DeployKey, created bool, err error) (Registered, error) {
	if err != nil {
		return Registered{}, err
	}
	if slices.ContainsFunc(found, isWritable) {
		return Registered{}, s.transport.failed(ReasonWritable, "the deploy key is registered for %s/%s with write access. Flux needs read access only; remove the key at the host, and the extension registers it again", s.transport.location.owner, s.transport.location.name)
	}
	return Registered{Title: s.transport.excerpt(found[0].Get().Name), Created: created}, nil
}

// isWritable returns whether a registered key has write access. For GitLab, it reads the raw API object, because the
// library omits this field from its result.
func isWritable(key gitprovider.DeployKey) bool {
	if object, ok := key.APIObject().(*gogitlab.ProjectDeployKey); ok {
		return object.CanPush
	}
	return !ptr.Deref(key.Get().ReadOnly, false)
}

// parsePublicKey parses a public key. It ignores the comment, which some hosts drop.
func parsePublicKey(text string) (ssh.PublicKey, error) {
	key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(text))
	if err != nil {
		return nil, invalid("the public key is not in authorized_keys format")
	}
	return key, nil
}
