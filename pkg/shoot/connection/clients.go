// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

// Package connection keeps connections to the API servers of shoots, with kubeconfigs from the seed.
package connection

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/gardener/gardener/pkg/utils/secrets"
	"golang.org/x/sync/semaphore"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/kube"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/responses"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// Connector connects to shoots.
type Connector interface {
	// Connect returns the shoot whose control plane is in this namespace of the seed.
	Connect(ctx context.Context, namespace string) (*toolkit.Shoot, error)
}

// Options configures the connections to shoots.
type Options struct {
	// Timeout is the timeout of one request.
	Timeout time.Duration
	// Recheck is the maximum age of a kubeconfig. Retry is its maximum age after an error that a newer kubeconfig may fix.
	Recheck, Retry time.Duration
	// Idle is the idle timeout of a connection; 0 selects client-go's default. An open connection uses 40 KiB for buffers
	// and stacks, and a handshake uses 2 ms of CPU time.
	Idle time.Duration
	// External selects the public addresses of shoots, like variable GARDENER_SHOOT_CLIENT of Gardener's extensions.
	External bool
	// Transport replaces the connections to shoots if it is not nil.
	Transport http.RoundTripper
}

const (
	// MostBytesPerOperation limits the total size of the responses to a Shoot that Connect returns. An etcd holds at most
	// 8 GiB, by default 2 GiB. The limit suffices for a gigabyte of Flux objects and all other reads of an operation.
	MostBytesPerOperation = 3 << 29
	// requestsPerQuestion multiplied by the timeout of a request is the timeout of Ask.
	requestsPerQuestion = 2
)

// Clients keeps an endpoint for each shoot, and keeps its connections open while they are used. Gardener renews the
// token of a kubeconfig long before it expires, and adds a certificate authority long before certificates of this
// authority are used. Therefore Ask reads the Secret only rarely and after errors, while Connect always reads it.
// Clients is safe for concurrent use.
type Clients struct {
	watched     client.Reader
	seed        client.Reader
	clock       clock.PassiveClock
	options     Options
	gate        *responses.Gate
	connections kube.ConcurrentMap[string, *connection]
	// client serves the requests of Ask to all shoots.
	client func() (client.Client, error)
}

var _ Connector = &Clients{}

// NewClients returns Clients without connections. They read Secrets from watched, and the latest kubeconfig from seed,
// which must not be a cache.
func NewClients(watched, seed client.Reader, now clock.PassiveClock, options Options) *Clients {
	return &Clients{
		watched: watched, seed: seed, clock: now, options: options, gate: responses.NewGate(),
		client: sync.OnceValues(func() (client.Client, error) { return newClient(options) }),
	}
}

// Ask calls ask with a reader for the shoot whose control plane is in the namespace. Reads must use the passed context.
// If a newer kubeconfig may fix the error of ask, Ask reads the Secret again, and calls ask once more if the kubeconfig
// has changed. A response that exceeds a limit causes a *responses.ExceededError.
func (c *Clients) Ask(ctx context.Context, namespace string, ask func(context.Context, client.Reader) error) error {
	return c.Change(ctx, namespace, func(ctx context.Context, shoot client.Client) error { return ask(ctx, shoot) })
}

// Change is like Ask, but passes a client that may write. It may call the function twice.
func (c *Clients) Change(ctx context.Context, namespace string, change func(context.Context, client.Client) error) error {
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout*requestsPerQuestion)
	defer cancel()
	ctx, release := responses.Hold(ctx)
	defer release()
	return responses.Brief(responses.Plain(c.ask(ctx, namespace, change)))
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

// Connect returns the shoot whose control plane is in the namespace, with the current kubeconfig. It uses the same
// connections as Ask. If there is no kubeconfig, it returns a NotFound error.
func (c *Clients) Connect(ctx context.Context, namespace string) (*toolkit.Shoot, error) {
	shoot := c.connection(namespace)
	there, err := c.current(ctx, namespace, shoot, c.watched, 0)
	if err != nil {
		return nil, err
	}
	operation := *there.http
	operation.Transport = responses.WithBudget(there.http.Transport, MostBytesPerOperation)
	return toolkit.Connect(namespace, there.config, &operation)
}

// Drop forgets a shoot that is no longer used, and closes its connections. If the context ends while another caller
// uses them, they are closed when they have been idle for a while.
func (c *Clients) Drop(ctx context.Context, namespace string) {
	shoot, found := c.connections.Delete(namespace)
	if !found {
		return
	}
	if shoot.turn.Acquire(ctx, 1) != nil {
		return
	}
	defer shoot.turn.Release(1)
	shoot.close()
}

// Has reports whether Clients keeps a connection to the shoot.
func (c *Clients) Has(namespace string) bool {
	_, found := c.connections.Load(namespace)
	return found
}

func (c *Clients) connection(namespace string) *connection {
	shoot, _ := c.connections.Update(namespace, func(shoot *connection, found bool) (*connection, bool) {
		if !found {
			shoot = &connection{bounds: c.gate.NewShoot(c.clock), turn: semaphore.NewWeighted(1)}
		}
		return shoot, true
	})
	return shoot
}

// current returns the endpoint with a kubeconfig that is not older than age. If the Secret cannot be read, current
// returns the previous endpoint. If the shoot has refused the token, current reads the Secret from the seed. It never
// uses an older version of the Secret than before.
func (c *Clients) current(ctx context.Context, namespace string, shoot *connection, reader client.Reader, age time.Duration) (*endpoint, error) {
	if err := shoot.turn.Acquire(ctx, 1); err != nil {
		return nil, fmt.Errorf("failed to wait for another read of the kubeconfig of the shoot: %w", err)
	}
	defer shoot.turn.Release(1)
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
		return nil, fmt.Errorf("failed to create a client for the shoot: %w", err)
	}
	shoot.kubeconfig, shoot.secret = sum, secret.ObjectMeta
	return shoot.endpoint, nil
}

// mayBeKubeconfig reports whether a kubeconfig with a new token, certificate authority or address may fix the error.
// net/http returns network errors for failed connections and invalid certificates.
func mayBeKubeconfig(err error) bool {
	var network net.Error
	if responses.IsRefused(err) {
		return false
	}
	return apierrors.IsUnauthorized(err) || errors.As(err, &network)
}
