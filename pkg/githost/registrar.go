// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package githost

import (
	"bytes"
	"context"
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

// Registrar registers deploy keys that may only read, by the APIs of Git hosts.
type Registrar struct {
	hosts *Hosts
	clock clock.PassiveClock
	// proxy is that of the environment, nil for none.
	proxy func(*http.Request) (*url.URL, error)
	// answerTimeout is how long a host may take to begin with an answer; timeout is how long all of a call may take.
	answerTimeout, timeout time.Duration
}

// NewRegistrar returns a registrar that connects to the given hosts only.
func NewRegistrar(hosts *Hosts, clock clock.PassiveClock) *Registrar {
	return &Registrar{hosts: hosts, clock: clock, proxy: http.ProxyFromEnvironment, answerTimeout: answerTimeout, timeout: time.Minute}
}

// Repository is a repository at a Git host, and how the API of the host is used for it.
type Repository struct {
	// Provider is the kind of the Git host.
	Provider fluxv1alpha1.GitProvider
	// URL is that of the repository, as Flux has it.
	URL string
	// Host is that of the API, as host or host:port. Empty stands for the host of the URL.
	Host string
	// Token is the secret with which the API is used.
	Token string
	// CACert holds the certificates of authorities that are trusted beside those of the system.
	CACert []byte
	// ProxyURL is the proxy that the project names; empty for that of the environment.
	ProxyURL string
}

// String names the repository. The token is not shown, however the repository is printed.
func (r Repository) String() string { return fmt.Sprintf("%s (%s)", r.URL, r.Provider) }

// GoString does the same for %#v.
func (r Repository) GoString() string { return r.String() }

// APIHost returns the host of the API, as host or host:port. The error is an *Error.
func (r Repository) APIHost() (string, error) {
	p, err := findPlace(r)
	return p.host, err
}

// Key is a deploy key.
type Key struct {
	// Title names it at the host.
	Title string
	// PublicKey is the public half in authorized_keys format.
	PublicKey string
}

// Registered says how a key is registered.
type Registered struct {
	// Title is the key's name at the host, which is another than that asked for if somebody has registered the key before.
	Title string
	// Created says that the key was not registered before.
	Created bool
}

// Ensure registers the key for the repository, as one that may only read, if it is not registered yet. A key that is registered as
// one that may write is left so, because somebody has chosen that. The error is an *Error.
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
		return s.judge(found, false, err)
	}
	var created gitprovider.DeployKey
	err = s.call(func() (err error) {
		created, err = s.keys.Create(ctx, gitprovider.DeployKeyInfo{Name: key.Title, Key: public.line(), ReadOnly: ptr.To(true)})
		return err
	})
	if err == nil {
		return s.judge([]gitprovider.DeployKey{created}, true, nil)
	}
	if !isReason(err, ReasonConflict) {
		return Registered{}, err
	}
	// Another seed may have been first.
	if found, listErr := s.find(ctx, public.fingerprint()); listErr == nil && len(found) > 0 {
		return s.judge(found, false, nil)
	}
	return Registered{}, err
}

// Remove removes the key with the SHA256 fingerprint from the repository's deploy keys, and tells whether it was there. A key that
// may write is not removed: somebody else has registered it so, and may use it for more. The error is an *Error.
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
	if slices.ContainsFunc(found, mayWrite) {
		return false, s.transport.failed(ReasonWritable, "the key is registered as one that may write, which the extension has not done: remove it at the host if nobody needs it any more")
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

// open finds the repository at its host.
func (r *Registrar) open(ctx context.Context, repository Repository) (*session, error) {
	p, err := findPlace(repository)
	if err != nil {
		return nil, err
	}
	t, err := r.newTransport(ctx, repository, p)
	if err != nil {
		return nil, err
	}
	s := &session{transport: t}
	err = s.call(func() error {
		client, err := newClient(p, repository.Token, t)
		if err != nil {
			return err
		}
		// The library does not know groups within groups, but takes any path for the name of a user.
		ref := gitprovider.UserRef{Domain: client.SupportedDomain(), UserLogin: p.owner}
		found, err := client.UserRepositories().Get(ctx, gitprovider.UserRepositoryRef{UserRef: ref, RepositoryName: p.name})
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

// call calls the library. What the transport knows of a failure counts, also if the library has forgotten it.
func (s *session) call(library func() error) error {
	s.transport.failure = nil
	err := library()
	switch {
	case s.transport.failure != nil:
		return s.transport.failure
	case err != nil && s.transport.ctx.Err() != nil:
		return s.transport.unanswered(s.transport.ctx.Err())
	case err != nil:
		return s.transport.failed(ReasonInvalid, "its answer is not understood: %s; check provider and host in the configuration", s.transport.excerpt(err.Error()))
	}
	return nil
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

// judge says what registrations of a key are worth.
func (s *session) judge(found []gitprovider.DeployKey, created bool, err error) (Registered, error) {
	if err != nil {
		return Registered{}, err
	}
	if slices.ContainsFunc(found, mayWrite) {
		return Registered{}, s.transport.failed(ReasonWritable, "the deploy key is registered for %s/%s as one that may write. Flux needs no more than to read: remove it at the host, and it is registered anew", s.transport.place.owner, s.transport.place.name)
	}
	return Registered{Title: s.transport.excerpt(found[0].Get().Name), Created: created}, nil
}

// mayWrite tells whether a registered key may write. For GitLab, the library drops it from what it returns.
func mayWrite(key gitprovider.DeployKey) bool {
	if object, ok := key.APIObject().(*gogitlab.ProjectDeployKey); ok {
		return object.CanPush
	}
	readOnly := key.Get().ReadOnly
	return readOnly == nil || !*readOnly
}

// publicKey is what counts of a key, its type and its numbers: hosts drop or keep the comment as they like.
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
