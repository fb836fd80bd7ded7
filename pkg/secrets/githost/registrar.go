// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package githost registers deploy keys with the APIs of Git hosts, and scans hosts for their SSH host keys.
//
// It is the only package that connects to addresses that a project configures. It must not connect to hosts
// that the operator does not allow.
package githost

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/fluxcd/go-git-providers/gitprovider"
	gogitlab "gitlab.com/gitlab-org/api/client-go"
	"golang.org/x/crypto/ssh"
	"k8s.io/utils/clock"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

// Registrar registers read-only deploy keys with the APIs of Git hosts.
type Registrar struct {
	hosts *Hosts
	clock clock.PassiveClock
	// proxy returns the proxy of the environment, or nil.
	proxy func(*http.Request) (*url.URL, error)
	// answerTimeout bounds the time until a host begins its response, timeout a whole call.
	answerTimeout, timeout time.Duration
}

// NewRegistrar returns a Registrar that connects only to the given hosts.
func NewRegistrar(hosts *Hosts, now clock.PassiveClock) *Registrar {
	return &Registrar{hosts: hosts, clock: now, proxy: http.ProxyFromEnvironment, answerTimeout: answerTimeout, timeout: time.Minute}
}

// Repository is a repository at a Git host, with the access to its API.
type Repository struct {
	// Provider is the type of the Git host.
	Provider fluxv1alpha1.GitProvider
	// URL is the URL in the GitRepository.
	URL string
	// Host is the host of the API, as host or host:port. Empty for the host of the URL.
	Host string
	// Token authenticates at the API.
	Token string
	// CACert contains certificates of authorities in PEM format, which are trusted in addition to the system's.
	CACert []byte
	// ProxyURL is the proxy that the project configures. Empty for the proxy of the environment.
	ProxyURL string
}

// String returns the name of the repository. With GoString, it keeps the token out of all output.
func (r Repository) String() string { return fmt.Sprintf("%s (%s)", r.URL, r.Provider) }

// GoString returns the same as String.
func (r Repository) GoString() string { return r.String() }

// APIHost returns the host of the API, as host or host:port. The error is an *Error.
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
	// Title is the name of the key at the host. It differs from the requested one if someone else registered the
	// key.
	Title string
	// Created is whether this call registered the key.
	Created bool
}

// Ensure registers the key for the repository with read-only access, unless it is registered. It does not
// change a key with write access, because a user decided so. The error is an *Error.
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
	if failure := (*Error)(nil); !errors.As(err, &failure) || failure.Reason != ReasonConflict {
		return Registered{}, err
	}
	// Another seed may have registered it.
	if found, listErr := s.find(ctx, ssh.FingerprintSHA256(public)); listErr == nil && len(found) > 0 {
		return s.result(found, false, nil)
	}
	return Registered{}, err
}

// Remove removes the key with the SHA256 fingerprint from the deploy keys of the repository, and returns
// whether it was registered. It does not remove a key with write access, because the extension did not register
// it and the key may have other uses. The error is an *Error.
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
		return false, s.transport.failed(ReasonWritable, "the key is registered with write access, so the extension did not register it: remove it at the host if it is no longer needed")
	}
	for _, key := range found {
		if err := s.call(func() error { return key.Delete(ctx) }); err != nil {
			return false, err
		}
	}
	return len(found) > 0, nil
}

// session is one use of the API for one repository.
type session struct {
	transport *transport
	keys      gitprovider.DeployKeyClient
}

// open reads the repository from its host.
func (r *Registrar) open(ctx context.Context, repository Repository) (*session, error) {
	l, err := locate(repository)
	if err != nil {
		return nil, err
	}
	t, err := r.newTransport(ctx, repository, l)
	if err != nil {
		return nil, err
	}
	s := &session{transport: t}
	err = s.call(func() error {
		client, err := newClient(l, repository.Token, t)
		if err != nil {
			return err
		}
		// The library has no subgroups for GitLab, but accepts any path as a user login.
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

func (s *session) close() {
	if base, ok := s.transport.base.(*http.Transport); ok {
		base.CloseIdleConnections()
	}
}

// call calls the library. It prefers the error that the transport recorded, because the library may drop it.
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

// withoutPanic returns a panic of the library as an error. The library relies on fields that a host may omit,
// such as the provider's identifier of a repository (found by test/hostile).
func withoutPanic(library func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("it lacks a field of the API")
		}
	}()
	return library()
}

// find returns the registrations of a key.
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

// result converts the registrations of a key.
func (s *session) result(found []gitprovider.DeployKey, created bool, err error) (Registered, error) {
	if err != nil {
		return Registered{}, err
	}
	if slices.ContainsFunc(found, isWritable) {
		return Registered{}, s.transport.failed(ReasonWritable, "the deploy key is registered for %s/%s with write access. Flux needs read access only: remove the key at the host, and the extension registers it again", s.transport.location.owner, s.transport.location.name)
	}
	return Registered{Title: s.transport.excerpt(found[0].Get().Name), Created: created}, nil
}

// isWritable returns whether a registered key has write access. For GitLab, the library drops this field from its
// result.
func isWritable(key gitprovider.DeployKey) bool {
	if object, ok := key.APIObject().(*gogitlab.ProjectDeployKey); ok {
		return object.CanPush
	}
	return !ptr.Deref(key.Get().ReadOnly, false)
}

// parsePublicKey parses a public key without its comment, which some hosts drop.
func parsePublicKey(text string) (ssh.PublicKey, error) {
	key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(text))
	if err != nil {
		return nil, invalid("the public key is not in authorized_keys format")
	}
	return key, nil
}
