// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package connection

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/gardener/gardener/pkg/utils/secrets"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/answers"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

const (
	// MostBytesPerOperation bounds the answers to all requests that are made with one Connect. An etcd holds at most 8 GiB, by default 2; this
	// is enough to read a gigabyte of objects of Flux and all else that an operation needs.
	MostBytesPerOperation = 3 << 29
	// requestsPerQuestion bounds the time of one Ask: as many requests as this may take as long as one may take at most.
	requestsPerQuestion = 2
)

// Clients keeps an endpoint of each shoot, and its connections as long as they are used. Gardener renews the token in the kubeconfig long
// before it expires, and adds a certificate authority long before its certificates are used. So Ask reads the Secret only now and then, and
// after errors, while Connect reads it each time. It is safe for concurrent use.
type Clients struct {
	watched     client.Reader
	seed        client.Reader
	clock       clock.PassiveClock
	options     Options
	gate        *answers.Gate
	connections kube.ConcurrentMap[string, *connection]
	// client is that of all questions, and kinds are those of all shoots which Connect returns.
	client func() (client.Client, error)
	kinds  func() (*toolkit.Kinds, error)
}

var _ Connector = &Clients{}

// NewClients returns Clients without connections. They read Secrets from the reader watched, and from the reader seed, which must not be
// a cache, if the kubeconfig may not be the latest.
func NewClients(watched, seed client.Reader, now clock.PassiveClock, options Options) *Clients {
	return &Clients{
		watched: watched, seed: seed, clock: now, options: options, gate: answers.NewGate(),
		client: sync.OnceValues(func() (client.Client, error) { return newClient(options) }), kinds: sync.OnceValues(toolkit.NewKinds),
	}
}

// Ask calls ask with a reader of the shoot whose control plane is in the namespace, which reads in the context that it gets. If that fails for
// a reason that another kubeconfig may fix, it is called once more with a new kubeconfig, if there is one. An answer that exceeds a limit is
// an *answers.ExceededError.
func (c *Clients) Ask(ctx context.Context, namespace string, ask func(context.Context, client.Reader) error) error {
	return c.Change(ctx, namespace, func(ctx context.Context, shoot client.Client) error { return ask(ctx, shoot) })
}

// Change is Ask with a client that may write. What it calls may be called twice.
func (c *Clients) Change(ctx context.Context, namespace string, change func(context.Context, client.Client) error) error {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout*requestsPerQuestion)
	defer cancel()
	ctx, release := answers.Hold(ctx)
	defer release()
	shoot := c.connection(namespace)
	err := answers.Brief(answers.Plain(c.ask(ctx, namespace, change)))
	if last := shoot.failure.Load(); answers.IsNotAsked(err) && last != nil && *last != nil {
		// What it was like when it was asked last says more, and is not reported again each time.
		return *last
	}
	kept := answers.Detached(err)
	shoot.failure.Store(&kept)
	return err
}

func (c *Clients) ask(ctx context.Context, namespace string, ask func(context.Context, client.Client) error) error {
	shoot := c.connection(namespace)
	there, err := c.current(ctx, namespace, shoot, c.watched, c.options.Recheck)
	if err != nil {
		return err
	}
	shoots, err := c.client()
	if err != nil {
		return err
	}
	failure := ask(at(ctx, there), shoots)
	if failure == nil || !mayBeKubeconfig(failure) {
		return failure
	}
	renewed, err := c.current(ctx, namespace, shoot, c.seed, c.options.Retry)
	if err != nil || renewed == there {
		return failure
	}
	return ask(at(ctx, renewed), shoots)
}

// Connect returns the shoot whose control plane is in the namespace, with the kubeconfig as it is now, and over the same connections as
// Ask. If there is no kubeconfig, the error is a NotFound error.
func (c *Clients) Connect(ctx context.Context, namespace string) (*toolkit.Shoot, error) {
	shoot := c.connection(namespace)
	there, err := c.current(ctx, namespace, shoot, c.watched, 0)
	if err != nil {
		return nil, err
	}
	operation := *there.http
	operation.Transport = answers.WithBudget(there.http.Transport, MostBytesPerOperation)
	kinds, err := c.kinds()
	if err != nil {
		return nil, err
	}
	return toolkit.Connect(namespace, there.config, &operation, kinds)
}

// Drop closes the connections to a shoot that is not used any more.
func (c *Clients) Drop(namespace string) {
	shoot, found := c.connections.Delete(namespace)
	if !found {
		return
	}
	shoot.mutex.Lock()
	defer shoot.mutex.Unlock()
	shoot.close()
}

// Has returns whether the shoot is known.
func (c *Clients) Has(namespace string) bool {
	_, found := c.connections.Load(namespace)
	return found
}

func (c *Clients) connection(namespace string) *connection {
	shoot, _ := c.connections.Update(namespace, func(shoot *connection, found bool) (*connection, bool) {
		if !found {
			shoot = &connection{bounds: c.gate.NewShoot(c.clock)}
		}
		return shoot, true
	})
	return shoot
}

// current returns the endpoint with the kubeconfig as it was at most the given time ago. If the Secret cannot be read, the endpoint that there
// is remains in use. After the shoot has refused the token, the Secret is read from the seed, and from then on no older version is used.
func (c *Clients) current(ctx context.Context, namespace string, shoot *connection, reader client.Reader, age time.Duration) (*endpoint, error) {
	shoot.mutex.Lock()
	defer shoot.mutex.Unlock()
	if shoot.endpoint != nil && c.clock.Since(shoot.readAt) < age {
		return shoot.endpoint, nil
	}
	if shoot.unauthorized.Load() {
		reader = c.seed
	}
	secret, err := readKubeconfig(ctx, reader, namespace, c.options.External)
	if err != nil && (shoot.endpoint == nil || apierrors.IsNotFound(err)) {
		return nil, fmt.Errorf("failed to read the kubeconfig of the shoot: %w", err)
	}
	shoot.readAt = c.clock.Now()
	if err != nil || shoot.endpoint != nil && isOlder(&secret.ObjectMeta, &shoot.secret) {
		return shoot.endpoint, nil
	}
	shoot.unauthorized.Store(false)
	kubeconfig := secret.Data[secrets.DataKeyKubeconfig]
	sum := sha256.Sum256(kubeconfig)
	if shoot.endpoint != nil && sum == shoot.kubeconfig {
		shoot.secret = secret.ObjectMeta
		return shoot.endpoint, nil
	}
	if err := shoot.connect(kubeconfig, c.options); err != nil {
		return nil, fmt.Errorf("failed to make a client for the shoot: %w", err)
	}
	shoot.kubeconfig, shoot.secret = sum, secret.ObjectMeta
	return shoot.endpoint, nil
}

// mayBeKubeconfig returns whether another kubeconfig may fix the error: another token, another certificate authority, another address.
// What net/http reports of a connection, also of a certificate, is a network error.
func mayBeKubeconfig(err error) bool {
	var network net.Error
	if answers.IsRefused(err) {
		return false
	}
	return apierrors.IsUnauthorized(err) || errors.As(err, &network)
}
