// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package githost connects to the Git hosts of projects: it registers deploy keys with the API of a host, and scans hosts for their
// SSH host keys. It is the only package that connects to an address that a project configures, and it connects only to hosts that the
// operator allows.
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
	// proxy is that of the environment, nil for none.
	proxy func(*http.Request) (*url.URL, error)
	// answerTimeout limits the time until a host begins to answer; timeout limits a whole call.
	answerTimeout, timeout time.Duration
}

// NewRegistrar returns a Registrar that connects to the given hosts only.
func NewRegistrar(hosts *Hosts, clock clock.PassiveClock) *Registrar {
	return &Registrar{hosts: hosts, clock: clock, proxy: http.ProxyFromEnvironment, answerTimeout: answerTimeout, timeout: time.Minute}
}

// Repository is a repository at a Git host, and how the API of the host is used for it.
type Repository struct {
	// Provider is the kind of the Git host.
	Provider fluxv1alpha1.GitProvider
	// URL is that of the repository, as in the GitRepository.
	URL string
	// Host is that of the API, as host or host:port; the host of the URL if empty.
	Host string
	// Token authenticates at the API.
	Token string
	// CACert holds certificates of authorities in PEM format that are trusted beside those of the system.
	CACert []byte
	// ProxyURL is the proxy that the project configures; empty for that of the environment.
	ProxyURL string
}

// String returns the name of the repository. Together with GoString, it keeps the token out of all output.
func (r Repository) String() string { return fmt.Sprintf("%s (%s)", r.URL, r.Provider) }

// GoString does the same for %#v.
func (r Repository) GoString() string { return r.String() }

// APIHost returns the host of the API, as host or host:port. The error is an *Error.
func (r Repository) APIHost() (string, error) {
	l, err := locate(r)
	return l.host, err
}

// Key is a deploy key.
type Key struct {
	// Title is its name at the host.
	Title string
	// PublicKey is the public half in authorized_keys format.
	PublicKey string
}

// Registered is the result of a registration.
type Registered struct {
	// Title is the key's name at the host, which differs from the requested one if the key was registered before by other means.
	Title string
	// Created is whether this call has registered the key.
	Created bool
}

// Ensure registers the key for the repository with read-only access, if it is not registered yet. A key that is registered with write
// access is not changed, because that was a decision of a user. The error is an *Error.
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
	found, err := s.find(ctx, public.fingerprint())
	if err != nil || len(found) > 0 {
		return s.result(found, false, err)
	}
	var created gitprovider.DeployKey
	err = s.call(func() (err error) {
		created, err = s.keys.Create(ctx, gitprovider.DeployKeyInfo{Name: key.Title, Key: public.line(), ReadOnly: ptr.To(true)})
		return err
	})
	if err == nil {
		return s.result([]gitprovider.DeployKey{created}, true, nil)
	}
	if !isReason(err, ReasonConflict) {
		return Registered{}, err
	}
	// Another seed may have registered it meanwhile.
	if found, listErr := s.find(ctx, public.fingerprint()); listErr == nil && len(found) > 0 {
		return s.result(found, false, nil)
	}
	return Registered{}, err
}

// Remove removes the key with the SHA256 fingerprint from the repository's deploy keys, and returns whether it was registered. A key
// with write access is not removed: the extension has not registered it, and it may be used for more. The error is an *Error.
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
		return false, s.transport.failed(ReasonWritable, "the key is registered as one that may write, which the extension has not done: remove it at the host if it is not needed any more")
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
		// The library has no subgroups for GitLab, but accepts any path as the login of a user.
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

// call calls the library. The error that the transport has recorded takes precedence, because the library may drop it.
func (s *session) call(library func() error) error {
	s.transport.failure = nil
	err := withoutPanic(library)
	switch {
	case s.transport.failure != nil:
		return s.transport.failure
	case err != nil && s.transport.ctx.Err() != nil:
		return s.transport.requestError(s.transport.ctx.Err())
	case err != nil:
		return s.transport.failed(ReasonInvalid, "its answer is not understood: %s; check provider and host in the configuration", s.transport.excerpt(err.Error()))
	}
	return nil
}

// withoutPanic returns a panic of the library as an error: it relies on fields that a host may leave out of its answer, such as the provider's
// own identifier of a repository (found by test/hostile).
func withoutPanic(library func() error) (err error) {
	defer func() {
		if recover() != nil {
			err = errors.New("it lacks what the API of such a host always has")
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
			if listed, parseErr := parsePublicKey(string(key.Get().Key)); parseErr == nil && listed.fingerprint() == fingerprint {
				found = append(found, key)
			}
		}
		return err
	})
	return found, err
}

// result returns the result of registrations of a key.
func (s *session) result(found []gitprovider.DeployKey, created bool, err error) (Registered, error) {
	if err != nil {
		return Registered{}, err
	}
	if slices.ContainsFunc(found, isWritable) {
		return Registered{}, s.transport.failed(ReasonWritable, "the deploy key is registered for %s/%s as one that may write. Flux needs no more than to read: remove it at the host, and it is registered again", s.transport.location.owner, s.transport.location.name)
	}
	return Registered{Title: s.transport.excerpt(found[0].Get().Name), Created: created}, nil
}

// isWritable returns whether a registered key has write access. For GitLab, the library drops this from what it returns.
func isWritable(key gitprovider.DeployKey) bool {
	if object, ok := key.APIObject().(*gogitlab.ProjectDeployKey); ok {
		return object.CanPush
	}
	return !ptr.Deref(key.Get().ReadOnly, false)
}

// publicKey is a public key without its comment, which some hosts keep and others drop.
type publicKey struct{ ssh.PublicKey }

func parsePublicKey(text string) (publicKey, error) {
	key, _, _, _, err := ssh.ParseAuthorizedKey([]byte(text))
	if err != nil {
		return publicKey{}, &Error{Reason: ReasonInvalid, Text: "the public key is not in authorized_keys format"}
	}
	return publicKey{key}, nil
}

func (k publicKey) fingerprint() string { return ssh.FingerprintSHA256(k.PublicKey) }

// line is the key without comment and line end.
func (k publicKey) line() []byte {
	return bytes.TrimSpace(ssh.MarshalAuthorizedKey(k.PublicKey))
}

func isReason(err error, reason Reason) bool {
	failure, ok := err.(*Error) //nolint:errorlint // all errors of this package's API are of this type, unwrapped
	return ok && failure.Reason == reason
}
